#include "tests/handlers/projects/move_fixture.h"

static const struct op_entry entry = {&op_affiliation_end, affiliation_end};

TEST(is_for_either_side)
{
	static const char *const cells[MOVE_STATES] = {
		"TPTTPPT", ".P..PP.", "TPTTPPT", "TPTTPPT", ".P..PP."};

	move_expect(&entry, "project", cells, "ended");
}

TEST(tells_the_other_side)
{
	affiliation_world("network", "active", "project");
	people_call(&entry, LEAD, "%s", affiliation_id_json(AFFILIATION));
	assert_string_equal(project_told("affiliation_ended"), "3 4");
	scratch_sql("DELETE FROM outbox; UPDATE affiliations SET status = 'active',"
		    " ended_at = NULL");
	people_call(&entry, ORG_ADMIN, "%s", affiliation_id_json(AFFILIATION));
	assert_string_equal(project_told("affiliation_ended"), "1");
}

TEST(takes_nothing_for_an_archived_project)
{
	move_expect_archived(&entry, "project", "active", "ended", OWNER);
}
