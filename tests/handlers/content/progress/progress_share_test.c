#include "tests/handlers/content/progress_social_fixture.h"

static const struct op_entry entry = {&op_progress_share, progress_share};
static const struct op_entry create = {&op_progress_create, progress_create};

#define ASKED "SELECT count(*) FROM social_shares WHERE state = 'asked'"

TEST(asks_for_a_post_of_the_callers_own_entry)
{
	people_add_all(2);
	social_add_entry(100, 1);
	social_add(1, SOCIAL_URL, "NULL");
	social_add(2, SOCIAL_URL, "NULL");
	assert_problem(social_call(&entry, 2, 100), PROBLEM_NOT_AUTHOR);
	assert_problem(social_call(&entry, 1, 101), PROBLEM_PROGRESS_NOT_FOUND);
	assert_int_equal(people_count(ASKED), 0);
	scratch_expect(
		social_call(&entry, 1, 100), "{'id': '%s'}", scratch_id("prog", 100));
	assert_done(social_call(&entry, 1, 100));
	assert_int_equal(people_count(ASKED), 1);
}

TEST(refuses_without_an_account_that_works)
{
	people_add(1);
	social_add_entry(100, 1);
	assert_problem(social_call(&entry, 1, 100), PROBLEM_SOCIAL_NOT_LINKED);
	social_add(1, "https://elsewhere.example", "NULL");
	assert_problem(social_call(&entry, 1, 100), PROBLEM_SOCIAL_NOT_LINKED);
	scratch_sql("UPDATE social_accounts SET provider = '" SOCIAL_URL
		    "', expires_at = now()");
	assert_problem(social_call(&entry, 1, 100), PROBLEM_SOCIAL_RELINK_REQUIRED);
	assert_int_equal(people_count(ASKED), 0);
}

/* A posted share keeps its address, whatever happens to the account. */
TEST(answers_the_post_that_there_is)
{
	people_add(1);
	social_add_entry(100, 1);
	scratch_sql("UPDATE progress SET social_post_url = 'https://social.example/1'");
	scratch_expect(social_call(&entry, 1, 100),
		"{'socialPostUrl': 'https://social.example/1'}");
	assert_int_equal(people_count(ASKED), 0);
}

TEST(a_creation_asks_in_its_own_transaction_or_creates_nothing)
{
	static const char json[] =
		"{\"kind\": \"milestone\", \"title\": \"Entry\", \"social\": true}";

	people_add(1);
	assert_problem(people_call(&create, 1, "%s", json), PROBLEM_SOCIAL_NOT_LINKED);
	social_add(1, SOCIAL_URL, "now() - interval '1 second'");
	assert_problem(
		people_call(&create, 1, "%s", json), PROBLEM_SOCIAL_RELINK_REQUIRED);
	people_expect_rows(0, "progress");
	scratch_sql("UPDATE social_accounts SET expires_at = now() + interval '1 hour'");
	assert_done(people_call(&create, 1, "%s", json));
	assert_int_equal(people_count(ASKED), 1);
	people_expect_rows(1, "progress");
}
