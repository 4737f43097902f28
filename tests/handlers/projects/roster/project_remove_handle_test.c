#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_project_remove_handle, project_remove_handle};

static struct scratch_answer
remove_as(unsigned caller, const char *handle)
{
	return people_call(&entry, caller, JSON({"id": "%s", "handle": "%s"}),
		scratch_id("proj", PROJECT), handle);
}

TEST(answers_the_project_as_it_then_stands)
{
	project_world("network");
	scratch_expect(
		remove_as(LEAD, "member-2"), "{'members.length': 1, 'memberCount': 1}");
	assert_string_equal(project_told("project_removed"), "2");
}

/* This includes a private project that the caller can no longer read. */
TEST(leaves_with_the_callers_own_handle)
{
	project_world("private");
	project_archive(PROJECT);
	scratch_expect(remove_as(TEAM_MEMBER, "member-2"), "{'myRole': null}");
	assert_string_equal(project_told("project_removed"), "");
	assert_problem(remove_as(TEAM_MEMBER, "member-2"), PROBLEM_PROJECT_NOT_FOUND);
}

TEST(refuses_what_may_not_be)
{
	project_world("network");
	people_add_as(20, "suspended");
	project_put(PROJECT, 20, "member");
	assert_problem(remove_as(LEAD, "member-1"), PROBLEM_LAST_LEAD);
	assert_problem(remove_as(TEAM_MEMBER, "member-1"), PROBLEM_PROJECT_LEAD_REQUIRED);
	assert_problem(remove_as(LEAD, "member-6"), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(remove_as(LEAD, "nobody"), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(remove_as(LEAD, "No Handle"), PROBLEM_MEMBER_NOT_FOUND);
	assert_done(remove_as(LEAD, "member-20"));
	project_archive(PROJECT);
	assert_problem(remove_as(LEAD, "member-2"), PROBLEM_PROJECT_ARCHIVED);
	project_expect_sound();
}
