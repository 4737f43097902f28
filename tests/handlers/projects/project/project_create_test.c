#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_project_create, project_create};

TEST(makes_the_caller_its_lead)
{
	people_add(1);
	scratch_expect(
		people_call(&entry, 1, "%s", JSON({"name": "  Difference Engine "})),
		"{'name': 'Difference Engine', 'summary': '', 'stage': 'idea',"
		" 'status': 'active', 'visibility': 'network', 'myRole': 'lead',"
		" 'canManage': true, 'memberCount': 1, 'affiliations': [],"
		" 'members.0.userId': '%s', 'members.0.handle': 'member-1',"
		" 'members.0.role': 'lead', 'members.0.title': ''}",
		scratch_id("usr", 1));
	project_expect_sound();
}

TEST(keeps_every_field)
{
	people_add(1);
	scratch_expect(people_call(&entry, 1,
			       "{'name': 'Engine', 'summary': 'A summary',"
			       " 'description': 'A description', 'stage': 'launched',"
			       " 'visibility': 'private'}"),
		"{'summary': 'A summary', 'description': 'A description',"
		" 'stage': 'launched', 'visibility': 'private'}");
}

TEST(takes_every_text_up_to_its_bound)
{
	people_add(LEAD);
	project_expect_bounds(&entry, "", "name", 2, 80);
	project_expect_bounds(&entry, JSON("name" : "Engine", ), "summary", 0, 280);
	project_expect_bounds(&entry, JSON("name" : "Engine", ), "description", 0, 4000);
	people_expect_rows(0, "projects");
}

TEST(refuses_what_is_no_project)
{
	people_add(1);
	people_expect_fault(people_call(&entry, 1, "{}"), "#/name", FAULT_REQUIRED);
	people_expect_fault(people_call(&entry, 1, "%s", JSON({"name": "  "})), "#/name",
		FAULT_TOO_SHORT);
	people_expect_fault(
		people_call(&entry, 1, "%s", JSON({"name": "Engine", "stage": "dead"})),
		"#/stage", FAULT_ENUM);
	people_expect_fault(people_call(&entry, 1, "%s",
				    JSON({"name": "Engine", "visibility": "public"})),
		"#/visibility", FAULT_ENUM);
	people_expect_fault(people_call(&entry, 1, "%s",
				    JSON({"name": "Engine", "status": "active"})),
		"#/status", FAULT_UNKNOWN_FIELD);
}

/* A deleted project counts, because it was shown to others. */
TEST(a_member_creates_50_projects_a_day_and_a_new_one_10)
{
	struct scratch_answer answer;

	people_add(1);
	for (int i = 0; i < 10; i++)
		assert_done(people_call(&entry, 1, JSON({"name": "Engine"})));
	scratch_sql("DELETE FROM projects");
	answer = people_call(&entry, 1, JSON({"name": "Engine"}));
	assert_problem(answer, PROBLEM_RATE_LIMITED);
	assert_non_null(strstr(answer.detail, "you have created 10 projects"));
	scratch_sql("UPDATE members SET created_at = now() - interval '7 days'");
	for (int i = 10; i < 50; i++)
		assert_done(people_call(&entry, 1, JSON({"name": "Engine"})));
	assert_problem(
		people_call(&entry, 1, JSON({"name": "Engine"})), PROBLEM_RATE_LIMITED);
}
