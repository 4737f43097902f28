#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_project_create, project_create};

TEST(makes_the_caller_its_lead)
{
	struct scratch_answer answer;

	people_add(1);
	answer = project_call(&entry, 1, "%s", JSON({"name": "  Difference Engine "}));
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "name"), "Difference Engine");
	assert_string_equal(scratch_string(&answer, "summary"), "");
	assert_string_equal(scratch_string(&answer, "stage"), "idea");
	assert_string_equal(scratch_string(&answer, "status"), "active");
	assert_string_equal(scratch_string(&answer, "visibility"), "network");
	assert_string_equal(scratch_string(&answer, "myRole"), "lead");
	assert_true(json_is_true(scratch_at(&answer, "canManage")));
	assert_int_equal(json_integer_value(scratch_at(&answer, "memberCount")), 1);
	assert_int_equal(json_array_size(scratch_at(&answer, "affiliations")), 0);
	assert_string_equal(
		scratch_string(&answer, "members.0.userId"), scratch_id("usr", 1));
	assert_string_equal(scratch_string(&answer, "members.0.handle"), "member-1");
	assert_string_equal(scratch_string(&answer, "members.0.role"), "lead");
	assert_string_equal(scratch_string(&answer, "members.0.title"), "");
	project_expect_sound();
}

TEST(keeps_every_field)
{
	struct scratch_answer answer;

	people_add(1);
	answer = project_call(&entry, 1, "%s", JSON({
		"name": "Engine",
		"summary": "A summary",
		"description": "A description",
		"stage": "launched",
		"visibility": "private"
	}));
	assert_string_equal(scratch_string(&answer, "summary"), "A summary");
	assert_string_equal(scratch_string(&answer, "description"), "A description");
	assert_string_equal(scratch_string(&answer, "stage"), "launched");
	assert_string_equal(scratch_string(&answer, "visibility"), "private");
}

TEST(takes_every_text_up_to_its_bound)
{
	people_add(LEAD);
	project_expect_bounds(&entry, "", "name", 2, 80);
	project_expect_bounds(&entry, JSON("name" : "Engine", ), "summary", 0, 280);
	project_expect_bounds(&entry, JSON("name" : "Engine", ), "description", 0, 4000);
	assert_int_equal(people_count("SELECT count(*) FROM projects"), 0);
}

TEST(refuses_what_is_no_project)
{
	struct scratch_answer answer;

	people_add(1);
	answer = project_call(&entry, 1, "{}");
	people_expect_fault(&answer, "#/name", FAULT_REQUIRED);
	answer = project_call(&entry, 1, "%s", JSON({"name": "  "}));
	people_expect_fault(&answer, "#/name", FAULT_TOO_SHORT);
	answer = project_call(&entry, 1, "%s", JSON({"name": "Engine", "stage": "dead"}));
	people_expect_fault(&answer, "#/stage", FAULT_ENUM);
	answer = project_call(
		&entry, 1, "%s", JSON({"name": "Engine", "visibility": "public"}));
	people_expect_fault(&answer, "#/visibility", FAULT_ENUM);
	answer = project_call(
		&entry, 1, "%s", JSON({"name": "Engine", "status": "active"}));
	people_expect_fault(&answer, "#/status", FAULT_UNKNOWN_FIELD);
}
