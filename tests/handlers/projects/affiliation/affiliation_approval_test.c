/*
 * affiliation_approval_test.c - invitations that follow from a decision wait for the
 * member as others do. These tests commit.
 */
#include "tests/handlers/projects/move_fixture.h"

static const struct op_entry accept_entry = {&op_affiliation_accept, affiliation_accept};
static const struct op_entry respond_entry = {
	&op_affiliation_respond, affiliation_respond};
static const struct op_entry invite_entry = {
	&op_affiliation_invite_team, affiliation_invite_team};

static void
expect_asked(
	const struct op_entry *entry, const struct principal *caller, const char *json)
{
	assert_problem(scratch_call(entry, caller, json), PROBLEM_AWAITING_APPROVAL);
	people_expect_rows(0, "org_invitations");
	people_expect_rows(0,
		"outbox WHERE topic = 'mail'"
		" AND payload ->> 'template' = 'org_invitation'");
}

TEST_COMMITTED(an_app_asks_before_it_invites_a_team)
{
	const char *id = scratch_id("aff", AFFILIATION);
	struct principal token;

	affiliation_world("network", "pending", "project");
	token = people_asking_token(OWNER, 900);
	expect_asked(&accept_entry, &token, affiliation_id_json(AFFILIATION));
	expect_asked(&respond_entry, &token,
		scratch_printf("{\"affiliation\": \"%s\", \"action\": \"accept\"}", id));
	/* The other side learns of it even if nobody is invited. */
	expect_asked(&respond_entry, &token,
		scratch_printf("{\"affiliation\": \"%s\", \"action\": \"accept\","
			       " \"inviteTeam\": false}",
			id));
	people_expect_rows(1, "affiliations WHERE status = 'pending'");
	scratch_sql("UPDATE affiliations SET status = 'active', decided_at = now()");
	expect_asked(&invite_entry, &token, affiliation_id_json(AFFILIATION));
	people_expect_rows(4, "approvals WHERE status = 'waiting'");
}
