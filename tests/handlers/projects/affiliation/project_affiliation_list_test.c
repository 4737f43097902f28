#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {
	&op_project_affiliation_list, project_affiliation_list};

static const char *
input(void)
{
	return scratch_printf(JSON({"project": "%s"}), scratch_id("proj", PROJECT));
}

TEST(lists_every_state_newest_first)
{
	struct scratch_answer answer;

	project_world("network");
	project_affiliate(70, PROJECT, ORG, "declined", "org");
	project_affiliate(71, PROJECT, ORG, "ended", "project");
	project_affiliate(72, PROJECT, ORG, "pending", "project");
	answer = people_call(&entry, STRANGER, "%s", input());
	scratch_expect(answer,
		"{'items.length': 3, 'items.0.status': 'pending',"
		" 'items.1.status': 'ended', 'items.2.status': 'declined'}");
	assert_null(strstr(answer.text, "Secret"));
	scratch_expect(people_call(&entry, LEAD, "%s", input()),
		"{'items.2.terms': 'Secret terms'}");
}

TEST(is_for_whoever_can_read_the_project)
{
	static const enum problem expected[PERSON_END] = {
		[OWNER] = PROBLEM_PROJECT_NOT_FOUND,
		[ORG_ADMIN] = PROBLEM_PROJECT_NOT_FOUND,
		[ORG_MEMBER] = PROBLEM_PROJECT_NOT_FOUND,
		[STRANGER] = PROBLEM_PROJECT_NOT_FOUND};

	affiliation_world("private", "ended", "project");
	people_expect(&entry, input(), expected, PERSON_END);
}

/* Owners and admins of one organization do not see the terms of another organization. */
TEST(shows_each_organization_its_own_terms_only)
{
	struct scratch_answer answer;

	affiliation_world("private", "active", "project");
	people_add_org(11, "public");
	project_affiliate(71, PROJECT, 11, "active", "project");
	scratch_sql("UPDATE affiliations SET terms = 'Other terms' WHERE id = '%s'",
		scratch_uuid_text(71));
	answer = people_call(&entry, OWNER, "%s", input());
	scratch_expect(answer, "{'items.length': 2}");
	assert_null(strstr(answer.text, "Other terms"));
	assert_string_equal(scratch_string(&answer, "items.1.terms"), "Secret terms");
}
