#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {
	&op_org_join_request_respond, org_join_request_respond};

static struct scratch_answer
respond(unsigned caller, const char *decision)
{
	return org_call(&entry, caller,
		"{'slug': 'org-10', 'id': '%s', 'decision': '%s'}",
		scratch_id("jreq", REQUEST), decision);
}

static void
approves_or_declines_as_it_is_told(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	scratch_sql("SAVEPOINT undecided");
	answer = respond(OWNER, "approve");
	assert_string_equal(scratch_string(&answer, "status"), "approved");
	assert_int_equal(people_count("SELECT count(*) FROM org_members"), 4);
	assert_int_equal(respond(OWNER, "decline").problem, PROBLEM_INVALID_TRANSITION);
	scratch_sql("ROLLBACK TO SAVEPOINT undecided");
	answer = respond(ADMIN, "decline");
	assert_string_equal(scratch_string(&answer, "status"), "declined");
	assert_int_equal(people_count("SELECT count(*) FROM org_members"), 3);
}

static void
is_for_owners_and_admins(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	org_expect_managers_only(&entry,
		arena_printf(scratch_arena(),
			"{'slug': 'org-10', 'id': '%s', 'decision': 'approve'}",
			scratch_id("jreq", REQUEST)));
	answer = respond(OWNER, "perhaps");
	people_expect_fault(&answer, "#/decision", FAULT_ENUM);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(approves_or_declines_as_it_is_told),
		HANDLER_TEST(is_for_owners_and_admins),
	};

	scratch_open("orgs");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
