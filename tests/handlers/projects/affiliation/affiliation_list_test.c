#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_affiliation_list, affiliation_list};

TEST(lists_those_of_a_project_or_of_an_organization)
{
	struct scratch_answer answer;

	affiliation_world("network", "ended", "project");
	answer = people_call(
		&entry, STRANGER, JSON({"project": "%s"}), scratch_id("proj", PROJECT));
	assert_int_equal(json_array_size(scratch_at(&answer, "items")), 1);
	answer = people_call(&entry, OWNER, "%s", JSON({"org": "org-10"}));
	assert_int_equal(json_array_size(scratch_at(&answer, "items")), 1);
	answer = people_call(&entry, ORG_MEMBER, "%s", JSON({"org": "org-10"}));
	assert_int_equal(json_array_size(scratch_at(&answer, "items")), 0);
	answer = people_call(
		&entry, OWNER, "%s", JSON({"org": "org-10", "status": "active"}));
	assert_int_equal(json_array_size(scratch_at(&answer, "items")), 0);
}

TEST(takes_exactly_one_of_the_two)
{
	struct scratch_answer answer;
	const char *project = scratch_id("proj", PROJECT);

	project_world("network");
	answer = people_call(&entry, OWNER, "{}");
	people_expect_fault(&answer, "#/project", FAULT_REQUIRED);
	answer = people_call(&entry, OWNER, "%s", JSON({"status": "active"}));
	people_expect_fault(&answer, "#/project", FAULT_REQUIRED);
	answer = people_call(
		&entry, OWNER, JSON({"project": "%s", "org": "org-10"}), project);
	people_expect_fault(&answer, "#/org", FAULT_CONFLICT);
	answer = people_call(
		&entry, OWNER, JSON({"project": "%s", "status": "active"}), project);
	people_expect_fault(&answer, "#/status", FAULT_CONFLICT);
}

TEST(answers_as_the_routes_do)
{
	struct scratch_answer answer;

	affiliation_world("private", "active", "project");
	answer = people_call(
		&entry, STRANGER, JSON({"project": "%s"}), scratch_id("proj", PROJECT));
	assert_int_equal(answer.problem, PROBLEM_PROJECT_NOT_FOUND);
	answer = people_call(&entry, STRANGER, "%s", JSON({"org": "org-10"}));
	assert_int_equal(answer.problem, PROBLEM_ORG_ROLE_REQUIRED);
	answer = people_call(
		&entry, ORG_MEMBER, "%s", JSON({"org": "org-10", "status": "pending"}));
	assert_int_equal(answer.problem, PROBLEM_ORG_ROLE_REQUIRED);
}
