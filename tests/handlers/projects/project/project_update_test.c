#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_project_update, project_update};

static struct scratch_answer
update(unsigned caller, const char *members)
{
	return people_call(&entry, caller, "{\"id\": \"%s\"%s%s}",
		scratch_id("proj", PROJECT), members[0] == '\0' ? "" : ", ", members);
}

TEST(changes_what_is_given_and_nothing_else)
{
	struct scratch_answer answer;

	project_world("network");
	answer = update(LEAD, JSON("name" : " Engine ", "stage" : "building"));
	scratch_expect(answer,
		"{'name': 'Engine', 'stage': 'building', 'visibility': 'network'}");
	assert_string_not_equal(scratch_string(&answer, "updatedAt"),
		scratch_string(&answer, "createdAt"));
}

TEST(is_for_leads_and_administrators)
{
	static const enum problem network[PERSON_END] = {
		[TEAM_MEMBER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[OWNER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[ORG_ADMIN] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[ORG_MEMBER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[STRANGER] = PROBLEM_PROJECT_LEAD_REQUIRED};
	static const enum problem hidden[PERSON_END] = {
		[TEAM_MEMBER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[OWNER] = PROBLEM_PROJECT_NOT_FOUND,
		[ORG_ADMIN] = PROBLEM_PROJECT_NOT_FOUND,
		[ORG_MEMBER] = PROBLEM_PROJECT_NOT_FOUND,
		[STRANGER] = PROBLEM_PROJECT_NOT_FOUND};
	const char *json = scratch_printf(
		JSON({"id": "%s", "summary": "New"}), scratch_id("proj", PROJECT));

	project_world("network");
	people_expect(&entry, json, network, PERSON_END);
	scratch_sql("UPDATE projects SET visibility = 'private'");
	people_expect(&entry, json, hidden, PERSON_END);
}

TEST(keeps_an_archived_project_as_it_is)
{
	project_world("network");
	scratch_expect(update(LEAD,
			       JSON("status"
				       : "archived", "summary"
				       : "At the end")),
		"{'status': 'archived', 'summary': 'At the end'}");
	assert_problem(update(LEAD, JSON("name" : "Other")), PROBLEM_PROJECT_ARCHIVED);
	assert_problem(update(LEAD,
			       JSON("name"
				       : "Other", "status"
				       : "archived")),
		PROBLEM_PROJECT_ARCHIVED);
	assert_problem(update(PLATFORM_ADMIN,
			       JSON("visibility"
				       : "private")),
		PROBLEM_PROJECT_ARCHIVED);
	assert_problem(update(TEAM_MEMBER,
			       JSON("name"
				       : "Other")),
		PROBLEM_PROJECT_LEAD_REQUIRED);
	assert_done(update(LEAD, JSON("status" : "archived")));
	scratch_expect(update(LEAD,
			       JSON("status"
				       : "active", "name"
				       : "Back")),
		"{'status': 'active', 'name': 'Back'}");
}

TEST(leaves_the_time_alone_when_nothing_changes)
{
	struct scratch_answer before, after;

	project_world("network");
	before = update(LEAD, "");
	after = update(LEAD, JSON("name" : "Project 50", "status" : "active"));
	assert_string_equal(scratch_string(&before, "updatedAt"),
		scratch_string(&after, "updatedAt"));
}

TEST(takes_every_text_up_to_its_bound)
{
	const char *id = scratch_printf(JSON("id" : "%s", ), scratch_id("proj", PROJECT));

	project_world("network");
	project_expect_bounds(&entry, id, "name", 2, 80);
	project_expect_bounds(&entry, id, "summary", 0, 280);
	project_expect_bounds(&entry, id, "description", 0, 4000);
}

TEST(refuses_null_and_unknown_values)
{
	project_world("network");
	people_expect_fault(update(LEAD, JSON("name" : null)), "#/name", FAULT_TYPE);
	people_expect_fault(update(LEAD,
				    JSON("status"
					    : "deleted")),
		"#/status", FAULT_ENUM);
	people_expect_fault(update(LEAD,
				    JSON("myRole"
					    : "lead")),
		"#/myRole", FAULT_UNKNOWN_FIELD);
}

TEST(compares_if_match_with_what_the_caller_read)
{
	static const struct op_entry current = {&op_project_get, project_get};
	const struct principal lead = people_principal(LEAD);
	const struct scratch_options stale = {.if_match = "\"AAAAAAAAAAAAAAAAAAAAAA\""};
	const struct scratch_options any = {.if_match = "*"};
	const char *json = scratch_printf(
		JSON({"id": "%s", "name": "Other"}), scratch_id("proj", PROJECT));

	run_register(&current, 1);
	project_world("network");
	assert_problem(scratch_call_with(&entry, &lead, json, &stale),
		PROBLEM_PRECONDITION_FAILED);
	assert_done(scratch_call_with(&entry, &lead, json, &any));
}
