#include "tests/handlers/media/social_fixture.h"

static const struct op_entry entry = {&op_social_redeem, social_redeem};

#define UNUSED "SELECT count(*) FROM social_links WHERE used_at IS NULL"

TEST(takes_a_state_of_the_caller_once_and_in_time)
{
	people_add_all(2);
	social_begin(1, "state", "now() + interval '1 minute'");
	people_expect_fault(
		social_call(&entry, 2, JSON({"state": "state", "code": "code"})),
		"#/state", FAULT_NOT_ALLOWED);
	assert_int_equal(people_count(UNUSED), 1);
	assert_problem(social_call(&entry, 1,
			       JSON({"state": "state", "error": "access_denied"})),
		PROBLEM_SOCIAL_NOT_LINKED);
	assert_int_equal(people_count(UNUSED), 0);
	people_expect_fault(
		social_call(&entry, 1, JSON({"state": "state", "code": "code"})),
		"#/state", FAULT_NOT_ALLOWED);
	scratch_sql("UPDATE social_links SET used_at = NULL, expires_at = now()");
	people_expect_fault(
		social_call(&entry, 1, JSON({"state": "state", "code": "code"})),
		"#/state", FAULT_NOT_ALLOWED);
}

TEST(says_that_the_provider_does_not_answer)
{
	people_add(1);
	social_begin(1, "state", "now() + interval '1 minute'");
	assert_problem(social_call(&entry, 1, JSON({"state": "state", "code": "code"})),
		PROBLEM_SOCIAL_UNAVAILABLE);
	people_expect_rows(0, "social_links WHERE token IS NOT NULL");
}

/* A verifier that was moved to another member's row cannot be decrypted. */
TEST(opens_no_verifier_of_another_member)
{
	people_add_all(2);
	social_begin(1, "state", "now() + interval '1 minute'");
	scratch_sql("UPDATE social_links SET member_id = '%s'", scratch_uuid_text(2));
	people_expect_fault(
		social_call(&entry, 2, JSON({"state": "state", "code": "code"})),
		"#/state", FAULT_NOT_ALLOWED);
}
