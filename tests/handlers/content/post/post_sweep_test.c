#include "services/content/post/post_sweep.h"

#include "services/content/handlers.h"
#include "tests/handlers/content/post_fixture.h"

static int64_t
sweep(void)
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open("content")};
	int64_t swept;

	scratch_sql("SET ROLE kith_content");
	swept = post_sweep_once(&call);
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	return swept;
}

/* 100 expired an hour ago, 101 expires in an hour, 102 never. */
static void
add_asks(void)
{
	people_add(1);
	people_add_org(10, "public");
	people_join(10, 1);
	for (unsigned i = 100; i <= 102; i++)
		post_add(i, 1, "true");
	scratch_sql(
		"UPDATE posts SET expires_at = CASE id WHEN '%s' THEN now() - interval"
		" '1 hour' WHEN '%s' THEN now() + interval '1 hour' END",
		scratch_uuid_text(100), scratch_uuid_text(101));
	for (unsigned i = 100; i <= 102; i++)
		post_publish_to(i, 10);
}

TEST(takes_expired_asks_out_of_the_indexes_and_changes_nothing_else)
{
	const char *before;

	add_asks();
	before = scratch_value(
		"SELECT updated_at FROM posts WHERE id = '%s'", scratch_uuid_text(100));
	assert_int_equal(sweep(), 1);
	people_expect_rows(1, "posts WHERE lapsed");
	people_expect_rows(1, "post_targets WHERE NOT is_open");
	assert_string_equal(scratch_value("SELECT updated_at FROM posts WHERE id = '%s'",
				    scratch_uuid_text(100)),
		before);
	assert_int_equal(sweep(), 0);
}

TEST(a_later_expiry_brings_an_ask_back_into_every_list)
{
	static const struct op_entry update = {&op_post_update, post_update};
	static const struct op_entry list = {&op_post_list, post_list};
	static const struct op_entry org_list = {&op_org_post_list, org_post_list};
	const struct principal caller = people_principal(1);

	add_asks();
	sweep();
	scratch_expect(scratch_call(&list, &caller, NULL), "{'items.length': 2}");
	assert_done(scratch_call(&update, &caller,
		scratch_printf(JSON({"id": "%s", "expiresAt": "2126-01-01T00:00:00Z"}),
			scratch_id("post", 100))));
	scratch_expect(scratch_call(&list, &caller, NULL), "{'items.length': 3}");
	scratch_expect(scratch_call(&org_list, &caller, JSON({"slug": "org-10"})),
		"{'items.length': 3}");
	assert_int_equal(sweep(), 0);
}

TEST(an_edit_without_an_expiry_leaves_it_out)
{
	static const struct op_entry update = {&op_post_update, post_update};

	add_asks();
	sweep();
	people_call(
		&update, 1, JSON({"id": "%s", "title": "Anew"}), scratch_id("post", 100));
	people_expect_rows(1, "posts WHERE lapsed");
	people_expect_rows(1, "post_targets WHERE NOT is_open");
}

TEST(passes_over_what_somebody_else_is_changing)
{
	PGconn *other = PQconnectdb(scratch_url());
	PGresult *result;

	add_asks();
	scratch_sql("COMMIT");
	result = PQexec(other,
		scratch_printf("BEGIN; SELECT FROM kith.posts WHERE id = '%s' FOR UPDATE",
			scratch_uuid_text(100)));
	assert_int_equal(PQresultStatus(result), PGRES_TUPLES_OK);
	PQclear(result);
	scratch_sql("BEGIN");
	assert_int_equal(sweep(), 0);
	PQfinish(other);
	scratch_sql("DELETE FROM posts; DELETE FROM org_members; DELETE FROM orgs;"
		    " DELETE FROM members; COMMIT; BEGIN");
}
