#include "common/base/clock.h"

#include "tests/handlers/media/social_fixture.h"

#define COUNT_TRIES "SELECT count(*) FROM social_tries"

static const struct op_entry entry = {&op_social_share, social_share};

static enum problem
share(unsigned member, const char *more)
{
	return social_call(&entry, member,
		scratch_printf("{\"id\": \"%s\"%s}", scratch_id("prog", 100), more))
		.problem;
}

static bool
is_state(const char *state)
{
	return strcmp(scratch_value("SELECT state FROM social_shares"), state) == 0;
}

/* Records an outcome of the current try, and forgets the try at an account. */
static void
settle(const char *outcome, const char *url, const char *forget)
{
	scratch_sql("SELECT settle_try(s.progress_id, s.key, '%s', %s, t.key)"
		    " FROM social_shares s LEFT JOIN social_tries t"
		    " ON t.progress_id = s.progress_id AND t.remote_id = '%s'",
		outcome, url, forget);
}

TEST(shares_what_its_author_asked_for_and_nothing_else)
{
	people_add_all(2);
	social_add(1, SOCIAL_URL, "NULL");
	social_add(2, SOCIAL_URL, "NULL");
	assert_int_equal(share(1, ""), PROBLEM_PROGRESS_NOT_FOUND);
	social_add_share(100, 1);
	assert_int_equal(share(2, ""), PROBLEM_PROGRESS_NOT_FOUND);
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(1));
	assert_int_equal(share(1, ""), PROBLEM_PROGRESS_NOT_FOUND);
	assert_true(is_state("asked"));
}

TEST(says_what_the_account_lacks)
{
	people_add(1);
	social_add_share(100, 1);
	assert_int_equal(share(1, ""), PROBLEM_SOCIAL_NOT_LINKED);
	social_add(1, "https://elsewhere.example", "NULL");
	assert_int_equal(share(1, ""), PROBLEM_SOCIAL_NOT_LINKED);
	scratch_sql("UPDATE social_accounts SET provider = '" SOCIAL_URL
		    "', expires_at = now() - interval '1 second'");
	assert_int_equal(share(1, ""), PROBLEM_SOCIAL_RELINK_REQUIRED);
	assert_true(is_state("asked"));
}

TEST(notes_that_nothing_was_posted_when_the_provider_is_not_reached)
{
	people_add(1);
	social_add_share(100, 1);
	social_add(1, SOCIAL_URL, "NULL");
	assert_int_equal(share(1, ""), PROBLEM_SOCIAL_UNAVAILABLE);
	assert_true(is_state("failed"));
	assert_int_equal(people_count(COUNT_TRIES), 0);
	social_add_try(100, "7", "Entry");
	assert_int_equal(share(1, ""), PROBLEM_SOCIAL_UNAVAILABLE);
	assert_int_equal(people_count(COUNT_TRIES), 1);
}

TEST(leaves_alone_what_is_shared_or_being_shared_or_was_tried)
{
	people_add(1);
	social_add_share(100, 1);
	social_add(1, SOCIAL_URL, "NULL");
	scratch_sql("UPDATE social_shares SET state = 'sending',"
		    " sending_until = now() + interval '1 second'");
	assert_int_equal(share(1, ""), PROBLEM_SOCIAL_UNAVAILABLE);
	assert_int_equal(share(1, ", \"first\": true"), PROBLEM_IDEMPOTENCY_IN_PROGRESS);
	assert_true(is_state("sending"));
	scratch_sql("UPDATE social_shares SET state = 'unknown'");
	assert_int_equal(share(1, ", \"first\": true"), PROBLEM_SOCIAL_UNAVAILABLE);
	assert_true(is_state("unknown"));
	scratch_sql("UPDATE social_shares SET state = 'shared'");
	assert_int_equal(share(1, ""), PROBLEM_NONE);
	assert_true(is_state("shared"));
}

/* The outcome of a try whose process has ended is unknown. */
TEST(takes_over_a_try_that_is_over)
{
	people_add(1);
	social_add_share(100, 1);
	social_add(1, SOCIAL_URL, "NULL");
	social_add_try(100, "7", "What it said");
	scratch_sql("UPDATE social_shares SET state = 'sending',"
		    " sending_until = now() - interval '1 second'");
	assert_int_equal(share(1, ""), PROBLEM_SOCIAL_UNAVAILABLE);
	assert_true(is_state("failed"));
	assert_string_equal(
		scratch_value("SELECT text FROM social_tries"), "What it said");
}

/* Each account has its own tries, whichever account is linked meanwhile. */
TEST(keeps_what_was_tried_at_another_account)
{
	people_add(1);
	social_add_share(100, 1);
	social_add(1, SOCIAL_URL, "NULL");
	social_add_try(100, "7", "Entry");
	scratch_sql("UPDATE social_accounts SET remote_id = '8'");
	assert_int_equal(share(1, ""), PROBLEM_SOCIAL_UNAVAILABLE);
	assert_true(is_state("failed"));
	assert_string_equal(scratch_value("SELECT remote_id FROM social_tries"), "7");
}

TEST(tries_at_no_ninth_account)
{
	static const char *const others[] = {"1", "2", "3", "4", "5", "6", "7", "8"};

	people_add(1);
	social_add_share(100, 1);
	social_add(1, SOCIAL_URL, "NULL");
	for (size_t i = 0; i < COUNT_OF(others); i++)
		social_add_try(100, others[i], "Entry");
	scratch_sql("UPDATE social_accounts SET remote_id = '9'");
	assert_int_equal(share(1, ""), PROBLEM_SOCIAL_UNAVAILABLE);
	assert_true(is_state("asked"));
	/* The try at one of the accounts goes on. */
	scratch_sql("UPDATE social_accounts SET remote_id = '8'");
	assert_int_equal(share(1, ""), PROBLEM_SOCIAL_UNAVAILABLE);
	assert_true(is_state("failed"));
	assert_int_equal(people_count(COUNT_TRIES), 8);
}

/* The token was encrypted with another instance's keys. */
TEST(has_an_account_linked_again_whose_token_cannot_be_read)
{
	people_add(1);
	social_add_share(100, 1);
	social_add(1, SOCIAL_URL, "NULL");
	scratch_sql("UPDATE social_accounts SET token = 'sealed by another key'");
	assert_int_equal(share(1, ""), PROBLEM_SOCIAL_RELINK_REQUIRED);
	assert_true(is_state("asked"));
	assert_non_null(scratch_value("SELECT expires_at FROM social_accounts"));
}

TEST(asks_the_provider_no_longer_than_the_call_may_take)
{
	struct call call = {.arena = scratch_arena()};
	struct provider provider = provider_of(&call, NULL);

	assert_in_range(provider_left_ms(&provider), 9900, 10000);
	call.deadline_unix_ms = clock_unix_us() / 1000 + 5000;
	provider = provider_of(&call, NULL);
	assert_in_range(provider_left_ms(&provider), 2900, 3000);
	call.deadline_unix_ms = clock_unix_us() / 1000 + 60000;
	provider = provider_of(&call, NULL);
	assert_in_range(provider_left_ms(&provider), 9900, 10000);
	call.deadline_unix_ms = 1;
	provider = provider_of(&call, NULL);
	assert_int_equal(provider_left_ms(&provider), 1);
}

TEST(settles_a_share_and_the_entry_together)
{
	people_add(1);
	social_add_share(100, 1);
	social_add_try(100, "7", "Entry");
	social_add_try(100, "8", "Entry");
	settle("failed", "NULL", "7");
	assert_int_equal(people_count(COUNT_TRIES), 1);
	settle("shared", "'https://a.example/1'", "none");
	assert_string_equal(scratch_value("SELECT social_post_url FROM progress"),
		"https://a.example/1");
	assert_int_equal(people_count(COUNT_TRIES), 0);
	/* A late outcome changes nothing. */
	settle("shared", "'https://a.example/2'", "none");
	settle("failed", "NULL", "none");
	assert_true(is_state("shared"));
	assert_string_equal(scratch_value("SELECT social_post_url FROM progress"),
		"https://a.example/1");
	scratch_sql("DELETE FROM progress");
	people_expect_rows(0, "social_shares");
}
