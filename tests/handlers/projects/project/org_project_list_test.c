#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_org_project_list, org_project_list};

TEST(is_for_members_of_the_organization)
{
	static const enum problem expected[PERSON_END] = {
		[LEAD] = PROBLEM_ORG_ROLE_REQUIRED,
		[TEAM_MEMBER] = PROBLEM_ORG_ROLE_REQUIRED,
		[STRANGER] = PROBLEM_ORG_ROLE_REQUIRED,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED};

	affiliation_world("network", "active", "org");
	people_expect(&entry, JSON({"slug": "org-10"}), expected, PERSON_END);
	project_expect_all(&entry, JSON({"slug": "org-11"}), PROBLEM_ORG_NOT_FOUND);
	project_expect_all(&entry, JSON({"slug": "No slug"}), PROBLEM_ORG_NOT_FOUND);
}

TEST(shows_private_projects_to_owners_and_admins_alone)
{
	static const char *const shown[PERSON_END] = {
		[OWNER] = "50 ", [ORG_ADMIN] = "50 ", [ORG_MEMBER] = ""};

	affiliation_world("private", "active", "org");
	for (unsigned i = OWNER; i <= ORG_MEMBER; i++) {
		struct scratch_answer answer =
			people_call(&entry, i, "%s", JSON({"slug": "org-10"}));

		assert_string_equal(project_numbers(&answer), shown[i]);
	}
}

TEST(leaves_out_what_is_not_active)
{
	struct scratch_answer answer;

	affiliation_world("network", "pending", "org");
	answer = people_call(&entry, OWNER, "%s", JSON({"slug": "org-10"}));
	assert_string_equal(project_numbers(&answer), "");
	scratch_sql("UPDATE affiliations SET status = 'active', decided_at = now()");
	project_archive(PROJECT);
	answer = people_call(&entry, OWNER, "%s", JSON({"slug": "org-10"}));
	assert_string_equal(project_numbers(&answer), "");
	answer = people_call(
		&entry, OWNER, "%s", JSON({"slug": "org-10", "status": "archived"}));
	assert_string_equal(project_numbers(&answer), "50 ");
}
