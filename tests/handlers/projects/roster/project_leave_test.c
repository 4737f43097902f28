#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_project_leave, project_leave};

TEST(takes_the_caller_off_the_roster)
{
	static const enum problem expected[PERSON_END] = {[LEAD] = PROBLEM_LAST_LEAD,
		[OWNER] = PROBLEM_MEMBER_NOT_FOUND,
		[ORG_ADMIN] = PROBLEM_MEMBER_NOT_FOUND,
		[ORG_MEMBER] = PROBLEM_MEMBER_NOT_FOUND,
		[STRANGER] = PROBLEM_MEMBER_NOT_FOUND,
		[PLATFORM_ADMIN] = PROBLEM_MEMBER_NOT_FOUND};

	project_world("network");
	people_expect(&entry, project_id_json(PROJECT), expected, PERSON_END);
	project_archive(PROJECT);
	people_expect(&entry, project_id_json(PROJECT), expected, PERSON_END);
	people_call(&entry, TEAM_MEMBER, "%s", project_id_json(PROJECT));
	assert_int_equal(people_count("SELECT member_count FROM projects"), 1);
	assert_string_equal(project_told("project_removed"), "");
	project_expect_sound();
}

TEST(lets_a_lead_go_when_another_one_stays)
{
	project_world("private");
	scratch_sql("UPDATE project_members SET role = 'lead'");
	assert_done(people_call(&entry, LEAD, "%s", project_id_json(PROJECT)));
	assert_problem(people_call(&entry, TEAM_MEMBER, "%s", project_id_json(PROJECT)),
		PROBLEM_LAST_LEAD);
	assert_problem(people_call(&entry, LEAD, "%s", project_id_json(PROJECT)),
		PROBLEM_PROJECT_NOT_FOUND);
	project_expect_sound();
}
