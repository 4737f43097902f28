#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_project_create, project_create};

TEST(makes_the_caller_its_lead)
{
	struct scratch_answer answer;

	people_add(1);
	answer = people_call(&entry, 1, "%s", JSON({"name": "  Difference Engine "}));
	scratch_expect(&answer,
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
	struct scratch_answer answer;

	people_add(1);
	answer = people_call(&entry, 1, "%s", JSON({
		"name": "Engine",
		"summary": "A summary",
		"description": "A description",
		"stage": "launched",
		"visibility": "private"
	}));
	scratch_expect(&answer,
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
	struct scratch_answer answer;

	people_add(1);
	answer = people_call(&entry, 1, "{}");
	people_expect_fault(&answer, "#/name", FAULT_REQUIRED);
	answer = people_call(&entry, 1, "%s", JSON({"name": "  "}));
	people_expect_fault(&answer, "#/name", FAULT_TOO_SHORT);
	answer = people_call(&entry, 1, "%s", JSON({"name": "Engine", "stage": "dead"}));
	people_expect_fault(&answer, "#/stage", FAULT_ENUM);
	answer = people_call(
		&entry, 1, "%s", JSON({"name": "Engine", "visibility": "public"}));
	people_expect_fault(&answer, "#/visibility", FAULT_ENUM);
	answer = people_call(
		&entry, 1, "%s", JSON({"name": "Engine", "status": "active"}));
	people_expect_fault(&answer, "#/status", FAULT_UNKNOWN_FIELD);
}
