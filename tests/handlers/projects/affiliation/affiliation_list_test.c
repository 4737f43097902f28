#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_affiliation_list, affiliation_list};

TEST(lists_those_of_a_project_or_of_an_organization)
{
	affiliation_world("network", "ended", "project");
	scratch_expect(people_call(&entry, STRANGER, JSON({"project": "%s"}),
			       scratch_id("proj", PROJECT)),
		"{'items.length': 1}");
	scratch_expect(people_call(&entry, OWNER, "%s", JSON({"org": "org-10"})),
		"{'items.length': 1}");
	scratch_expect(people_call(&entry, ORG_MEMBER, "%s", JSON({"org": "org-10"})),
		"{'items.length': 0}");
	scratch_expect(people_call(&entry, OWNER, "%s",
			       JSON({"org": "org-10", "status": "active"})),
		"{'items.length': 0}");
}

TEST(takes_exactly_one_of_the_two)
{
	const char *project = scratch_id("proj", PROJECT);

	project_world("network");
	people_expect_fault(
		people_call(&entry, OWNER, "{}"), "#/project", FAULT_REQUIRED);
	people_expect_fault(people_call(&entry, OWNER, "%s", JSON({"status": "active"})),
		"#/project", FAULT_REQUIRED);
	people_expect_fault(people_call(&entry, OWNER,
				    JSON({"project": "%s", "org": "org-10"}), project),
		"#/org", FAULT_CONFLICT);
	people_expect_fault(people_call(&entry, OWNER,
				    JSON({"project": "%s", "status": "active"}), project),
		"#/status", FAULT_CONFLICT);
}

TEST(answers_as_the_routes_do)
{
	affiliation_world("private", "active", "project");
	assert_problem(people_call(&entry, STRANGER, JSON({"project": "%s"}),
			       scratch_id("proj", PROJECT)),
		PROBLEM_PROJECT_NOT_FOUND);
	assert_problem(people_call(&entry, STRANGER, "%s", JSON({"org": "org-10"})),
		PROBLEM_ORG_ROLE_REQUIRED);
	assert_problem(people_call(&entry, ORG_MEMBER, "%s",
			       JSON({"org": "org-10", "status": "pending"})),
		PROBLEM_ORG_ROLE_REQUIRED);
}
