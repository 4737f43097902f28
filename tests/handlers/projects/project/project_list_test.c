#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_project_list, project_list};

/* Project 50 of the world; 51 private with person 2 on it; 52 archived with person 1; 53
 * without people. */
static void
add_more(void)
{
	project_world("network");
	project_add(51, "private");
	project_put(51, TEAM_MEMBER, "lead");
	project_add(52, "network");
	project_put(52, LEAD, "lead");
	project_archive(52);
	project_add(53, "network");
	project_put(53, STRANGER, "lead");
}

static void
expect(unsigned caller, const char *json, const char *numbers)
{
	struct scratch_answer answer = people_call(&entry, caller, "%s", json);

	assert_string_equal(project_numbers(&answer), numbers);
}

TEST(lists_the_callers_own_without_a_filter)
{
	add_more();
	expect(LEAD, "{}", "50 ");
	expect(LEAD, JSON({"status": "all"}), "52 50 ");
	expect(LEAD, JSON({"status": "archived"}), "52 ");
	expect(TEAM_MEMBER, "{}", "51 50 ");
	expect(OWNER, "{}", "");
	expect(PLATFORM_ADMIN, "{}", "");
}

TEST(finds_network_projects_by_name)
{
	add_more();
	expect(STRANGER, JSON({"q": "project"}), "53 50 ");
	expect(STRANGER, JSON({"q": "PROJ"}), "53 50 ");
	expect(STRANGER, JSON({"q": "project 5"}), "53 50 ");
	expect(STRANGER, JSON({"q": "project 53"}), "53 ");
	expect(STRANGER, JSON({"q": "other"}), "");
	expect(STRANGER, JSON({"q": "project", "status": "all"}), "53 52 50 ");
	/* A search shows a private project to nobody, not even to its members. */
	expect(TEAM_MEMBER, JSON({"q": "51"}), "");
	expect(PLATFORM_ADMIN, JSON({"q": "51"}), "");
	/* An empty text filters nothing; one without a word finds nothing. */
	expect(STRANGER, JSON({"q": ""}), "53 50 ");
	expect(STRANGER, JSON({"q": " ! "}), "");
	expect(STRANGER, JSON({"q": "%"}), "");
	expect(STRANGER, JSON({"q": "' & | !"}), "");
}

TEST(finds_no_project_while_all_its_leads_are_suspended)
{
	static const char *const inputs[] = {
		JSON({"q": "project"}),
		JSON({"q": "project 50"}),
		JSON({"q": ""}),
		JSON({"member": "member-2"}),
		JSON({"member": "member-2", "q": "project"}),
	};

	add_more();
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(LEAD));
	for (size_t i = 0; i < COUNT_OF(inputs); i++) {
		struct scratch_answer answer =
			people_call(&entry, ORG_MEMBER, "%s", inputs[i]);

		assert_null(strstr(project_numbers(&answer), "50"));
	}
	expect(TEAM_MEMBER, "{}", "51 50 ");
}

TEST(finds_names_of_every_script)
{
	static const char *const words[] = {"太郎", "c++", "OBrien", "project 田中"};

	add_more();
	scratch_sql("UPDATE projects SET name = 'Project 田中太郎 C++ O''Brien'"
		    " WHERE id = '%s'",
		scratch_uuid_text(53));
	for (size_t i = 0; i < COUNT_OF(words); i++)
		expect(STRANGER, scratch_printf(JSON({"q": "%s"}), words[i]),
			"田中太郎 C++ O'Brien ");
	expect(STRANGER, JSON({"q": "c#"}), "");
}

TEST(lists_what_somebody_is_on_as_far_as_the_caller_may_read_it)
{
	add_more();
	expect(STRANGER, JSON({"member": "member-2"}), "50 ");
	expect(TEAM_MEMBER, JSON({"member": "member-2"}), "51 50 ");
	expect(PLATFORM_ADMIN, JSON({"member": "member-2"}), "51 50 ");
	expect(STRANGER, JSON({"member": "nobody"}), "");
	expect(TEAM_MEMBER, JSON({"member": "member-2", "q": "project"}), "50 ");
	expect(TEAM_MEMBER, JSON({"member": "member-2", "q": ""}), "50 ");
	expect(TEAM_MEMBER, JSON({"member": "member-6", "q": "project"}), "53 ");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(TEAM_MEMBER));
	expect(LEAD, JSON({"member": "member-2"}), "");
}

TEST(lists_an_organizations_projects_for_its_members)
{
	add_more();
	project_affiliate(70, 50, ORG, "active", "org");
	project_affiliate(71, 51, ORG, "active", "project");
	project_affiliate(72, 52, ORG, "active", "project");
	project_affiliate(73, 53, ORG, "ended", "project");
	expect(ORG_MEMBER, JSON({"org": "org-10"}), "50 ");
	expect(ORG_ADMIN, JSON({"org": "org-10"}), "51 50 ");
	expect(ORG_ADMIN, JSON({"org": "org-10", "status": "all"}), "52 51 50 ");
	assert_problem(people_call(&entry, STRANGER, "%s", JSON({"org": "org-10"})),
		PROBLEM_ORG_ROLE_REQUIRED);
	assert_problem(people_call(&entry, PLATFORM_ADMIN, "%s", JSON({"org": "org-10"})),
		PROBLEM_ORG_ROLE_REQUIRED);
	assert_problem(people_call(&entry, ORG_ADMIN, "%s", JSON({"org": "org-11"})),
		PROBLEM_ORG_NOT_FOUND);
	scratch_sql("UPDATE orgs SET slug = 'renamed'");
	expect(ORG_MEMBER, JSON({"org": "org-10"}), "50 ");
}

TEST(refuses_filters_that_do_not_go_together)
{
	static const char *const inputs[] = {
		JSON({"org": "org-10", "q": "x"}),
		JSON({"org": "org-10", "member": "member-1"}),
		JSON({"org": "org-10", "q": "x", "member": "member-1"}),
		JSON({"org": "org-10", "q": ""}),
	};

	add_more();
	for (size_t i = 0; i < COUNT_OF(inputs); i++) {
		people_expect_fault(people_call(&entry, ORG_MEMBER, "%s", inputs[i]),
			"#/org", FAULT_CONFLICT);
	}
}

TEST(takes_every_filter_up_to_its_bound)
{
	project_world("network");
	project_expect_bounds(&entry, "", "q", 0, 80);
	people_expect_fault(people_call(&entry, LEAD, "%s", JSON({"member": "no"})),
		"#/member", FAULT_TOO_SHORT);
	people_expect_fault(people_call(&entry, LEAD, "%s", JSON({"status": "deleted"})),
		"#/status", FAULT_ENUM);
	people_expect_fault(people_call(&entry, LEAD, "%s", JSON({"limit": 101})),
		"#/limit", FAULT_TOO_LARGE);
	people_expect_fault(people_call(&entry, LEAD, "%s", JSON({"limit": 0})),
		"#/limit", FAULT_TOO_SMALL);
}

/* Each project comes once, although others are added on top between pages. */
TEST(goes_from_page_to_page)
{
	struct scratch_answer answer;

	people_add(1);
	people_add(LEAD + 1);
	for (unsigned number = 100; number < 107; number++) {
		project_add(number, "network");
		project_put(number, 1, "lead");
	}
	answer = people_call(&entry, 1, "%s", JSON({"limit": 3, "q": "project"}));
	assert_string_equal(project_numbers(&answer), "106 105 104 ");
	project_add(200, "network");
	project_put(200, 1, "lead");
	answer =
		people_call(&entry, 1, JSON({"limit": 3, "q": "project", "cursor": "%s"}),
			scratch_string(&answer, "nextCursor"));
	assert_string_equal(project_numbers(&answer), "103 102 101 ");
	answer = people_call(&entry, 1, JSON({"limit": 3, "q": "projec", "cursor": "%s"}),
		scratch_string(&answer, "nextCursor"));
	assert_problem(answer, PROBLEM_INVALID_CURSOR);
}
