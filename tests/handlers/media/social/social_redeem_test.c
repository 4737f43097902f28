#include "tests/handlers/media/social_fixture.h"

static const struct op_entry entry = {&op_social_redeem, social_redeem};

#define UNUSED "SELECT count(*) FROM social_links WHERE used_at IS NULL"

TEST(takes_a_state_of_the_caller_once_and_in_time)
{
	struct scratch_answer answer;

	people_add(1);
	people_add(2);
	social_begin(1, "state", "now() + interval '1 minute'");
	answer = social_call(&entry, 2, JSON({"state": "state", "code": "code"}));
	people_expect_fault(&answer, "#/state", FAULT_NOT_ALLOWED);
	assert_int_equal(people_count(UNUSED), 1);
	answer = social_call(
		&entry, 1, JSON({"state": "state", "error": "access_denied"}));
	assert_int_equal(answer.problem, PROBLEM_SOCIAL_NOT_LINKED);
	assert_int_equal(people_count(UNUSED), 0);
	answer = social_call(&entry, 1, JSON({"state": "state", "code": "code"}));
	people_expect_fault(&answer, "#/state", FAULT_NOT_ALLOWED);
	scratch_sql("UPDATE social_links SET used_at = NULL, expires_at = now()");
	answer = social_call(&entry, 1, JSON({"state": "state", "code": "code"}));
	people_expect_fault(&answer, "#/state", FAULT_NOT_ALLOWED);
}

TEST(says_that_the_provider_does_not_answer)
{
	struct scratch_answer answer;

	people_add(1);
	social_begin(1, "state", "now() + interval '1 minute'");
	answer = social_call(&entry, 1, JSON({"state": "state", "code": "code"}));
	assert_int_equal(answer.problem, PROBLEM_SOCIAL_UNAVAILABLE);
	people_expect_rows(0, "social_links WHERE token IS NOT NULL");
}

/* A verifier that was moved to another member's row cannot be decrypted. */
TEST(opens_no_verifier_of_another_member)
{
	struct scratch_answer answer;

	people_add(1);
	people_add(2);
	social_begin(1, "state", "now() + interval '1 minute'");
	scratch_sql("UPDATE social_links SET member_id = '%s'", scratch_uuid_text(2));
	answer = social_call(&entry, 2, JSON({"state": "state", "code": "code"}));
	people_expect_fault(&answer, "#/state", FAULT_NOT_ALLOWED);
}
