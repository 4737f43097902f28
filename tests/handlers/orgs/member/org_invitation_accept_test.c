#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_invitation_accept, org_invitation_accept};

static struct scratch_answer
accept(unsigned caller)
{
	return people_call(&entry, caller, JSON({"token": "word"}));
}

TEST(lets_the_address_in_with_the_invited_role)
{
	org_world("invite_only");
	org_invite(60, "MEMBER4@example.ORG", "admin", "pending", "word", "1 day");
	scratch_expect(accept(STRANGER), "{'slug': 'org-10', 'memberCount': 4}");
	assert_string_equal(scratch_value("SELECT role FROM org_members"
					  " WHERE member_id = '%s'",
				    scratch_uuid_text(STRANGER)),
		"admin");
	assert_string_equal(
		scratch_value("SELECT status FROM org_invitations"), "accepted");
	assert_int_equal(people_notices("org_joined", OWNER), 1);
	org_expect_sound();
}

TEST(audits_who_becomes_more_than_a_member)
{
	static const char audited[] =
		"SELECT count(*) FROM audit WHERE action = 'org.set_role'";

	org_world("invite_only");
	org_invite(60, "member4@example.org", "admin", "pending", "word", "1 day");
	accept(STRANGER);
	assert_int_equal(people_count(audited), 1);
	assert_string_equal(scratch_value("SELECT subject_id FROM audit"),
		scratch_uuid_text(STRANGER));
	accept(STRANGER);
	assert_int_equal(people_count(audited), 1);
}

TEST(mails_the_owners_about_an_admin_whom_somebody_invited)
{
	org_world("invite_only");
	org_invite(60, "member4@example.org", "admin", "pending", "word", "1 day");
	assert_done(accept(STRANGER));
	people_expect_rows(1,
		"outbox WHERE payload ->> 'template' = 'role_given'"
		" AND payload ->> 'toAddress' = 'member%d@example.org'"
		" AND payload ->> 'note' LIKE '@member-%d: admin of %%'",
		OWNER, STRANGER);
}

TEST(audits_and_mails_no_new_member)
{
	org_world("invite_only");
	org_invite(60, "member4@example.org", "member", "pending", "word", "1 day");
	assert_done(accept(STRANGER));
	people_expect_rows(0, "audit");
	people_expect_rows(0, "outbox WHERE payload ->> 'template' = 'role_given'");
}

TEST(accepting_twice_answers_the_organization)
{
	org_world("request");
	org_invite(60, "member4@example.org", "member", "pending", "word", "1 day");
	accept(STRANGER);
	scratch_expect(accept(STRANGER), "{'memberCount': 4}");
	assert_int_equal(people_notices("org_joined", OWNER), 1);
}

TEST(is_used_once_even_by_who_was_removed)
{
	org_world("request");
	org_invite(60, "member4@example.org", "member", "accepted", "word", "1 day");
	assert_problem(accept(STRANGER), PROBLEM_INVITATION_EXPIRED);
	people_expect_rows(3, "org_members");
}

TEST(settles_the_pending_request)
{
	org_world("request");
	org_invite(60, "member6@example.org", "member", "pending", "word", "1 day");
	assert_done(accept(REQUESTER));
	assert_string_equal(
		scratch_value("SELECT status FROM org_join_requests"), "approved");
	org_expect_sound();
}

TEST(refuses_everybody_else_and_names_the_address_masked)
{
	static const enum problem expected[PERSON_END] = {
		[OWNER] = PROBLEM_INVITATION_EMAIL_MISMATCH,
		[ADMIN] = PROBLEM_INVITATION_EMAIL_MISMATCH,
		[MEMBER] = PROBLEM_INVITATION_EMAIL_MISMATCH,
		[PLATFORM_ADMIN] = PROBLEM_INVITATION_EMAIL_MISMATCH,
		[REQUESTER] = PROBLEM_INVITATION_EMAIL_MISMATCH};

	org_world("open");
	org_invite(60, "member4@example.org", "member", "pending", "word", "1 day");
	people_expect(&entry, JSON({"token": "word"}), expected, PERSON_END);
	assert_string_equal(
		accept(MEMBER).detail, "the invitation is for m…@example.org");
}

TEST(refuses_what_is_over)
{
	org_world("request");
	org_invite(60, "member4@example.org", "member", "pending", "word", "0 seconds");
	assert_problem(accept(STRANGER), PROBLEM_INVITATION_EXPIRED);
	assert_problem(accept(MEMBER), PROBLEM_INVITATION_EMAIL_MISMATCH);
	scratch_sql("UPDATE org_invitations SET status = 'revoked'");
	assert_problem(accept(STRANGER), PROBLEM_INVITATION_REVOKED);
	assert_problem(people_call(&entry, STRANGER, JSON({"token": "other"})),
		PROBLEM_INVITATION_NOT_FOUND);
	people_expect_rows(3, "org_members");
}
