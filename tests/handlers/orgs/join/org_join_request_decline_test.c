#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {
	&op_org_join_request_decline, org_join_request_decline};

static struct scratch_answer
decline(unsigned caller)
{
	return org_call(&entry, caller, "{'slug': 'org-10', 'id': '%s'}",
		scratch_id("jreq", REQUEST));
}

static void
keeps_who_asked_out_and_tells_so(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	answer = decline(ADMIN);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "status"), "declined");
	assert_false(json_is_null(scratch_at(&answer, "decidedAt")));
	assert_int_equal(people_count("SELECT count(*) FROM org_members"), 3);
	assert_int_equal(org_notices("join_request_declined", REQUESTER), 1);
	org_expect_sound();
}

static void
declining_again_changes_nothing(void **state)
{
	struct scratch_answer first, second;

	(void)state;
	org_world("request");
	first = decline(ADMIN);
	second = decline(OWNER);
	assert_string_equal(first.text, second.text);
	assert_int_equal(org_notices_in_all("join_request_declined"), 1);
}

static void
refuses_what_was_approved(void **state)
{
	(void)state;
	org_world("request");
	scratch_sql(
		"UPDATE org_join_requests SET status = 'approved', decided_at = now()");
	assert_int_equal(decline(OWNER).problem, PROBLEM_INVALID_TRANSITION);
}

static void
is_for_owners_and_admins(void **state)
{
	(void)state;
	org_world("request");
	org_expect_managers_only(&entry,
		arena_printf(scratch_arena(), "{'slug': 'org-10', 'id': '%s'}",
			scratch_id("jreq", REQUEST)));
	assert_int_equal(org_call(&entry, OWNER, "{'slug': 'org-10', 'id': '%s'}",
				 scratch_id("jreq", 999))
				 .problem,
		PROBLEM_JOIN_REQUEST_NOT_FOUND);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(keeps_who_asked_out_and_tells_so),
		HANDLER_TEST(declining_again_changes_nothing),
		HANDLER_TEST(refuses_what_was_approved),
		HANDLER_TEST(is_for_owners_and_admins),
	};

	scratch_open("orgs");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
