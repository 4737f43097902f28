/*
 * org_invitation_sender_test.c - an invitation depends on the permissions of its sender.
 */
#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry accept_entry = {
	&op_org_invitation_accept, org_invitation_accept};
static const struct op_entry preview_entry = {
	&op_org_invitation_preview, org_invitation_preview};
static const struct op_entry list_entry = {&op_org_invitation_list, org_invitation_list};
static const struct op_entry revoke_entry = {
	&op_org_invitation_revoke, org_invitation_revoke};
static const struct op_entry remove_entry = {&op_org_member_remove, org_member_remove};
static const struct op_entry leave_entry = {&op_org_leave, org_leave};
static const struct op_entry role_entry = {&op_org_member_set_role, org_member_set_role};

/* Adds four pending invitations: the admin's and the owner's to others, the owner's to
 * the admin's own address, and the admin's in another organization. */
static void
add_invitations(void)
{
	org_world("request");
	people_add_org(11, "public");
	people_join_as(11, ADMIN, "owner");
	org_invite(60, "second@example.org", "admin", "pending", "by admin", "1 day");
	org_invite(61, "third@example.org", "member", "pending", "by owner", "1 day");
	org_invite(62, "Member2@example.org", "admin", "pending", "to admin", "1 day");
	org_invite(63, "fourth@example.org", "member", "pending", "elsewhere", "1 day");
	scratch_sql(
		"UPDATE org_invitations SET invited_by = '%s' WHERE id IN ('%s', '%s')",
		scratch_uuid_text(ADMIN), scratch_uuid_text(60), scratch_uuid_text(63));
	scratch_sql("UPDATE org_invitations SET org_id = '%s' WHERE id = '%s'",
		scratch_uuid_text(11), scratch_uuid_text(63));
}

/* The states of all, in the order of their numbers. */
static const char *
states(void)
{
	return scratch_value(
		"SELECT string_agg(status, ' ' ORDER BY id) FROM org_invitations");
}

static enum problem
set_role(unsigned caller, unsigned member, const char *role)
{
	return people_call(&role_entry, caller,
		JSON({"slug": "org-10", "userId": "%s", "role": "%s"}),
		scratch_id("usr", member), role)
		.problem;
}

static enum problem
remove_as(unsigned caller, unsigned member)
{
	return people_call(&remove_entry, caller,
		JSON({"slug": "org-10", "userId": "%s"}), scratch_id("usr", member))
		.problem;
}

TEST(who_is_removed_neither_sends_nor_comes_back)
{
	add_invitations();
	assert_int_equal(remove_as(OWNER, ADMIN), PROBLEM_NONE);
	assert_string_equal(states(), "revoked pending revoked pending");
	assert_problem(people_call(&accept_entry, ADMIN, JSON({"token": "to admin"})),
		PROBLEM_INVITATION_REVOKED);
}

TEST(who_leaves_can_be_asked_back)
{
	add_invitations();
	scratch_sql("SAVEPOINT leaving");
	assert_done(people_call(&leave_entry, ADMIN, JSON({"slug": "org-10"})));
	assert_string_equal(states(), "revoked pending pending pending");
	scratch_sql("ROLLBACK TO SAVEPOINT leaving");
	assert_int_equal(remove_as(ADMIN, ADMIN), PROBLEM_NONE);
	assert_string_equal(states(), "revoked pending pending pending");
}

TEST(what_is_over_stays_as_it_is)
{
	add_invitations();
	scratch_sql("UPDATE org_invitations SET status = 'accepted'");
	assert_int_equal(remove_as(OWNER, ADMIN), PROBLEM_NONE);
	assert_string_equal(states(), "accepted accepted accepted accepted");
}

TEST(a_member_has_none_that_it_sent_as_an_admin)
{
	add_invitations();
	assert_int_equal(set_role(OWNER, ADMIN, "owner"), PROBLEM_NONE);
	assert_int_equal(set_role(OWNER, ADMIN, "admin"), PROBLEM_NONE);
	assert_string_equal(states(), "pending pending pending pending");
	assert_int_equal(set_role(OWNER, ADMIN, "member"), PROBLEM_NONE);
	assert_string_equal(states(), "revoked pending pending pending");
}

TEST(an_admin_has_none_that_make_owners)
{
	add_invitations();
	assert_int_equal(set_role(OWNER, ADMIN, "owner"), PROBLEM_NONE);
	scratch_sql("UPDATE org_invitations SET role = 'owner' WHERE id = '%s'",
		scratch_uuid_text(61));
	assert_int_equal(set_role(ADMIN, OWNER, "admin"), PROBLEM_NONE);
	assert_string_equal(states(), "pending revoked pending pending");
}

static void
suspend(unsigned member, bool suspended)
{
	scratch_sql("UPDATE members SET status = '%s' WHERE id = '%s'",
		suspended ? "suspended" : "active", scratch_uuid_text(member));
}

static void
expect_previewed(const char *status)
{
	const struct principal anybody = scratch_anonymous();

	struct scratch_answer answer =
		scratch_call(&preview_entry, &anybody, JSON({"token": "by admin"}));

	assert_string_equal(scratch_string(&answer, "status"), status);
}

TEST(those_of_a_suspended_member_are_of_no_use_meanwhile)
{
	struct scratch_answer answer;

	add_invitations();
	scratch_sql("UPDATE org_invitations SET email = 'member4@example.org'"
		    " WHERE id = '%s'",
		scratch_uuid_text(60));
	suspend(ADMIN, true);
	expect_previewed("revoked");
	answer = people_call(&list_entry, OWNER, JSON({"slug": "org-10"}));
	assert_string_equal(org_each(scratch_at(&answer, "items"), "status"),
		"pending pending revoked ");
	assert_problem(people_call(&accept_entry, STRANGER, JSON({"token": "by admin"})),
		PROBLEM_INVITATION_REVOKED);
	suspend(ADMIN, false);
	expect_previewed("pending");
	assert_done(people_call(&accept_entry, STRANGER, JSON({"token": "by admin"})));
}

TEST(one_of_a_suspended_member_can_be_ended_for_good)
{
	add_invitations();
	suspend(ADMIN, true);
	assert_done(people_call(&revoke_entry, OWNER,
		JSON({"slug": "org-10", "id": "%s"}), scratch_id("oinv", 60)));
	suspend(ADMIN, false);
	expect_previewed("revoked");
	assert_string_equal(states(), "revoked pending pending pending");
}

TEST(those_of_a_former_member_are_revoked)
{
	add_invitations();
	people_join_as(10, STRANGER, "owner");
	people_end_account(OWNER);
	assert_string_equal(states(), "pending revoked revoked pending");
}
