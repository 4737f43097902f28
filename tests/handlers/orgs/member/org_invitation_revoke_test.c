#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_invitation_revoke, org_invitation_revoke};

static struct scratch_answer
revoke(unsigned caller)
{
	return org_call(
		&entry, caller, "{'slug': 'org-10', 'id': '%s'}", scratch_id("oinv", 60));
}

static void
ends_a_pending_invitation_once_or_again(void **state)
{
	(void)state;
	org_world("request");
	org_invite(60, "a@example.org", "member", "pending", "a", "1 day");
	assert_int_equal(revoke(ADMIN).problem, PROBLEM_NONE);
	assert_string_equal(
		scratch_value("SELECT status FROM org_invitations"), "revoked");
	assert_int_equal(revoke(OWNER).problem, PROBLEM_NONE);
}

static void
refuses_what_is_over(void **state)
{
	struct scratch_answer answer;

	(void)state;
	org_world("request");
	org_invite(60, "a@example.org", "member", "accepted", "a", "1 day");
	answer = revoke(OWNER);
	assert_int_equal(answer.problem, PROBLEM_INVALID_TRANSITION);
	assert_string_equal(
		answer.detail, "the invitation is accepted and cannot become revoked");
	scratch_sql("UPDATE org_invitations SET status = 'pending', expires_at = now()");
	assert_int_equal(revoke(OWNER).problem, PROBLEM_INVALID_TRANSITION);
}

static void
is_for_owners_and_admins(void **state)
{
	(void)state;
	org_world("request");
	org_invite(60, "a@example.org", "member", "pending", "a", "1 day");
	org_expect_managers_only(&entry,
		arena_printf(scratch_arena(), "{'slug': 'org-10', 'id': '%s'}",
			scratch_id("oinv", 60)));
}

static void
refuses_invitations_that_are_not_there(void **state)
{
	(void)state;
	org_world("request");
	assert_int_equal(revoke(OWNER).problem, PROBLEM_INVITATION_NOT_FOUND);
	org_invite(60, "a@example.org", "member", "pending", "a", "1 day");
	people_add_org(11, "public");
	org_join_as(11, OWNER, "owner");
	assert_int_equal(org_call(&entry, OWNER, "{'slug': 'org-11', 'id': '%s'}",
				 scratch_id("oinv", 60))
				 .problem,
		PROBLEM_INVITATION_NOT_FOUND);
	assert_int_equal(org_call(&entry, OWNER, "{'slug': 'org-12', 'id': '%s'}",
				 scratch_id("oinv", 60))
				 .problem,
		PROBLEM_ORG_NOT_FOUND);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		HANDLER_TEST(ends_a_pending_invitation_once_or_again),
		HANDLER_TEST(refuses_what_is_over),
		HANDLER_TEST(is_for_owners_and_admins),
		HANDLER_TEST(refuses_invitations_that_are_not_there),
	};

	scratch_open("orgs");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
