#include "tests/handlers/projects/move_fixture.h"

static const struct op_entry entry = {&op_affiliation_cancel, affiliation_cancel};

TEST(is_for_the_team_when_the_team_asked)
{
	static const char *const cells[MOVE_STATES] = {
		".PPPPP.", "TPPPPPT", "TPPPPPT", ".PPPPP.", "TPPPPPT"};

	move_expect(&entry, "project", cells, "cancelled");
}

TEST(is_for_the_organization_when_that_asked)
{
	static const char *const cells[MOVE_STATES] = {
		"OO..OOO", "OOTTOOO", "OOTTOOO", "OO..OOO", "OOTTOOO"};

	move_expect(&entry, "org", cells, "cancelled");
}

TEST(tells_nobody)
{
	affiliation_world("network", "pending", "project");
	people_call(&entry, LEAD, "%s", affiliation_id_json(AFFILIATION));
	people_expect_rows(0, "outbox");
}

TEST(takes_nothing_for_an_archived_project)
{
	move_expect_archived(&entry, "project", "pending", "cancelled", LEAD);
}
