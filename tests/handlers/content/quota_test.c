/*
 * quota_test.c - the daily quotas of asks and of progress entries.
 */
#include "proto/bounds/bounds.h"
#include "services/content/handlers.h"
#include "tests/handlers/content/post_fixture.h"
#include "tests/support/race.h"

#define QUOTA 50
#define QUOTA_NEW 10
#define RACERS 16

static const struct op_entry post_entry = {&op_post_create, post_create};
static const struct op_entry copy_entry = {&op_post_copy, post_copy};
static const struct op_entry delete_entry = {&op_progress_delete, progress_delete};
static const struct op_entry progress_entry = {&op_progress_create, progress_create};

#define POST "{'kind': 'idea', 'title': 'An ask', 'body': 'In full'}"
#define PROGRESS "{'kind': 'learning', 'title': 'An entry'}"

static void
add_member(const char *age)
{
	people_add(1);
	scratch_sql("UPDATE members SET created_at = now() - interval '%s'", age);
}

static void
expect_quota(const struct op_entry *entry, const char *json, int quota)
{
	struct scratch_answer answer;

	for (int i = 0; i < quota; i++)
		assert_done(people_call(entry, 1, "%s", json));
	answer = people_call(entry, 1, "%s", json);
	assert_problem(answer, PROBLEM_RATE_LIMITED);
	assert_in_range(answer.call->outcome.retry_after_s, 86000, 86400);
	assert_non_null(
		strstr(answer.detail, scratch_printf("you have created %d", quota)));
	assert_non_null(strstr(answer.detail, "the next one is possible in 24 hours"));
}

TEST(a_member_creates_fifty_asks_and_fifty_entries_a_day)
{
	add_member("7 days");
	expect_quota(&post_entry, POST, QUOTA);
	expect_quota(&progress_entry, PROGRESS, QUOTA);
}

TEST(a_new_member_creates_ten_of_each)
{
	add_member("6 days 23 hours");
	expect_quota(&post_entry, POST, QUOTA_NEW);
	expect_quota(&progress_entry, PROGRESS, QUOTA_NEW);
}

/* The index of words keeps each word that was ever in a text. */
TEST(a_member_makes_three_hundred_edits_a_day)
{
	static const struct op_entry update_entry = {&op_post_update, post_update};
	struct scratch_answer answer;
	const char *json;

	add_member("1 day");
	post_add(100, 1, "true");
	json = scratch_printf(
		"{'id': '%s', 'title': 'Another'}", scratch_id("post", 100));
	for (int i = 0; i < BOUND_EDITS_A_DAY; i++)
		assert_done(people_call(&update_entry, 1, "%s", json));
	answer = people_call(&update_entry, 1, "%s", json);
	assert_problem(answer, PROBLEM_RATE_LIMITED);
	assert_non_null(strstr(answer.detail, "you have made 300 edits"));
}

TEST(a_copy_counts)
{
	add_member("1 day");
	post_add(100, 1, "true");
	expect_quota(&copy_entry, post_id_json(100), QUOTA_NEW);
	assert_problem(people_call(&post_entry, 1, POST), PROBLEM_RATE_LIMITED);
}

TEST(an_entry_of_yesterday_no_longer_counts)
{
	add_member("1 day");
	expect_quota(&post_entry, POST, QUOTA_NEW);
	scratch_sql("UPDATE creations SET created_at = now() - interval '25 hours'"
		    " WHERE id = (SELECT min(id::text)::uuid FROM creations)");
	assert_done(people_call(&post_entry, 1, POST));
	assert_problem(people_call(&post_entry, 1, POST), PROBLEM_RATE_LIMITED);
}

/* Otherwise a member could show others any number of entries a day. */
TEST(a_deleted_entry_still_counts)
{
	struct scratch_answer entry;

	add_member("1 day");
	entry = people_call(&progress_entry, 1, PROGRESS);
	assert_done(entry);
	assert_done(people_call(
		&delete_entry, 1, "{'id': '%s'}", scratch_string(&entry, "id")));
	expect_quota(&post_entry, POST, QUOTA_NEW);
	scratch_sql("DELETE FROM posts");
	for (int i = 1; i < QUOTA_NEW; i++)
		assert_done(people_call(&progress_entry, 1, PROGRESS));
	assert_problem(people_call(&progress_entry, 1, PROGRESS), PROBLEM_RATE_LIMITED);
	assert_problem(people_call(&post_entry, 1, POST), PROBLEM_RATE_LIMITED);
	people_expect_rows(2 * QUOTA_NEW, "creations");
}

TEST(forgets_creations_after_a_day_and_with_the_account)
{
	add_member("1 day");
	assert_done(people_call(&progress_entry, 1, PROGRESS));
	assert_done(people_call(&progress_entry, 1, PROGRESS));
	people_expect_rows(2, "creations");
	scratch_sql("UPDATE creations SET created_at = now() - interval '1 day'");
	assert_done(people_call(&progress_entry, 1, PROGRESS));
	people_expect_rows(1, "creations");
	people_end_account(1);
	people_expect_rows(0, "creations");
	people_expect_rows(0, "progress");
}

TEST_COMMITTED(of_many_asks_at_once_ten_are_created)
{
	const struct uuid author = scratch_uuid(1);
	struct racer racers[RACERS];

	add_member("1 day");
	for (unsigned i = 0; i < RACERS; i++)
		racers[i] = (struct racer){.entry = &post_entry,
			.principal = scratch_member(&author),
			.json = JSON({"kind": "idea", "title": "An ask", "body": "B"})};
	race_open(racers, RACERS);
	race_run(racers, RACERS);
	assert_int_equal(race_count(racers, RACERS, PROBLEM_NONE), QUOTA_NEW);
	assert_int_equal(
		race_count(racers, RACERS, PROBLEM_RATE_LIMITED), RACERS - QUOTA_NEW);
	race_close(racers, RACERS);
}
