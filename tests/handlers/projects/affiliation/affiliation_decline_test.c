#include "tests/handlers/projects/move_fixture.h"

static const struct op_entry entry = {&op_affiliation_decline, affiliation_decline};

TEST(is_for_the_organization_when_the_team_asked)
{
	static const char *const cells[MOVE_STATES] = {
		"OO..OOO", "OOTTOOO", "OO..OOO", "OOTTOOO", "OOTTOOO"};

	move_expect(&entry, "project", cells, "declined");
}

TEST(is_for_the_leads_when_the_organization_asked)
{
	static const char *const cells[MOVE_STATES] = {
		".PPPPP.", "TPPPPPT", ".PPPPP.", "TPPPPPT", "TPPPPPT"};

	move_expect(&entry, "org", cells, "declined");
}

TEST(tells_the_side_that_asked_and_invites_nobody)
{
	affiliation_world("network", "pending", "project");
	people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION));
	assert_string_equal(project_told("affiliation_declined"), "1");
	people_expect_rows(0, "org_invitations");
}

TEST(takes_nothing_for_an_archived_project)
{
	move_expect_archived(&entry, "project", "pending", "declined", OWNER);
}
