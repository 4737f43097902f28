#include "services/media/social/social_sweep.h"

#include "tests/handlers/media/social_fixture.h"

/* Runs a step of a task with the role of media. */
static bool
step(bool (*of_task)(struct call *call))
{
	struct call call = {.arena = scratch_arena(), .db = scratch_open(NULL)};
	bool more;

	scratch_sql("SET ROLE \"%smedia\"", config()->role_prefix.data);
	more = of_task(&call);
	scratch_sql("RESET ROLE");
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	return more;
}

TEST(forgets_attempts_that_are_over)
{
	for (unsigned member = 1; member <= 103; member++) {
		people_add(member);
		social_begin(member, scratch_printf("state-%u", member),
			member < 3 ? "now() - interval '1 minute'"
				   : "now() - interval '3 minutes'");
	}
	assert_true(step(social_sweep_step));
	people_expect_rows(3, "social_links");
	assert_true(step(social_sweep_step));
	assert_false(step(social_sweep_step));
	people_expect_rows(2, "social_links");
}

TEST(tries_to_revoke_a_token_again_later_and_then_no_more)
{
	people_add(1);
	social_add(1, SOCIAL_URL, "NULL");
	scratch_sql("DELETE FROM social_accounts");
	assert_true(step(social_sweep_revoke_step));
	assert_false(step(social_sweep_revoke_step));
	people_expect_rows(1,
		"social_revocations WHERE tries = 1"
		" AND next_try_at = now() + interval '5 seconds'");
	scratch_sql("UPDATE social_revocations SET tries = 7, next_try_at = now()");
	assert_true(step(social_sweep_revoke_step));
	assert_false(step(social_sweep_revoke_step));
	people_expect_rows(0, "social_revocations");
}

/* The provider may be configured again, after a setting was missing for a moment. */
TEST(keeps_a_token_of_a_provider_that_is_not_set_up_for_two_days)
{
	people_add(1);
	social_add(1, "https://elsewhere.example", "NULL");
	scratch_sql("DELETE FROM social_accounts");
	assert_false(step(social_sweep_revoke_step));
	people_expect_rows(1, "social_revocations WHERE tries = 0");
	scratch_sql("UPDATE social_revocations SET since = now() - interval '49 hours'");
	assert_false(step(social_sweep_revoke_step));
	people_expect_rows(0, "social_revocations");
}

TEST(forgets_a_token_that_cannot_be_read)
{
	people_add(1);
	social_add(1, SOCIAL_URL, "NULL");
	scratch_sql("UPDATE social_accounts SET token = 'sealed by another key'");
	scratch_sql("DELETE FROM social_revocations");
	scratch_sql("DELETE FROM social_accounts");
	assert_true(step(social_sweep_revoke_step));
	people_expect_rows(0, "social_revocations");
}

TEST(a_member_who_leaves_takes_the_account_along)
{
	people_add_all(2);
	for (unsigned member = 1; member <= 2; member++) {
		social_add(member, SOCIAL_URL, "NULL");
		social_add_share(100 + member, member);
	}
	people_end_account(1);
	people_expect_rows(1, "social_accounts");
	people_expect_rows(1, "social_shares");
	people_expect_rows(1, "social_revocations");
}
