#include "tests/handlers/orgs/application_fixture.h"

static const struct op_entry entry = {&op_org_application_mine, org_application_mine};

TEST(answers_the_latest)
{
	struct scratch_answer answer;

	org_world("request");
	application_add(50, STRANGER, "declined");
	application_add(51, STRANGER, "approved");
	application_add(52, MEMBER, "pending");
	answer = people_call(&entry, STRANGER, "{}");
	scratch_expect(&answer,
		"{'id': '%s', 'status': 'approved', 'organizationId': '%s'}",
		scratch_id("oapp", 51), scratch_id("org", 51));
}

TEST(refuses_who_never_applied)
{
	org_world("request");
	application_add(50, STRANGER, "pending");
	assert_int_equal(people_call(&entry, MEMBER, "{}").problem,
		PROBLEM_ORG_APPLICATION_NOT_FOUND);
}
