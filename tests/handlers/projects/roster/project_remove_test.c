#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_project_remove, project_remove};

static const char *
input(unsigned member)
{
	return scratch_printf(JSON({"id": "%s", "userId": "%s"}),
		scratch_id("proj", PROJECT), scratch_id("usr", member));
}

TEST(takes_a_member_off_and_tells_it)
{
	project_world("network");
	assert_done(people_call(&entry, LEAD, "%s", input(TEAM_MEMBER)));
	assert_int_equal(people_count("SELECT member_count FROM projects"), 1);
	assert_string_equal(project_told("project_removed"), "2");
	people_expect_rows(1, "audit WHERE action = 'project.remove_member'");
	assert_problem(people_call(&entry, LEAD, "%s", input(TEAM_MEMBER)),
		PROBLEM_MEMBER_NOT_FOUND);
	project_expect_sound();
}

TEST(mails_a_lead_who_is_removed)
{
	static const char mails[] =
		"outbox WHERE payload ->> 'template' = 'role_ended'"
		" AND payload ->> 'toAddress' = 'member2@example.org'";

	project_world("network");
	scratch_sql("UPDATE project_members SET role = 'lead'");
	people_add(20);
	project_put(PROJECT, 20, "lead");
	assert_done(people_call(&entry, LEAD, "%s", input(TEAM_MEMBER)));
	people_expect_rows(1, mails);
	assert_done(people_call(&entry, LEAD, "%s", input(LEAD)));
	people_expect_rows(2, "outbox WHERE payload ->> 'template' = 'role_ended'");
}

TEST(who_may_remove_whom)
{
	static const struct {
		unsigned caller, member;
		enum problem problem, archived;
	} table[] = {
		{LEAD, TEAM_MEMBER, PROBLEM_NONE, PROBLEM_PROJECT_ARCHIVED},
		{LEAD, 20, PROBLEM_NONE, PROBLEM_PROJECT_ARCHIVED},
		{LEAD, LEAD, PROBLEM_NONE, PROBLEM_NONE},
		{PLATFORM_ADMIN, LEAD, PROBLEM_NONE, PROBLEM_PROJECT_ARCHIVED},
		{PLATFORM_ADMIN, TEAM_MEMBER, PROBLEM_NONE, PROBLEM_PROJECT_ARCHIVED},
		{TEAM_MEMBER, TEAM_MEMBER, PROBLEM_NONE, PROBLEM_NONE},
		{TEAM_MEMBER, LEAD, PROBLEM_PROJECT_LEAD_REQUIRED,
			PROBLEM_PROJECT_LEAD_REQUIRED},
		{STRANGER, TEAM_MEMBER, PROBLEM_PROJECT_LEAD_REQUIRED,
			PROBLEM_PROJECT_LEAD_REQUIRED},
		{OWNER, TEAM_MEMBER, PROBLEM_PROJECT_LEAD_REQUIRED,
			PROBLEM_PROJECT_LEAD_REQUIRED},
		{STRANGER, STRANGER, PROBLEM_MEMBER_NOT_FOUND, PROBLEM_MEMBER_NOT_FOUND},
		{LEAD, STRANGER, PROBLEM_MEMBER_NOT_FOUND, PROBLEM_MEMBER_NOT_FOUND},
	};

	affiliation_world("network", "active", "org");
	people_add(20);
	project_put(PROJECT, 20, "lead");
	for (size_t i = 0; i < COUNT_OF(table) * 2; i++) {
		const bool archived = i >= COUNT_OF(table);
		const size_t cell = i % COUNT_OF(table);
		enum problem problem;

		scratch_sql("SAVEPOINT cell");
		if (archived)
			project_archive(PROJECT);
		problem = people_call(
			&entry, table[cell].caller, "%s", input(table[cell].member))
				  .problem;
		project_expect_sound();
		scratch_sql("ROLLBACK TO SAVEPOINT cell");
		if (problem != (archived ? table[cell].archived : table[cell].problem))
			fail_msg("cell %zu: %s", i, problems[problem].code);
	}
}

TEST(keeps_the_last_lead)
{
	project_world("network");
	assert_problem(people_call(&entry, LEAD, "%s", input(LEAD)), PROBLEM_LAST_LEAD);
	assert_problem(people_call(&entry, PLATFORM_ADMIN, "%s", input(LEAD)),
		PROBLEM_LAST_LEAD);
	project_expect_sound();
}

TEST(takes_off_whoever_is_suspended)
{
	project_world("network");
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(TEAM_MEMBER));
	assert_done(people_call(&entry, LEAD, "%s", input(TEAM_MEMBER)));
	project_expect_sound();
}

TEST(finds_nothing_under_other_ids)
{
	project_world("network");
	assert_problem(
		people_call(&entry, LEAD, JSON({"id": "%s", "userId": "%s"}),
			scratch_id("proj", PROJECT), scratch_id("org", TEAM_MEMBER)),
		PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(people_call(&entry, LEAD, JSON({"id": "%s", "userId": "%s"}),
			       scratch_id("proj", 51), scratch_id("usr", TEAM_MEMBER)),
		PROBLEM_PROJECT_NOT_FOUND);
}
