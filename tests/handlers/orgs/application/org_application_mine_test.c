#include "tests/handlers/orgs/application_fixture.h"

static const struct op_entry entry = {&op_org_application_mine, org_application_mine};

TEST(answers_the_latest)
{
	org_world("request");
	application_add(50, STRANGER, "declined");
	application_add(51, STRANGER, "approved");
	application_add(52, MEMBER, "pending");
	scratch_expect(people_call(&entry, STRANGER, "{}"),
		"{'id': '%s', 'status': 'approved', 'organizationId': '%s'}",
		scratch_id("oapp", 51), scratch_id("org", 51));
}

TEST(refuses_who_never_applied)
{
	org_world("request");
	application_add(50, STRANGER, "pending");
	assert_problem(
		people_call(&entry, MEMBER, "{}"), PROBLEM_ORG_APPLICATION_NOT_FOUND);
}
