#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {
	&op_org_join_request_approve, org_join_request_approve};

static struct scratch_answer
approve(unsigned caller)
{
	return org_call(&entry, caller, "{'slug': 'org-10', 'id': '%s'}",
		scratch_id("jreq", REQUEST));
}

static void
lets_who_asked_in_and_tells_so(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	answer = approve(ADMIN);
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "status"), "approved");
	assert_false(json_is_null(scratch_at(&answer, "decidedAt")));
	assert_int_equal(
		people_count("SELECT count(*) FROM org_members WHERE role = 'member'"
			     " AND member_id = '%s'",
			scratch_uuid_text(REQUESTER)),
		1);
	assert_int_equal(people_count("SELECT member_count FROM orgs"), 4);
	assert_int_equal(org_notices("join_request_approved", REQUESTER), 1);
	org_expect_sound();
}

static void
approving_again_changes_nothing(void **state)
{
	struct scratch_answer first, second;

	(void)state;
	org_world("request");
	first = approve(ADMIN);
	second = approve(OWNER);
	assert_string_equal(first.text, second.text);
	assert_int_equal(org_notices_in_all("join_request_approved"), 1);
	scratch_sql("DELETE FROM org_members WHERE member_id = '%s'",
		scratch_uuid_text(REQUESTER));
	scratch_sql("UPDATE orgs SET member_count = 3");
	assert_int_equal(approve(OWNER).problem, PROBLEM_NONE);
	assert_int_equal(people_count("SELECT count(*) FROM org_members"), 3);
}

static void
refuses_what_was_declined(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	scratch_sql(
		"UPDATE org_join_requests SET status = 'declined', decided_at = now()");
	answer = approve(OWNER);
	assert_int_equal(answer.problem, PROBLEM_INVALID_TRANSITION);
	assert_string_equal(
		answer.detail, "the request is declined and cannot become approved");
}

static void
is_for_owners_and_admins(void **state)
{
	const char *json;

	(void)state;
	org_world("request");
	json = arena_printf(scratch_arena(), "{'slug': 'org-10', 'id': '%s'}",
		scratch_id("jreq", REQUEST));
	org_expect_managers_only(&entry, json);
}

static void
refuses_requests_that_are_not_there(void **state)
{
	(void)state;
	org_world("request");
	people_add_org(11, "public");
	org_join_as(11, OWNER, "owner");
	assert_int_equal(org_call(&entry, OWNER, "{'slug': 'org-11', 'id': '%s'}",
				 scratch_id("jreq", REQUEST))
				 .problem,
		PROBLEM_JOIN_REQUEST_NOT_FOUND);
	assert_int_equal(org_call(&entry, OWNER, "{'slug': 'org-10', 'id': '%s'}",
				 scratch_id("jreq", 999))
				 .problem,
		PROBLEM_JOIN_REQUEST_NOT_FOUND);
	assert_int_equal(org_call(&entry, OWNER, "{'slug': 'org-10', 'id': 'x'}").problem,
		PROBLEM_JOIN_REQUEST_NOT_FOUND);
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(REQUESTER));
	assert_int_equal(approve(OWNER).problem, PROBLEM_JOIN_REQUEST_NOT_FOUND);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(lets_who_asked_in_and_tells_so),
		HANDLER_TEST(approving_again_changes_nothing),
		HANDLER_TEST(refuses_what_was_declined),
		HANDLER_TEST(is_for_owners_and_admins),
		HANDLER_TEST(refuses_requests_that_are_not_there),
	};

	scratch_open("orgs");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
