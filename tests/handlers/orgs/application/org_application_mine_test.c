#include "tests/handlers/orgs/application_fixture.h"

static const struct op_entry entry = {&op_org_application_mine, org_application_mine};

TEST(answers_the_latest)
{
	struct scratch_answer answer;

	org_world("request");
	application_add(50, STRANGER, "declined");
	application_add(51, STRANGER, "approved");
	application_add(52, MEMBER, "pending");
	answer = org_call(&entry, STRANGER, "{}");
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "id"), scratch_id("oapp", 51));
	assert_string_equal(scratch_string(&answer, "status"), "approved");
	assert_string_equal(
		scratch_string(&answer, "organizationId"), scratch_id("org", 51));
}

TEST(refuses_who_never_applied)
{
	org_world("request");
	application_add(50, STRANGER, "pending");
	assert_int_equal(org_call(&entry, MEMBER, "{}").problem,
		PROBLEM_ORG_APPLICATION_NOT_FOUND);
}
