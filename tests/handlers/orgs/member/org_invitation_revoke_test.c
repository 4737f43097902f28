#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_invitation_revoke, org_invitation_revoke};

static struct scratch_answer
revoke(unsigned caller)
{
	return people_call(&entry, caller, JSON({"slug": "org-10", "id": "%s"}),
		scratch_id("oinv", 60));
}

TEST(ends_a_pending_invitation_once_or_again)
{
	org_world("request");
	org_invite(60, "a@example.org", "member", "pending", "a", "1 day");
	assert_done(revoke(ADMIN));
	assert_string_equal(
		scratch_value("SELECT status FROM org_invitations"), "revoked");
	assert_done(revoke(OWNER));
}

TEST(refuses_what_is_over)
{
	struct scratch_answer answer;

	org_world("request");
	org_invite(60, "a@example.org", "member", "accepted", "a", "1 day");
	answer = revoke(OWNER);
	assert_problem(answer, PROBLEM_INVALID_TRANSITION);
	assert_string_equal(
		answer.detail, "the invitation is accepted and cannot become revoked");
	scratch_sql("UPDATE org_invitations SET status = 'pending', expires_at = now()");
	assert_problem(revoke(OWNER), PROBLEM_INVALID_TRANSITION);
}

TEST(is_for_owners_and_admins)
{
	org_world("request");
	org_invite(60, "a@example.org", "member", "pending", "a", "1 day");
	org_expect_managers_only(&entry,
		scratch_printf(
			JSON({"slug": "org-10", "id": "%s"}), scratch_id("oinv", 60)));
}

TEST(refuses_invitations_that_are_not_there)
{
	org_world("request");
	assert_problem(revoke(OWNER), PROBLEM_INVITATION_NOT_FOUND);
	org_invite(60, "a@example.org", "member", "pending", "a", "1 day");
	people_add_org(11, "public");
	people_join_as(11, OWNER, "owner");
	assert_problem(people_call(&entry, OWNER, JSON({"slug": "org-11", "id": "%s"}),
			       scratch_id("oinv", 60)),
		PROBLEM_INVITATION_NOT_FOUND);
	assert_problem(people_call(&entry, OWNER, JSON({"slug": "org-12", "id": "%s"}),
			       scratch_id("oinv", 60)),
		PROBLEM_ORG_NOT_FOUND);
}
