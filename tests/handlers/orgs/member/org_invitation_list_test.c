#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_org_invitation_list, org_invitation_list};

TEST(lists_pending_and_past_ones_newest_first)
{
	struct scratch_answer answer;

	org_world("request");
	org_invite(60, "a@example.org", "member", "pending", "a", "1 day");
	org_invite(61, "b@example.org", "admin", "pending", "b", "-1 second");
	org_invite(62, "c@example.org", "owner", "revoked", "c", "1 day");
	org_invite(63, "d@example.org", "member", "accepted", "d", "-1 day");
	answer = people_call(&entry, ADMIN, JSON({"slug": "org-10"}));
	assert_done(answer);
	assert_string_equal(org_each(scratch_at(&answer, "items"), "status"),
		"accepted revoked expired pending ");
	scratch_expect(answer,
		"{'items.3.id': '%s', 'items.3.email': 'a@example.org',"
		" 'items.3.invitedByName': 'Member 1', 'items.2.role': 'admin'}",
		scratch_id("oinv", 60));
}

TEST(names_the_member_instead_of_an_address_that_nobody_gave)
{
	struct scratch_answer answer;

	org_world("request");
	org_invite(60, "Member4@example.org", "member", "pending", "a", "1 day");
	scratch_sql("UPDATE org_invitations SET by_address = false");
	answer = people_call(&entry, ADMIN, JSON({"slug": "org-10"}));
	scratch_expect(answer,
		"{'items.0.email': '', 'items.0.memberName': 'Member 4',"
		" 'items.0.memberHandle': 'member-4'}");
	scratch_sql("UPDATE members SET email = 'new@example.org' WHERE id = '%s'",
		scratch_uuid_text(STRANGER));
	answer = people_call(&entry, ADMIN, JSON({"slug": "org-10"}));
	scratch_expect(answer,
		"{'items.0.email': '', 'items.0.memberName': null,"
		" 'items.0.memberHandle': null}");
	scratch_sql("UPDATE org_invitations SET by_address = true");
	answer = people_call(&entry, ADMIN, JSON({"slug": "org-10"}));
	scratch_expect(answer,
		"{'items.0.email': 'Member4@example.org', 'items.0.memberName': null}");
}

TEST(pages_without_gap_or_repetition)
{
	struct scratch_answer answer;

	org_world("request");
	for (unsigned i = 60; i < 63; i++)
		org_invite(i, scratch_printf("%u@example.org", i), "member", "pending",
			scratch_printf("%u", i), "1 day");
	scratch_sql("UPDATE org_invitations SET created_at = '2026-01-01Z', invited_by ="
		    " NULL");
	answer = people_call(&entry, OWNER, JSON({"slug": "org-10", "limit": 2}));
	assert_string_equal(org_each(scratch_at(&answer, "items"), "email"),
		"62@example.org 61@example.org ");
	scratch_expect(answer, "{'items.0.invitedByName': 'Former member'}");
	answer = people_call(&entry, OWNER,
		JSON({"slug": "org-10", "limit": 2, "cursor": "%s"}),
		scratch_string(&answer, "nextCursor"));
	assert_string_equal(
		org_each(scratch_at(&answer, "items"), "email"), "60@example.org ");
}

TEST(is_for_owners_and_admins)
{
	org_world("request");
	org_expect_managers_only(&entry, JSON({"slug": "org-10"}));
	assert_problem(people_call(&entry, OWNER, JSON({"slug": "org-11"})),
		PROBLEM_ORG_NOT_FOUND);
	assert_problem(
		people_call(&entry, OWNER, JSON({"slug": "org-10", "cursor": "x"})),
		PROBLEM_INVALID_CURSOR);
}
