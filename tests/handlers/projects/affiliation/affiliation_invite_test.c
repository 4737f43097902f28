#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_affiliation_invite, affiliation_invite};

static const char *
input(void)
{
	return scratch_printf(
		JSON({"org": "org-10", "project": "%s", "kind": "community"}),
		scratch_id("proj", PROJECT));
}

TEST(asks_the_leads)
{
	project_world("network");
	project_put(PROJECT, STRANGER, "lead");
	scratch_expect(people_call(&entry, ORG_ADMIN, "%s", input()),
		"{'initiatedBy': 'org', 'viewerSide': 'org',"
		" 'requester.handle': 'member-4', 'joiningMembers.length': 3}");
	assert_string_equal(project_told("affiliation_requested"), "1 6");
	assert_problem(
		people_call(&entry, OWNER, "%s", input()), PROBLEM_AFFILIATION_EXISTS);
}

TEST(is_for_owners_and_admins_who_can_read_the_project)
{
	static const enum problem network[PERSON_END] = {
		[LEAD] = PROBLEM_ORG_ROLE_REQUIRED,
		[TEAM_MEMBER] = PROBLEM_ORG_ROLE_REQUIRED,
		[ORG_MEMBER] = PROBLEM_ORG_ROLE_REQUIRED,
		[STRANGER] = PROBLEM_ORG_ROLE_REQUIRED,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED};
	static const enum problem hidden[PERSON_END] = {
		[LEAD] = PROBLEM_ORG_ROLE_REQUIRED,
		[TEAM_MEMBER] = PROBLEM_ORG_ROLE_REQUIRED,
		[OWNER] = PROBLEM_PROJECT_NOT_FOUND,
		[ORG_ADMIN] = PROBLEM_PROJECT_NOT_FOUND,
		[ORG_MEMBER] = PROBLEM_PROJECT_NOT_FOUND,
		[STRANGER] = PROBLEM_PROJECT_NOT_FOUND,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED};

	project_world("network");
	people_expect(&entry, input(), network, PERSON_END);
	scratch_sql("UPDATE projects SET visibility = 'private'");
	people_expect(&entry, input(), hidden, PERSON_END);
}

TEST(happens_fifty_times_in_a_day)
{
	project_world("network");
	scratch_sql("INSERT INTO creations (id, member_id, kind) SELECT new_id(), '%s',"
		    " 'affiliations' FROM generate_series(1, 50)",
		scratch_uuid_text(ORG_ADMIN));
	assert_problem(
		people_call(&entry, ORG_ADMIN, "%s", input()), PROBLEM_RATE_LIMITED);
	assert_done(people_call(&entry, OWNER, "%s", input()));
	people_expect_rows(
		1, "creations WHERE member_id = '%s'", scratch_uuid_text(OWNER));
}

/* A member of the roster, who administers any organization, could show the project to its
 * other admins, and read it after being removed. */
TEST(shows_a_private_project_to_nobody_before_a_lead_has_accepted)
{
	static const struct op_entry get = {&op_project_get, project_get};
	static const struct op_entry get_affiliation = {
		&op_affiliation_get, affiliation_get};
	struct scratch_answer answer;
	const char *id;

	project_world("private");
	project_put(PROJECT, ORG_ADMIN, "member");
	answer = people_call(&entry, ORG_ADMIN, "%s", input());
	scratch_expect(answer, "{'project.name': 'Project 50'}");
	id = scratch_printf(JSON({"affiliation": "%s"}), scratch_string(&answer, "id"));
	scratch_sql("DELETE FROM project_members WHERE member_id = '%s'",
		scratch_uuid_text(ORG_ADMIN));
	for (unsigned caller = OWNER; caller <= ORG_ADMIN; caller++) {
		assert_problem(people_call(&get, caller, "%s", project_id_json(PROJECT)),
			PROBLEM_PROJECT_NOT_FOUND);
		scratch_expect(people_call(&get_affiliation, caller, "%s", id),
			"{'project.name': 'A private project', 'joiningMembers': null,"
			" 'viewerSide': 'org'}");
	}
	scratch_sql("UPDATE affiliations SET status = 'active', decided_at = now()");
	assert_done(people_call(&get, OWNER, "%s", project_id_json(PROJECT)));
}

TEST(refuses_an_archived_project)
{
	project_world("network");
	project_archive(PROJECT);
	assert_problem(
		people_call(&entry, OWNER, "%s", input()), PROBLEM_PROJECT_ARCHIVED);
}
