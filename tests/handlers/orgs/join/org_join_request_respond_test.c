#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {
	&op_org_join_request_respond, org_join_request_respond};

static struct scratch_answer
respond(unsigned caller, const char *decision)
{
	return people_call(&entry, caller,
		JSON({"slug": "org-10", "id": "%s", "decision": "%s"}),
		scratch_id("jreq", REQUEST), decision);
}

TEST(approves_or_declines_as_it_is_told)
{
	org_world("request");
	scratch_sql("SAVEPOINT undecided");
	scratch_expect(respond(OWNER, "approve"), "{'status': 'approved'}");
	people_expect_rows(4, "org_members");
	assert_problem(respond(OWNER, "decline"), PROBLEM_INVALID_TRANSITION);
	scratch_sql("ROLLBACK TO SAVEPOINT undecided");
	scratch_expect(respond(ADMIN, "decline"), "{'status': 'declined'}");
	people_expect_rows(3, "org_members");
}

TEST(is_for_owners_and_admins)
{
	org_world("request");
	org_expect_managers_only(&entry,
		scratch_printf(
			JSON({"slug": "org-10", "id": "%s", "decision": "approve"}),
			scratch_id("jreq", REQUEST)));
	people_expect_fault(respond(OWNER, "perhaps"), "#/decision", FAULT_ENUM);
}
