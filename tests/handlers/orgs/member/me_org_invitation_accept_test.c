#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {
	&op_me_org_invitation_accept, me_org_invitation_accept};

static struct scratch_answer
accept(unsigned caller)
{
	return people_call(&entry, caller, JSON({"id": "%s"}), scratch_id("oinv", 60));
}

TEST(lets_the_invited_member_in)
{
	org_world("invite_only");
	org_invite(60, "MEMBER4@example.ORG", "admin", "pending", "word", "1 day");
	scratch_expect(accept(STRANGER), "{'slug': 'org-10', 'memberCount': 4}");
	assert_string_equal(
		scratch_value("SELECT role FROM org_members WHERE member_id = '%s'",
			scratch_uuid_text(STRANGER)),
		"admin");
	assert_int_equal(people_notices("org_joined", OWNER), 1);
	scratch_expect(accept(STRANGER), "{'memberCount': 4}");
	assert_int_equal(people_notices("org_joined", OWNER), 1);
	org_expect_sound();
}

TEST(ends_the_notification_of_the_invitation)
{
	org_world("invite_only");
	org_invite(60, "member4@example.org", "member", "pending", "word", "1 day");
	people_tell(STRANGER, "org_invitation", 10, OWNER);
	assert_done(accept(STRANGER));
	assert_int_equal(people_unread(STRANGER), 0);
}

TEST(an_invitation_to_another_address_is_not_found)
{
	static const enum problem expected[PERSON_END] = {
		[OWNER] = PROBLEM_INVITATION_NOT_FOUND,
		[ADMIN] = PROBLEM_INVITATION_NOT_FOUND,
		[MEMBER] = PROBLEM_INVITATION_NOT_FOUND,
		[PLATFORM_ADMIN] = PROBLEM_INVITATION_NOT_FOUND,
		[REQUESTER] = PROBLEM_INVITATION_NOT_FOUND};

	org_world("open");
	org_invite(60, "member4@example.org", "member", "pending", "word", "1 day");
	people_expect(&entry, scratch_printf(JSON({"id": "%s"}), scratch_id("oinv", 60)),
		expected, PERSON_END);
	assert_problem(
		people_call(&entry, STRANGER, JSON({"id": "%s"}), scratch_id("oinv", 61)),
		PROBLEM_INVITATION_NOT_FOUND);
}

TEST(refuses_what_is_over)
{
	org_world("request");
	org_invite(60, "member4@example.org", "member", "pending", "word", "0 seconds");
	assert_problem(accept(STRANGER), PROBLEM_INVITATION_EXPIRED);
	scratch_sql("UPDATE org_invitations SET expires_at = now() + interval '1 day'");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(OWNER));
	assert_problem(accept(STRANGER), PROBLEM_INVITATION_REVOKED);
	scratch_sql("UPDATE org_invitations SET status = 'revoked'");
	assert_problem(accept(STRANGER), PROBLEM_INVITATION_REVOKED);
	people_expect_rows(3, "org_members");
}

/* The answer would be the organization as it is now. */
TEST(a_former_member_learns_nothing_by_accepting_again)
{
	org_world("invite_only");
	org_invite(60, "member4@example.org", "member", "pending", "word", "1 day");
	assert_done(accept(STRANGER));
	assert_done(accept(STRANGER));
	scratch_sql("DELETE FROM org_members WHERE member_id = '%s'",
		scratch_uuid_text(STRANGER));
	assert_problem(accept(STRANGER), PROBLEM_INVITATION_EXPIRED);
}
