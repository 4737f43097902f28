#include "tests/handlers/projects/move_fixture.h"

static const struct op_entry entry = {&op_affiliation_accept, affiliation_accept};

TEST(is_for_the_side_that_did_not_ask)
{
	static const char *const asked_by_team[MOVE_STATES] = {
		"OO..OOO", "OO..OOO", "OOTTOOO", "OOTTOOO", "OOTTOOO"};

	move_expect(&entry, "project", asked_by_team, "active");
}

TEST(is_for_the_leads_when_the_organization_asked)
{
	static const char *const asked_by_org[MOVE_STATES] = {
		".PPPPP.", ".PPPPP.", "TPPPPPT", "TPPPPPT", "TPPPPPT"};

	move_expect(&entry, "org", asked_by_org, "active");
}

TEST(takes_nothing_for_an_archived_project)
{
	move_expect_archived(&entry, "project", "pending", "active", OWNER);
}

/* A former admin could have an organization's invitation of his own project accepted. */
TEST(is_not_for_what_a_former_lead_or_admin_has_requested)
{
	static const struct {
		const char *side, *sql;
		unsigned caller;
		enum problem problem;
	} table[] = {
		{"project", "UPDATE project_members SET role = 'member'", OWNER,
			PROBLEM_INVALID_TRANSITION},
		{"project",
			"UPDATE members SET status = 'suspended' WHERE name = 'Member 1'",
			OWNER, PROBLEM_INVALID_TRANSITION},
		{"project", "UPDATE affiliations SET requester_id = NULL", OWNER,
			PROBLEM_INVALID_TRANSITION},
		{"project",
			"UPDATE project_members SET role = 'member';"
			" UPDATE members SET role = 'admin' WHERE name = 'Member 1'",
			OWNER, PROBLEM_NONE},
		{"org", "UPDATE org_members SET role = 'member'", LEAD,
			PROBLEM_INVALID_TRANSITION},
		{"org", "UPDATE org_members SET role = 'admin'", LEAD, PROBLEM_NONE},
	};

	for (size_t i = 0; i < COUNT_OF(table); i++) {
		scratch_sql("SAVEPOINT world");
		affiliation_world("network", "pending", table[i].side);
		scratch_sql("%s", table[i].sql);
		assert_problem(people_call(&entry, table[i].caller, "%s",
				       affiliation_id_json(AFFILIATION)),
			table[i].problem);
		scratch_sql("ROLLBACK TO SAVEPOINT world");
	}
}

TEST(tells_the_side_that_asked)
{
	affiliation_world("network", "pending", "project");
	project_put(PROJECT, STRANGER, "lead");
	people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION));
	assert_string_equal(project_told("affiliation_accepted"), "1 6");
	assert_string_equal(project_told("org_invitation"), "1 2 6");
	scratch_sql("DELETE FROM outbox; UPDATE affiliations SET status = 'pending',"
		    " decided_at = NULL, initiated_by = 'org', requester_id = '%s'",
		scratch_uuid_text(OWNER));
	people_call(&entry, LEAD, "%s", affiliation_id_json(AFFILIATION));
	assert_string_equal(project_told("affiliation_accepted"), "3 4");
	assert_string_equal(project_told("org_invitation"), "");
}

TEST(ends_the_callers_notification_of_the_request)
{
	affiliation_world("network", "pending", "project");
	people_tell(OWNER, "affiliation_requested", AFFILIATION, LEAD);
	assert_done(people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION)));
	assert_int_equal(people_unread(OWNER), 0);
}

TEST(invites_the_team_when_the_organization_accepts)
{
	affiliation_world("network", "pending", "project");
	project_put(PROJECT, ORG_MEMBER, "member");
	assert_done(people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION)));
	assert_string_equal(project_told("org_invitation"), "1 2");
	people_expect_rows(2,
		"org_invitations WHERE role = 'member' AND status = 'pending'"
		" AND invited_by = '%s'",
		scratch_uuid_text(OWNER));
	people_expect_rows(2,
		"outbox WHERE topic = 'mail'"
		" AND payload ->> 'template' = 'org_invitation'");
	people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION));
	people_expect_rows(2, "org_invitations");
}

TEST(invites_nobody_when_it_is_told_not_to)
{
	affiliation_world("network", "pending", "project");
	people_call(&entry, OWNER, JSON({"affiliation": "%s", "inviteTeam": false}),
		scratch_id("aff", AFFILIATION));
	people_expect_rows(0, "org_invitations");
	assert_string_equal(scratch_value("SELECT status FROM affiliations"), "active");
}

/* The stored answer holds the terms in encrypted form only. */
TEST(keeps_no_terms_for_a_repetition)
{
	const struct principal owner = people_principal(OWNER);
	const struct scratch_options options = {.idempotency_key = "one"};

	affiliation_world("network", "pending", "project");
	scratch_expect(scratch_call_with(&entry, &owner, affiliation_id_json(AFFILIATION),
			       &options),
		"{'terms': 'Secret terms'}");
	people_expect_rows(1, "idempotency");
	people_expect_rows(
		0, "idempotency i WHERE position('Secret'::bytea IN i.response) > 0");
	scratch_expect(scratch_call_with(&entry, &owner, affiliation_id_json(AFFILIATION),
			       &options),
		"{'terms': 'Secret terms'}");
}
