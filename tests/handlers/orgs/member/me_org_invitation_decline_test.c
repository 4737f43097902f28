#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {
	&op_me_org_invitation_decline, me_org_invitation_decline};
static const struct op_entry accept = {
	&op_me_org_invitation_accept, me_org_invitation_accept};

static enum problem
decline(unsigned caller)
{
	return people_call(&entry, caller, JSON({"id": "%s"}), scratch_id("oinv", 60))
		.problem;
}

TEST(ends_the_invitation_which_then_reads_revoked)
{
	org_world("invite_only");
	org_invite(60, "MEMBER4@example.ORG", "admin", "pending", "word", "1 day");
	assert_int_equal(decline(STRANGER), PROBLEM_NONE);
	assert_string_equal(
		scratch_value("SELECT status FROM org_invitations"), "revoked");
	assert_int_equal(decline(STRANGER), PROBLEM_NONE);
	assert_problem(people_call(&accept, STRANGER, JSON({"id": "%s"}),
			       scratch_id("oinv", 60)),
		PROBLEM_INVITATION_REVOKED);
	people_expect_rows(3, "org_members");
}

TEST(ends_the_notification_of_the_invitation)
{
	org_world("invite_only");
	org_invite(60, "member4@example.org", "member", "pending", "word", "1 day");
	people_tell(STRANGER, "org_invitation", 10, OWNER);
	assert_int_equal(decline(STRANGER), PROBLEM_NONE);
	assert_int_equal(people_unread(STRANGER), 0);
}

TEST(ends_it_for_good_while_its_sender_is_suspended)
{
	org_world("request");
	org_invite(60, "member4@example.org", "member", "pending", "word", "1 day");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(OWNER));
	assert_int_equal(decline(STRANGER), PROBLEM_NONE);
	assert_string_equal(
		scratch_value("SELECT status FROM org_invitations"), "revoked");
}

TEST(refuses_what_is_accepted_or_expired)
{
	org_world("request");
	org_invite(60, "member4@example.org", "member", "accepted", "word", "1 day");
	assert_int_equal(decline(STRANGER), PROBLEM_INVALID_TRANSITION);
	scratch_sql("UPDATE org_invitations SET status = 'pending', expires_at = now()");
	assert_int_equal(decline(STRANGER), PROBLEM_INVITATION_EXPIRED);
	assert_string_equal(
		scratch_value("SELECT status FROM org_invitations"), "pending");
}

TEST(an_invitation_to_another_address_is_not_found)
{
	org_world("request");
	org_invite(60, "member4@example.org", "member", "pending", "word", "1 day");
	for (unsigned i = OWNER; i < PERSON_END; i++) {
		if (i != STRANGER)
			assert_int_equal(decline(i), PROBLEM_INVITATION_NOT_FOUND);
	}
	assert_string_equal(
		scratch_value("SELECT status FROM org_invitations"), "pending");
}
