#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_project_get, project_get};

TEST(shows_a_network_project_to_everybody)
{
	project_world("network");
	project_expect_all(&entry, project_id_json(PROJECT), PROBLEM_NONE);
}

TEST(hides_a_network_project_while_all_its_leads_are_suspended)
{
	static const enum problem hidden[PERSON_END] = {
		[ORG_MEMBER] = PROBLEM_PROJECT_NOT_FOUND,
		[STRANGER] = PROBLEM_PROJECT_NOT_FOUND};

	affiliation_world("network", "active", "project");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(LEAD));
	people_expect(&entry, project_id_json(PROJECT), hidden, PERSON_END);
	project_put(PROJECT, ORG_MEMBER, "lead");
	assert_problem(people_call(&entry, STRANGER, "%s", project_id_json(PROJECT)),
		PROBLEM_NONE);
}

/* Visible to the roster, and to organizations from their affiliation on. */
TEST(shows_a_private_project_to_whom_it_concerns)
{
	static const enum problem alone[PERSON_END] = {
		[OWNER] = PROBLEM_PROJECT_NOT_FOUND,
		[ORG_ADMIN] = PROBLEM_PROJECT_NOT_FOUND,
		[ORG_MEMBER] = PROBLEM_PROJECT_NOT_FOUND,
		[STRANGER] = PROBLEM_PROJECT_NOT_FOUND};
	static const enum problem open[PERSON_END] = {
		[ORG_MEMBER] = PROBLEM_PROJECT_NOT_FOUND,
		[STRANGER] = PROBLEM_PROJECT_NOT_FOUND};

	static const struct {
		const char *status;
		const enum problem *expected;
	} table[] = {
		{"pending", open},
		{"active", open},
		{"declined", alone},
		{"cancelled", alone},
		{"ended", alone},
	};

	project_world("private");
	people_expect(&entry, project_id_json(PROJECT), alone, PERSON_END);
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		scratch_sql("SAVEPOINT state");
		project_affiliate(AFFILIATION, PROJECT, ORG, table[i].status, "project");
		people_expect(
			&entry, project_id_json(PROJECT), table[i].expected, PERSON_END);
		scratch_sql("ROLLBACK TO SAVEPOINT state");
	}
}

/* A lead could ask an organization of his own, and read the project after his removal. */
TEST(shows_it_to_an_organization_as_long_as_the_requester_leads)
{
	static const struct {
		const char *sql; /* about the lead's row in both tables */
		enum problem problem;
	} table[] = {
		{"UPDATE project_members SET title = 'Boss'", PROBLEM_NONE},
		{"UPDATE project_members SET role = 'member'", PROBLEM_PROJECT_NOT_FOUND},
		{"DELETE FROM project_members", PROBLEM_PROJECT_NOT_FOUND},
		{"UPDATE members SET status = 'suspended' WHERE name = 'Member 1'",
			PROBLEM_PROJECT_NOT_FOUND},
	};

	affiliation_world("private", "pending", "project");
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		scratch_sql("SAVEPOINT state");
		scratch_sql("%s", table[i].sql);
		assert_problem(people_call(&entry, OWNER, "%s", project_id_json(PROJECT)),
			table[i].problem);
		scratch_sql("ROLLBACK TO SAVEPOINT state");
	}
}

TEST(says_what_the_caller_may_do)
{
	static const struct {
		unsigned caller;
		const char *role;
		bool manages;
	} table[] = {
		{LEAD, "lead", true},
		{TEAM_MEMBER, "member", false},
		{STRANGER, NULL, false},
		{PLATFORM_ADMIN, NULL, true},
	};

	project_world("network");
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		struct scratch_answer answer = people_call(
			&entry, table[i].caller, "%s", project_id_json(PROJECT));

		if (table[i].role == NULL)
			assert_true(json_is_null(scratch_at(&answer, "myRole")));
		else
			scratch_expect(answer, "{'myRole': '%s'}", table[i].role);
		assert_int_equal(
			json_is_true(scratch_at(&answer, "canManage")), table[i].manages);
	}
}

/* An administrator whose app lacks the scope has the rights of any member. */
TEST(gives_administrators_nothing_without_the_scope)
{
	const struct uuid id = scratch_uuid(PLATFORM_ADMIN);
	struct principal admin = scratch_admin(&id);

	project_world("private");
	admin.scopes &= ~(unsigned)SCOPE_ADMIN;
	assert_problem(scratch_call(&entry, &admin, project_id_json(PROJECT)),
		PROBLEM_PROJECT_NOT_FOUND);
}

TEST(shows_the_roster_without_suspended_members_and_leads_first)
{
	struct scratch_answer answer, roster = {.problem = PROBLEM_NONE};

	project_world("network");
	project_put(PROJECT, STRANGER, "lead");
	people_add_as(20, "suspended");
	project_put(PROJECT, 20, "member");
	answer = people_call(&entry, STRANGER, "%s", project_id_json(PROJECT));
	roster.output = json_pack("{s:O}", "items", scratch_at(&answer, "members"));
	assert_string_equal(scratch_numbers(&roster, "name", "Member "), "1 6 2 ");
	json_decref(roster.output);
	assert_int_equal(json_integer_value(scratch_at(&answer, "memberCount")), 4);
}

TEST(shows_active_affiliations_only)
{
	static const char *const states[] = {
		"pending", "declined", "cancelled", "ended", "active"};

	project_world("network");
	for (unsigned i = 0; i < COUNT_OF(states); i++) {
		people_add_org(20 + i, "public");
		project_affiliate(80 + i, PROJECT, 20 + i, states[i], "org");
	}
	scratch_expect(people_call(&entry, STRANGER, "%s", project_id_json(PROJECT)),
		"{'affiliations.length': 1, 'affiliations.0.id': '%s',"
		" 'affiliations.0.org.slug': 'org-24', 'affiliations.0.kind': 'program',"
		" 'affiliations.0.since': '2026-01-01T00:01:24.000Z'}",
		scratch_id("aff", 84));
}

TEST(finds_nothing_under_other_ids)
{
	project_world("network");
	assert_problem(people_call(&entry, LEAD, "%s", project_id_json(51)),
		PROBLEM_PROJECT_NOT_FOUND);
	assert_problem(
		people_call(&entry, LEAD, JSON({"id": "%s"}), scratch_id("evt", 50)),
		PROBLEM_PROJECT_NOT_FOUND);
	assert_problem(people_call(&entry, LEAD, "%s", JSON({"id": "nothing"})),
		PROBLEM_PROJECT_NOT_FOUND);
}
