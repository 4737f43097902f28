#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_affiliation_request, affiliation_request};

static const char *
input(const char *org)
{
	return scratch_printf(JSON({
		"project": "%s",
		"org": "%s",
		"kind": "program",
		"message": "Hello"
	}),
		scratch_id("proj", PROJECT), org);
}

TEST(asks_the_owners_and_admins)
{
	project_world("network");
	scratch_expect(people_call(&entry, LEAD, "%s", input("org-10")),
		"{'status': 'pending', 'initiatedBy': 'project', 'kind': 'program',"
		" 'message': 'Hello', 'cohort': '', 'viewerSide': 'team',"
		" 'requester.userId': '%s', 'project.name': 'Project 50',"
		" 'org.slug': 'org-10', 'terms': null, 'joiningMembers': null,"
		" 'decidedAt': null}",
		scratch_id("usr", LEAD));
	assert_string_equal(project_told("affiliation_requested"), "3 4");
	project_expect_sound();
}

TEST(is_for_leads_and_administrators)
{
	static const enum problem expected[PERSON_END] = {
		[TEAM_MEMBER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[OWNER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[ORG_ADMIN] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[ORG_MEMBER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[STRANGER] = PROBLEM_PROJECT_LEAD_REQUIRED};

	project_world("network");
	people_expect(&entry, input("org-10"), expected, PERSON_END);
	project_expect_all(&entry, input("org-11"), PROBLEM_ORG_NOT_FOUND);
	people_expect_fault(people_call(&entry, LEAD, "%s", input("No slug")), "#/org",
		FAULT_PATTERN);
}

TEST(asks_an_unlisted_organization_from_inside_only)
{
	project_world("network");
	scratch_sql("UPDATE orgs SET visibility = 'unlisted'");
	assert_problem(people_call(&entry, LEAD, "%s", input("org-10")),
		PROBLEM_ORG_ROLE_REQUIRED);
	people_join_as(ORG, LEAD, "member");
	assert_done(people_call(&entry, LEAD, "%s", input("org-10")));
}

TEST(asks_once_until_it_is_over)
{
	static const struct {
		const char *status;
		enum problem problem;
	} table[] = {
		{"pending", PROBLEM_AFFILIATION_EXISTS},
		{"active", PROBLEM_AFFILIATION_EXISTS},
		{"declined", PROBLEM_NONE},
		{"cancelled", PROBLEM_NONE},
		{"ended", PROBLEM_NONE},
	};

	project_world("network");
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		scratch_sql("SAVEPOINT state");
		project_affiliate(AFFILIATION, PROJECT, ORG, table[i].status, "org");
		assert_int_equal(people_call(&entry, LEAD, "%s", input("org-10")).problem,
			table[i].problem);
		scratch_sql("ROLLBACK TO SAVEPOINT state");
	}
}

TEST(refuses_an_archived_project_and_finds_former_slugs)
{
	project_world("network");
	scratch_sql("UPDATE orgs SET slug = 'renamed'");
	scratch_expect(people_call(&entry, LEAD, "%s", input("org-10")),
		"{'org.slug': 'renamed'}");
	scratch_sql("DELETE FROM affiliations");
	project_archive(PROJECT);
	assert_problem(people_call(&entry, LEAD, "%s", input("renamed")),
		PROBLEM_PROJECT_ARCHIVED);
}

TEST(takes_what_its_bounds_allow)
{
	const char *before = scratch_printf(JSON("project"
						    : "%s", "org"
						    : "org-10", "kind"
						    : "investor", ),
		scratch_id("proj", PROJECT));

	project_world("network");
	project_expect_bounds(&entry, before, "message", 0, 500);
	people_expect_fault(
		people_call(&entry, LEAD, JSON({"project": "%s", "org": "org-10"}),
			scratch_id("proj", PROJECT)),
		"#/kind", FAULT_REQUIRED);
	people_expect_fault(
		people_call(&entry, LEAD,
			JSON({"project": "%s", "org": "org-10", "kind": "club"}),
			scratch_id("proj", PROJECT)),
		"#/kind", FAULT_ENUM);
	assert_problem(
		people_call(&entry, LEAD,
			JSON({"project": "%s", "org": "org-10", "kind": "program"}),
			scratch_id("post", PROJECT)),
		PROBLEM_PROJECT_NOT_FOUND);
}
