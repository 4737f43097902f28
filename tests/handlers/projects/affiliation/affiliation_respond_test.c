#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_affiliation_respond, affiliation_respond};

static struct scratch_answer
respond(unsigned caller, const char *action)
{
	return people_call(&entry, caller, JSON({"affiliation": "%s", "action": "%s"}),
		scratch_id("aff", AFFILIATION), action);
}

TEST(takes_each_of_the_four_actions)
{
	static const struct {
		const char *from, *action, *to;
		unsigned caller;
	} table[] = {
		{"pending", "accept", "active", OWNER},
		{"pending", "decline", "declined", ORG_ADMIN},
		{"pending", "cancel", "cancelled", LEAD},
		{"active", "end", "ended", OWNER},
	};

	project_world("network");
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		struct scratch_answer answer;

		scratch_sql("SAVEPOINT action");
		project_affiliate(AFFILIATION, PROJECT, ORG, table[i].from, "project");
		answer = respond(table[i].caller, table[i].action);
		assert_string_equal(scratch_string(&answer, "status"), table[i].to);
		scratch_sql("ROLLBACK TO SAVEPOINT action");
	}
}

TEST(refuses_what_is_no_action_and_says_why)
{
	struct scratch_answer answer;

	affiliation_world("network", "declined", "project");
	answer = respond(OWNER, "accept");
	assert_problem(answer, PROBLEM_INVALID_TRANSITION);
	assert_string_equal(
		answer.detail, "the affiliation is declined and cannot become active");
	people_expect_fault(respond(OWNER, "approve"), "#/action", FAULT_ENUM);
	people_expect_fault(
		people_call(&entry, OWNER, "%s", affiliation_id_json(AFFILIATION)),
		"#/action", FAULT_REQUIRED);
}

/* Without a team to invite: a project lead who accepts invites nobody. */
TEST(invites_the_team_as_accept_does)
{
	affiliation_world("network", "pending", "project");
	people_call(&entry, OWNER,
		JSON({"affiliation": "%s", "action": "accept", "inviteTeam": false}),
		scratch_id("aff", AFFILIATION));
	assert_string_equal(project_told("org_invitation"), "");
	scratch_sql("UPDATE affiliations SET status = 'pending', decided_at = NULL");
	respond(OWNER, "accept");
	assert_string_equal(project_told("org_invitation"), "1 2");
}
