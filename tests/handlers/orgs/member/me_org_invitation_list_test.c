#include "tests/handlers/orgs/org_fixture.h"

static const struct op_entry entry = {&op_me_org_invitation_list, me_org_invitation_list};

static struct scratch_answer
list_as(unsigned caller)
{
	return people_call(&entry, caller, "{}");
}

TEST(lists_what_is_pending_for_the_callers_address)
{
	org_world("invite_only");
	org_invite(60, "MEMBER4@example.ORG", "admin", "pending", "one", "1 day");
	org_invite(61, "member6@example.org", "member", "pending", "two", "1 day");
	scratch_expect(list_as(STRANGER),
		"{'items.length': 1, 'items.0.id': '%s', 'items.0.orgSlug': 'org-10',"
		" 'items.0.orgName': 'Org 10', 'items.0.role': 'admin',"
		" 'items.0.invitedByName': 'Member 1', 'nextCursor': null}",
		scratch_id("oinv", 60));
	scratch_expect(list_as(MEMBER), "{'items.length': 0}");
}

TEST(leaves_out_what_is_answered_expired_or_sent_by_a_suspended_member)
{
	static const char *const over[] = {
		"UPDATE org_invitations SET status = 'revoked'",
		"UPDATE org_invitations SET status = 'accepted'",
		"UPDATE org_invitations SET expires_at = now()",
		"UPDATE members SET status = 'suspended' WHERE email LIKE 'member1@%'",
	};

	org_world("request");
	org_invite(60, "member4@example.org", "member", "pending", "one", "1 day");
	for (size_t i = 0; i < COUNT_OF(over); i++) {
		scratch_sql("SAVEPOINT over");
		scratch_sql("%s", over[i]);
		scratch_expect(list_as(STRANGER), "{'items.length': 0}");
		scratch_sql("ROLLBACK TO SAVEPOINT over");
	}
	scratch_expect(list_as(STRANGER), "{'items.length': 1}");
}

TEST(pages_newest_first)
{
	struct scratch_answer answer;

	org_world("request");
	for (unsigned i = 0; i < 3; i++) {
		people_add_org(20 + i, "public");
		org_invite(60 + i, "member4@example.org", "member", "revoked",
			scratch_id("tok", i), "1 day");
		scratch_sql("UPDATE org_invitations SET org_id = '%s', status = 'pending'"
			    " WHERE status = 'revoked'",
			scratch_uuid_text(20 + i));
	}
	answer = people_call(&entry, STRANGER, JSON({"limit": 2}));
	scratch_expect(
		answer, "{'items.0.orgSlug': 'org-22', 'items.1.orgSlug': 'org-21'}");
	answer = people_call(&entry, STRANGER, JSON({"limit": 2, "cursor": "%s"}),
		scratch_string(&answer, "nextCursor"));
	scratch_expect(answer, "{'items.length': 1, 'items.0.orgSlug': 'org-20'}");
}
