#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {
	&op_affiliation_invite_team, affiliation_invite_team};

static struct scratch_answer
invite(unsigned caller)
{
	return people_call(&entry, caller, "%s", affiliation_id_json(AFFILIATION));
}

TEST(says_who_was_invited_and_who_was_not)
{
	struct scratch_answer answer;

	affiliation_world("network", "active", "project");
	project_put(PROJECT, ORG_MEMBER, "member");
	people_add_as(20, "suspended");
	project_put(PROJECT, 20, "member");
	answer = invite(OWNER);
	assert_done(answer);
	assert_string_equal(answer.text,
		"{\"invited\":[\"member-1\",\"member-2\"],"
		"\"skipped\":[\"member-5\",\"member-20\"]}");
	scratch_expect(invite(ORG_ADMIN), "{'invited': [], 'skipped.length': 4}");
	people_expect_rows(2, "org_invitations");
	scratch_sql("UPDATE org_invitations SET expires_at = now() - interval '1 s'");
	scratch_expect(invite(OWNER), "{'invited.length': 2}");
	people_expect_rows(2, "org_invitations WHERE status = 'pending'");
}

TEST(is_for_the_organization_while_it_is_active)
{
	static const enum problem expected[PERSON_END] = {
		[LEAD] = PROBLEM_ORG_ROLE_REQUIRED,
		[TEAM_MEMBER] = PROBLEM_ORG_ROLE_REQUIRED,
		[ORG_MEMBER] = PROBLEM_ORG_ROLE_REQUIRED,
		[STRANGER] = PROBLEM_ORG_ROLE_REQUIRED,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED};

	static const char *const states[] = {"pending", "declined", "cancelled", "ended"};

	affiliation_world("network", "active", "project");
	people_expect(&entry, affiliation_id_json(AFFILIATION), expected, PERSON_END);
	project_archive(PROJECT);
	assert_problem(invite(OWNER), PROBLEM_PROJECT_ARCHIVED);
	for (size_t i = 0; i < COUNT_OF(states); i++) {
		scratch_sql("DELETE FROM affiliations; UPDATE projects"
			    " SET status = 'active'");
		project_affiliate(AFFILIATION, PROJECT, ORG, states[i], "org");
		assert_problem(invite(OWNER), PROBLEM_INVALID_TRANSITION);
	}
}

/* The daily limit of orgs on one member's invitations applies here as well. */
TEST(invites_50_people_a_day)
{
	affiliation_world("network", "active", "project");
	scratch_sql(
		"INSERT INTO org_invitation_counts (member_id, count) VALUES ('%s', 49)",
		scratch_uuid_text(OWNER));
	scratch_expect(invite(OWNER), "{'invited.length': 1, 'skipped.length': 1}");
	scratch_expect(invite(OWNER), "{'invited.length': 0}");
	scratch_expect(invite(ORG_ADMIN), "{'invited.length': 1}");
	scratch_sql("DELETE FROM org_invitations; UPDATE org_invitation_counts"
		    " SET started_at = now() - interval '1 day'");
	scratch_expect(invite(OWNER), "{'invited.length': 2}");
}

TEST(leaves_out_members_whom_the_organization_has_invited_twice_in_7_days)
{
	affiliation_world("network", "active", "project");
	for (int round = 0; round < 2; round++) {
		scratch_expect(invite(OWNER), "{'invited.length': 2}");
		scratch_sql("UPDATE org_invitations SET status = 'revoked'");
	}
	scratch_expect(invite(OWNER), "{'invited.length': 0, 'skipped.length': 2}");
	scratch_sql("UPDATE org_invitations SET mailed_at = now() - interval '7 days'"
		    " WHERE email = 'member1@example.org'");
	scratch_expect(invite(OWNER), "{'invited': ['member-1']}");
}

/* The mail is that of any invitation, and its link works. */
TEST(mails_a_link)
{
	affiliation_world("network", "active", "project");
	invite(OWNER);
	people_expect_rows(2,
		"outbox WHERE topic = 'mail'"
		" AND payload ->> 'linkPath' = '/invitations/'"
		" AND secret IS NOT NULL AND payload ->> 'toAddress'"
		" IN ('member1@example.org', 'member2@example.org')");
	assert_int_equal(
		people_count("SELECT count(DISTINCT hash) FROM org_invitations"), 2);
}
