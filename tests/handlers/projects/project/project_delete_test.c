#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_project_delete, project_delete};

TEST(takes_the_roster_and_every_affiliation_with_it)
{
	affiliation_world("network", "ended", "org");
	project_affiliate(71, PROJECT, ORG, "active", "org");
	project_archive(PROJECT);
	assert_done(people_call(&entry, LEAD, "%s", project_id_json(PROJECT)));
	assert_int_equal(people_count("SELECT (SELECT count(*) FROM projects) +"
				      " (SELECT count(*) FROM project_members) +"
				      " (SELECT count(*) FROM affiliations)"),
		0);
	people_expect_rows(1, "audit WHERE action = 'project.delete'");
	assert_problem(people_call(&entry, LEAD, "%s", project_id_json(PROJECT)),
		PROBLEM_PROJECT_NOT_FOUND);
}

/* Entries about the project remain, without the project. */
TEST(leaves_progress_entries_behind)
{
	project_world("network");
	scratch_sql("INSERT INTO progress (id, author_id, project_id, kind, title,"
		    " occurred_at) VALUES ('%s', '%s', '%s', 'milestone', 'Done', now())",
		scratch_uuid_text(90), scratch_uuid_text(LEAD),
		scratch_uuid_text(PROJECT));
	people_call(&entry, LEAD, "%s", project_id_json(PROJECT));
	people_expect_rows(1, "progress WHERE project_id IS NULL");
}

TEST(is_for_leads_and_administrators)
{
	static const enum problem expected[PERSON_END] = {
		[TEAM_MEMBER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[OWNER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[ORG_ADMIN] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[ORG_MEMBER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[STRANGER] = PROBLEM_PROJECT_LEAD_REQUIRED};

	affiliation_world("network", "active", "org");
	people_expect(&entry, project_id_json(PROJECT), expected, PERSON_END);
}
