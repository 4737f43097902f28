#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_me_project_list, me_project_list};

TEST(lists_the_projects_that_the_caller_is_on)
{
	struct scratch_answer answer;

	project_world("private");
	project_add(51, "network");
	project_put(51, LEAD, "member");
	project_archive(51);
	answer = people_call(&entry, LEAD, "{}");
	assert_string_equal(project_numbers(&answer), "50 ");
	assert_string_equal(scratch_string(&answer, "items.0.myRole"), "lead");
	answer = people_call(&entry, LEAD, "%s", JSON({"status": "all"}));
	assert_string_equal(project_numbers(&answer), "51 50 ");
	answer = people_call(&entry, LEAD, "%s", JSON({"status": "archived"}));
	assert_string_equal(project_numbers(&answer), "51 ");
	assert_true(json_is_false(scratch_at(&answer, "items.0.canManage")));
	answer = people_call(&entry, PLATFORM_ADMIN, "%s", JSON({"status": "all"}));
	assert_string_equal(project_numbers(&answer), "");
}
