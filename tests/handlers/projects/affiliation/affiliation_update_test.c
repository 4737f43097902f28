#include "tests/handlers/projects/project_fixture.h"

static const struct op_entry entry = {&op_affiliation_update, affiliation_update};

static const char *
input(const char *members)
{
	return scratch_printf("{\"affiliation\": \"%s\"%s%s}",
		scratch_id("aff", AFFILIATION), members[0] == '\0' ? "" : ", ", members);
}

static struct scratch_answer
update(unsigned caller, const char *members)
{
	return people_call(&entry, caller, "%s", input(members));
}

TEST(lets_the_organization_set_kind_and_cohort)
{
	static const enum problem expected[PERSON_END] = {
		[LEAD] = PROBLEM_ORG_ROLE_REQUIRED,
		[TEAM_MEMBER] = PROBLEM_ORG_ROLE_REQUIRED,
		[ORG_MEMBER] = PROBLEM_ORG_ROLE_REQUIRED,
		[STRANGER] = PROBLEM_ORG_ROLE_REQUIRED,
		[PLATFORM_ADMIN] = PROBLEM_ORG_ROLE_REQUIRED};

	affiliation_world("network", "active", "project");
	people_expect(&entry, input(JSON("kind" : "investor")), expected, PERSON_END);
	people_expect(&entry,
		input(JSON("cohort"
			   : "W26", "terms"
			   : "x")),
		expected, PERSON_END);
	scratch_expect(update(ORG_ADMIN,
			       JSON("kind"
				       : "investor", "cohort"
				       : "W26")),
		"{'kind': 'investor', 'cohort': 'W26', 'terms': 'Secret terms'}");
}

/* An administrator of the platform is no affiliation party. */
TEST(lets_either_side_write_the_terms)
{
	static const enum problem expected[PERSON_END] = {
		[TEAM_MEMBER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[ORG_MEMBER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[STRANGER] = PROBLEM_PROJECT_LEAD_REQUIRED,
		[PLATFORM_ADMIN] = PROBLEM_PROJECT_LEAD_REQUIRED};
	struct scratch_answer answer;
	const char *at;

	affiliation_world("network", "pending", "project");
	people_expect(&entry, input(JSON("terms" : "Ten percent")), expected, PERSON_END);
	people_expect(&entry, input(""), expected, PERSON_END);
	answer = update(LEAD, JSON("terms" : "Ten percent"));
	scratch_expect(answer, "{'terms': 'Ten percent'}");
	at = scratch_string(&answer, "termsUpdatedAt");
	assert_string_not_equal(at, "2026-01-01T00:01:10.000Z");
	scratch_sql("UPDATE affiliations SET terms_updated_at = '2026-01-02'");
	scratch_expect(update(OWNER,
			       JSON("terms"
				       : "Ten percent")),
		"{'termsUpdatedAt': '2026-01-02T00:00:00.000Z'}");
	answer = update(OWNER, JSON("terms" : null));
	scratch_expect(answer, "{'terms': null}");
	assert_string_not_equal(
		scratch_string(&answer, "termsUpdatedAt"), "2026-01-02T00:00:00.000Z");
}

TEST(edits_what_is_pending_or_active)
{
	static const struct {
		const char *status;
		enum problem problem;
	} table[] = {
		{"pending", PROBLEM_NONE},
		{"active", PROBLEM_NONE},
		{"declined", PROBLEM_INVALID_TRANSITION},
		{"cancelled", PROBLEM_INVALID_TRANSITION},
		{"ended", PROBLEM_INVALID_TRANSITION},
	};

	project_world("network");
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		scratch_sql("SAVEPOINT state");
		project_affiliate(AFFILIATION, PROJECT, ORG, table[i].status, "org");
		assert_int_equal(update(OWNER,
					 JSON("cohort"
						 : "x"))
					 .problem,
			table[i].problem);
		project_archive(PROJECT);
		assert_problem(update(OWNER,
				       JSON("cohort"
					       : "x")),
			PROBLEM_PROJECT_ARCHIVED);
		scratch_sql("ROLLBACK TO SAVEPOINT state");
	}
}

TEST(takes_what_its_bounds_allow)
{
	const char *before = scratch_printf(JSON("affiliation"
						    : "%s", ),
		scratch_id("aff", AFFILIATION));

	affiliation_world("network", "active", "org");
	people_join_as(ORG, LEAD, "admin");
	project_expect_bounds(&entry, before, "cohort", 0, 80);
	project_expect_bounds(&entry, before, "terms", 0, 4000);
	people_expect_fault(update(OWNER, JSON("cohort" : null)), "#/cohort", FAULT_TYPE);
	people_expect_fault(update(OWNER, JSON("kind" : "club")), "#/kind", FAULT_ENUM);
	people_expect_fault(update(OWNER,
				    JSON("status"
					    : "active")),
		"#/status", FAULT_UNKNOWN_FIELD);
}
