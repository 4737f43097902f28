#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_project_assign, project_assign};

static struct scratch_answer
assign(unsigned caller, unsigned member, const char *more)
{
	return people_call(&entry, caller,
		"{\"id\": \"%s\", \"handle\": \"member-%u\"%s%s}",
		scratch_id("proj", PROJECT), member, more[0] == '\0' ? "" : ", ", more);
}

TEST(puts_a_member_on_the_roster)
{
	struct scratch_answer answer;

	project_world("network");
	answer = assign(LEAD, STRANGER, JSON("title" : " CTO "));
	scratch_expect(answer,
		"{'memberCount': 3, 'members.2.handle': 'member-6',"
		" 'members.2.role': 'member', 'members.2.title': 'CTO'}");
	assert_string_equal(project_told("project_added"), "6");
	project_expect_sound();
}

TEST(finds_only_whom_others_find)
{
	project_world("network");
	scratch_sql("UPDATE profiles SET onboarded_at = NULL"
		    " WHERE handle IN ('member-6', 'member-2')");
	assert_problem(assign(LEAD, STRANGER, ""), PROBLEM_MEMBER_NOT_FOUND);
	/* Who is on the roster keeps the place. */
	assert_done(assign(LEAD, TEAM_MEMBER, JSON("title" : "Designer")));
	project_expect_sound();
}

TEST(audits_a_new_lead)
{
	static const char audited[] = "SELECT count(*) FROM audit"
				      " WHERE action = 'project.set_role'";

	project_world("network");
	assign(LEAD, ORG_MEMBER, "");
	assert_int_equal(people_count(audited), 0);
	assert_done(assign(LEAD, STRANGER, JSON("role" : "lead")));
	assert_int_equal(people_count(audited), 1);
	assert_string_equal(scratch_value("SELECT subject_id FROM audit"
					  " WHERE action = 'project.set_role'"),
		scratch_uuid_text(STRANGER));
}

/* The mails about roles to a member. */
static int64_t
mails(const char *template, unsigned member)
{
	return people_count("SELECT count(*) FROM outbox"
			    " WHERE payload ->> 'template' = '%s'"
			    " AND payload ->> 'toAddress' = 'member%u@example.org'",
		template, member);
}

/* Known attack: a thief made an accomplice a lead, who stayed after the recovery. */
TEST(mails_the_leads_about_a_new_one)
{
	project_world("private");
	assert_done(assign(LEAD, STRANGER, JSON("role" : "lead")));
	assert_int_equal(mails("role_given", 1), 1);
	assert_done(assign(LEAD, TEAM_MEMBER, JSON("role" : "lead")));
	assert_int_equal(mails("role_given", 1), 2);
	assert_int_equal(mails("role_given", 6), 1);
	assert_done(assign(LEAD, TEAM_MEMBER, JSON("role" : "lead")));
	people_expect_rows(3, "outbox WHERE payload ->> 'template' = 'role_given'");
	people_expect_rows(0, "outbox WHERE payload ->> 'template' = 'role_ended'");
	assert_done(assign(STRANGER, LEAD, JSON("role" : "member")));
	assert_int_equal(mails("role_ended", 1), 1);
	assert_done(assign(STRANGER, STRANGER, JSON("role" : "member")));
	assert_int_equal(mails("role_ended", 6), 1);
}

TEST(gives_fifty_roles_a_day)
{
	project_world("network");
	scratch_sql("INSERT INTO creations (id, member_id, kind) SELECT new_id(), '%s',"
		    " 'roles' FROM generate_series(1, 50)",
		scratch_uuid_text(LEAD));
	assert_problem(assign(LEAD, STRANGER,
			       JSON("role"
				       : "lead")),
		PROBLEM_RATE_LIMITED);
	assert_problem(assign(LEAD, TEAM_MEMBER,
			       JSON("role"
				       : "lead")),
		PROBLEM_RATE_LIMITED);
	assert_done(assign(LEAD, STRANGER, ""));
}

TEST(changes_role_and_title_of_who_is_on_it)
{
	project_world("network");
	assign(LEAD, TEAM_MEMBER, JSON("title" : "Designer"));
	assert_string_equal(project_told("project_role_changed"), "");
	scratch_expect(assign(LEAD, TEAM_MEMBER,
			       JSON("role"
				       : "lead")),
		"{'members.1.role': 'lead', 'members.1.title': 'Designer',"
		" 'memberCount': 2}");
	assert_string_equal(project_told("project_role_changed"), "2");
	assert_string_equal(project_told("project_added"), "");
	people_expect_rows(1, "audit WHERE action = 'project.set_role'");
	assert_done(assign(LEAD, TEAM_MEMBER, JSON("role" : "lead")));
	assert_string_equal(project_told("project_role_changed"), "2");
	project_expect_sound();
}

TEST(keeps_the_last_lead)
{
	project_world("network");
	assert_problem(assign(LEAD, LEAD, JSON("role" : "member")), PROBLEM_LAST_LEAD);
	assert_problem(assign(PLATFORM_ADMIN, LEAD,
			       JSON("role"
				       : "member")),
		PROBLEM_LAST_LEAD);
	/* A suspended lead has no rights. */
	scratch_sql("UPDATE project_members SET role = 'lead' WHERE member_id = '%s'",
		scratch_uuid_text(TEAM_MEMBER));
	scratch_sql("UPDATE members SET status = 'suspended' WHERE id = '%s'",
		scratch_uuid_text(TEAM_MEMBER));
	assert_problem(assign(LEAD, LEAD, JSON("role" : "member")), PROBLEM_LAST_LEAD);
	scratch_sql("UPDATE members SET status = 'active'");
	assert_done(assign(LEAD, LEAD, JSON("role" : "member")));
}

TEST(is_for_leads_and_administrators)
{
	static const enum problem expected[PERSON_END] = {
		[TEAM_MEMBER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[OWNER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[ORG_ADMIN] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[ORG_MEMBER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[STRANGER] = PROBLEM_PROJECT_LEAD_REQUIRED};
	const char *json = scratch_printf(
		JSON({"id": "%s", "handle": "member-6"}), scratch_id("proj", PROJECT));

	affiliation_world("network", "active", "org");
	people_expect(&entry, json, expected, PERSON_END);
}

TEST(adds_nobody_to_an_archived_project)
{
	project_world("network");
	project_archive(PROJECT);
	assert_problem(assign(LEAD, STRANGER, ""), PROBLEM_PROJECT_ARCHIVED);
	assert_problem(assign(LEAD, TEAM_MEMBER,
			       JSON("title"
				       : "x")),
		PROBLEM_PROJECT_ARCHIVED);
	/* A missing member is reported first, and a missing permission before the
	 * state. */
	assert_problem(assign(LEAD, 99, ""), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(assign(TEAM_MEMBER, STRANGER, ""), PROBLEM_PROJECT_LEAD_REQUIRED);
}

TEST(finds_active_members_only)
{
	project_world("network");
	people_add_as(20, "suspended");
	people_add_as(21, "pending");
	assert_problem(assign(LEAD, 20, ""), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(assign(LEAD, 21, ""), PROBLEM_MEMBER_NOT_FOUND);
	assert_problem(assign(LEAD, 22, ""), PROBLEM_MEMBER_NOT_FOUND);
	project_put(PROJECT, 20, "member");
	assert_problem(assign(LEAD, 20, JSON("role" : "lead")), PROBLEM_MEMBER_NOT_FOUND);
	project_expect_sound();
}

TEST(holds_200_people_and_no_more)
{
	struct scratch_answer answer;

	project_world("network");
	for (unsigned member = 100; member < 298; member++) {
		people_add(member);
		if (member < 297)
			project_put(PROJECT, member, "member");
	}
	answer = assign(LEAD, 297, "");
	assert_done(answer);
	assert_int_equal(
		json_array_size(scratch_at(&answer, "members")), PROJECT_ROSTER_MAX);
	scratch_sql("SAVEPOINT whole");
	answer = assign(LEAD, STRANGER, "");
	people_expect_fault(answer, "#/handle", FAULT_TOO_MANY);
	scratch_sql("ROLLBACK TO SAVEPOINT whole");
	project_expect_sound();
}

TEST(takes_what_its_bounds_allow)
{
	const char *before = scratch_printf(JSON("id"
						    : "%s", "handle"
						    : "member-6", ),
		scratch_id("proj", PROJECT));

	project_world("network");
	project_expect_bounds(&entry, before, "title", 0, 80);
	people_expect_fault(people_call(&entry, LEAD, JSON({"id": "%s"}),
				    scratch_id("proj", PROJECT)),
		"#/handle", FAULT_REQUIRED);
	people_expect_fault(
		people_call(&entry, LEAD, JSON({"id": "%s", "handle": "No Handle"}),
			scratch_id("proj", PROJECT)),
		"#/handle", FAULT_PATTERN);
	people_expect_fault(assign(LEAD, STRANGER,
				    JSON("role"
					    : "owner")),
		"#/role", FAULT_ENUM);
}
