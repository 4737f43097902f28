#include "services/content/relist/relist.h"

#include "services/content/handlers.h"
#include "tests/handlers/content/post_fixture.h"
#include "tests/handlers/content/progress_fixture.h"

#define AUTHOR 1
#define READER 2

static const struct op_entry post_entry = {&op_post_list, post_list};
static const struct op_entry progress_entry = {&op_progress_list, progress_list};

/* Does what the task does until nothing is left; answers in how many steps. */
static int
relist(void)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("content")};
	struct uuid author;
	int steps = 0;

	scratch_sql("SET ROLE kith_content");
	for (; relist_take(&call, &author); steps++)
		relist_move(&call, &author);
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	return steps;
}

static void
set_status(const char *status)
{
	scratch_sql("UPDATE members SET status = '%s' WHERE id = '%s'", status,
		scratch_uuid_text(AUTHOR));
}

static void
let_ten_seconds_pass(void)
{
	scratch_sql(
		"UPDATE author_relistings SET due_at = due_at - interval '10 seconds'");
}

/* The author's asks: 100 and 101 open, 102 closed, 103 expired; progress entries: 200 and 201. All are
 * published to everybody and to an organization. */
static void
add_items(void)
{
	people_add(AUTHOR);
	people_add(READER);
	people_add_org(10, "public");
	people_join(10, AUTHOR);
	people_join(10, READER);
	for (unsigned i = 100; i <= 103; i++)
		post_add(i, AUTHOR, "true");
	scratch_sql(
		"UPDATE posts SET status = 'closed', closed_at = now() WHERE id = '%s'",
		scratch_uuid_text(102));
	scratch_sql("UPDATE posts SET expires_at = now() - interval '1 hour',"
		    " lapsed = true WHERE id = '%s'",
		scratch_uuid_text(103));
	for (unsigned i = 100; i <= 103; i++)
		post_publish_to(i, 10);
	scratch_sql("UPDATE post_targets SET is_open = false WHERE post_id = '%s'",
		scratch_uuid_text(103));
	progress_add_project(20, "network");
	progress_join_project(20, READER);
	for (unsigned i = 200; i <= 201; i++) {
		progress_add(i, AUTHOR, "true", 20);
		progress_publish_to(i, 10);
	}
}

/* All that is stored of the items. */
static const char *
items(void)
{
	return scratch_value(
		"SELECT md5(string_agg(t, ',' ORDER BY t)) FROM ("
		"SELECT p::text FROM posts p"
		" UNION ALL SELECT t::text FROM post_targets t"
		" UNION ALL SELECT g::text FROM progress g"
		" UNION ALL SELECT t::text FROM progress_targets t) AS i (t)");
}

static size_t
count_listed(const struct op_entry *list)
{
	const struct principal reader = people_principal(READER);
	const struct scratch_answer answer = scratch_call(list, &reader, NULL);

	assert_int_equal(answer.problem, PROBLEM_NONE);
	return json_array_size(scratch_at(&answer, "items"));
}

static void
assert_indexed(int posts, int targets, int entries)
{
	assert_int_equal(people_count("SELECT count(*) FROM posts WHERE status = 'open'"
				      " AND NOT lapsed"),
		posts);
	assert_int_equal(
		people_count("SELECT count(*) FROM post_targets WHERE is_open"), targets);
	assert_int_equal(people_count("SELECT count(*) FROM progress WHERE NOT unlisted"),
		entries);
	assert_int_equal(
		people_count("SELECT count(*) FROM progress_targets WHERE NOT unlisted"),
		entries);
}

TEST(takes_what_a_suspended_member_wrote_out_of_the_indexes)
{
	add_items();
	set_status("suspended");
	assert_int_equal(relist(), 0);
	assert_indexed(2, 2, 2);
	let_ten_seconds_pass();
	assert_true(relist() > 0);
	assert_indexed(0, 0, 0);
	assert_int_equal(people_count("SELECT count(*) FROM author_relistings"), 0);
}

TEST(brings_it_back_as_it_was)
{
	const char *before;

	add_items();
	before = items();
	set_status("suspended");
	let_ten_seconds_pass();
	relist();
	assert_int_equal(count_listed(&post_entry), 0);
	assert_int_equal(count_listed(&progress_entry), 0);
	set_status("active");
	assert_true(relist() > 0);
	assert_string_equal(items(), before);
	assert_int_equal(count_listed(&post_entry), 2);
	assert_int_equal(count_listed(&progress_entry), 2);
}

TEST(moves_nothing_of_who_is_back_within_ten_seconds)
{
	const char *before;

	add_items();
	before = items();
	set_status("suspended");
	assert_int_equal(count_listed(&post_entry), 0);
	set_status("active");
	assert_int_equal(count_listed(&post_entry), 2);
	assert_true(relist() > 0);
	assert_string_equal(items(), before);
}

TEST(moves_more_than_a_batch)
{
	people_add(AUTHOR);
	scratch_sql("INSERT INTO posts (id, author_id, kind, title, body, is_public)"
		    " SELECT gen_random_uuid(), '%s', 'idea', 'Ask', 'Body', true"
		    " FROM generate_series(1, %d)",
		scratch_uuid_text(AUTHOR), RELIST_BATCH + 1);
	set_status("suspended");
	let_ten_seconds_pass();
	/* Two with asks, one without, and one without progress entries. */
	assert_int_equal(relist(), 4);
	assert_indexed(0, 0, 0);
}

TEST(looks_at_nobody_who_wrote_nothing)
{
	add_items();
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(READER));
	assert_int_equal(people_count("SELECT count(*) FROM author_relistings"), 0);
}

/* An author whose items cannot be moved holds nobody up. */
TEST(gives_others_their_turn_after_a_failure)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("content")};
	struct uuid first, second;

	add_items();
	post_add(110, READER, "true");
	scratch_sql("UPDATE members SET status = 'suspended'");
	let_ten_seconds_pass();
	assert_true(relist_take(&call, &first));
	assert_true(relist_take(&call, &second));
	assert_memory_not_equal(&first, &second, sizeof(first));
	assert_false(relist_take(&call, &first));
	scratch_sql("UPDATE author_relistings SET due_at = due_at - interval '1 minute'");
	assert_true(relist_take(&call, &first));
}

/* A status that changes on the way begins the walk anew, also through what was left behind. */
TEST(begins_anew_when_the_status_changes)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("content")};
	const char *before;
	struct uuid author;

	add_items();
	before = items();
	set_status("suspended");
	let_ten_seconds_pass();
	assert_true(relist_take(&call, &author));
	relist_move(&call, &author);
	assert_indexed(0, 0, 2);
	set_status("active");
	relist();
	assert_string_equal(items(), before);
}

/* Otherwise a member who is reinstated between its look and its end stays out of the lists. */
TEST(keeps_the_status_until_it_is_done)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("content")};
	PGconn *other = PQconnectdb(scratch_url());
	struct uuid author;
	PGresult *result;

	add_items();
	set_status("suspended");
	let_ten_seconds_pass();
	scratch_sql("COMMIT; BEGIN");
	assert_true(relist_take(&call, &author));
	relist_move(&call, &author);
	result = PQexec(other,
		arena_printf(scratch_arena(),
			"SET lock_timeout = '100ms'; UPDATE kith.members SET status = 'active'"
			" WHERE id = '%s'",
			scratch_uuid_text(AUTHOR)));
	assert_string_equal(PQresultErrorField(result, PG_DIAG_SQLSTATE), "55P03");
	PQclear(result);
	PQfinish(other);
	scratch_sql("ROLLBACK; BEGIN; DELETE FROM posts; DELETE FROM progress;"
		    " DELETE FROM project_members; DELETE FROM projects;"
		    " DELETE FROM org_members; DELETE FROM orgs; DELETE FROM members;"
		    " COMMIT; BEGIN");
}
