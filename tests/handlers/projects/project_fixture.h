/*
 * project_fixture.h - a project, an organization and members in every relation to them,
 * for the tests of projects.
 */
#ifndef KITH_TEST_PROJECT_FIXTURE_H
#define KITH_TEST_PROJECT_FIXTURE_H

#include <stdarg.h>

#include "services/projects/handlers.h"
#include "tests/support/handler_test.h"

/* The callers of every table below, in this order. */
enum person {
	LEAD = 1,
	TEAM_MEMBER,
	OWNER,
	ORG_ADMIN,
	ORG_MEMBER,
	STRANGER,
	PLATFORM_ADMIN,
	PERSON_END
};

unsigned people_admin = PLATFORM_ADMIN;

#define PROJECT 50
#define ORG 10
#define AFFILIATION 70

static inline void
project_add(unsigned number, const char *visibility)
{
	scratch_sql("INSERT INTO projects (id, name, visibility, created_at, updated_at)"
		    " SELECT '%s', 'Project %u', '%s', at, at FROM (SELECT timestamptz"
		    " '2026-01-01 00:00:00Z' + %u * interval '1 second') AS made (at)",
		scratch_uuid_text(number), number, visibility, number);
}

static inline void
project_put(unsigned project, unsigned member, const char *role)
{
	scratch_sql("INSERT INTO project_members (project_id, member_id, role, joined_at)"
		    " VALUES ('%s', '%s', '%s', timestamptz '2026-01-01 00:00:00Z'"
		    " + %u * interval '1 second')",
		scratch_uuid_text(project), scratch_uuid_text(member), role, member);
	scratch_sql("UPDATE projects SET member_count = member_count + 1 WHERE id = '%s'",
		scratch_uuid_text(project));
}

/* Adds an affiliation that a party ("project" or "org") asked for. */
static inline void
project_affiliate(unsigned number, unsigned project, unsigned org, const char *status,
	const char *side)
{
	scratch_sql(
		"INSERT INTO affiliations (id, project_id, org_id, kind, status,"
		" initiated_by, terms, terms_updated_at, requester_id, created_at,"
		" decided_at, ended_at)"
		" SELECT '%s', '%s', '%s', 'program', s, '%s', 'Secret terms', at, '%s',"
		" at, CASE WHEN s <> 'pending' THEN at END, CASE"
		" WHEN s = 'ended' THEN at END FROM (SELECT '%s', timestamptz"
		" '2026-01-01 00:00:00Z' + %u * interval '1 second') AS made (s, at)",
		scratch_uuid_text(number), scratch_uuid_text(project),
		scratch_uuid_text(org), side,
		scratch_uuid_text(strcmp(side, "org") == 0 ? OWNER : LEAD), status,
		number);
}

/* Adds project 50 with a lead and a member, organization 10 with an owner, an admin and a
 * member, and two more people. */
static inline void
project_world(const char *visibility)
{
	for (unsigned i = LEAD; i < PERSON_END; i++)
		people_add(i);
	scratch_sql("UPDATE members SET role = 'admin' WHERE id = '%s'",
		scratch_uuid_text(PLATFORM_ADMIN));
	people_add_org(ORG, "public");
	people_join_as(ORG, OWNER, "owner");
	people_join_as(ORG, ORG_ADMIN, "admin");
	people_join_as(ORG, ORG_MEMBER, "member");
	project_add(PROJECT, visibility);
	project_put(PROJECT, LEAD, "lead");
	project_put(PROJECT, TEAM_MEMBER, "member");
}

/* The same with an affiliation of the two. */
static inline void
affiliation_world(const char *visibility, const char *status, const char *side)
{
	project_world(visibility);
	project_affiliate(AFFILIATION, PROJECT, ORG, status, side);
}

static inline void
project_archive(unsigned number)
{
	scratch_sql("UPDATE projects SET status = 'archived' WHERE id = '%s'",
		scratch_uuid_text(number));
}

/* {"id": "proj_…"} */
static inline const char *
project_id_json(unsigned number)
{
	return scratch_printf(JSON({"id": "%s"}), scratch_id("proj", number));
}

/* {"affiliation": "aff_…"} */
static inline const char *
affiliation_id_json(unsigned number)
{
	return scratch_printf(JSON({"affiliation": "%s"}), scratch_id("aff", number));
}

/* Expects the same answer for every caller. */
static inline void
project_expect_all(const struct op_entry *entry, const char *json, enum problem problem)
{
	enum problem expected[PERSON_END];

	for (unsigned i = 0; i < PERSON_END; i++)
		expected[i] = problem;
	people_expect(entry, json, expected, PERSON_END);
}

/* The end of the name of each item of a page, "50 51 ". */
static inline const char *
project_numbers(const struct scratch_answer *answer)
{
	return scratch_numbers(answer, "name", "Project ");
}

/* What must hold of all projects; the query returns the number of violations. */
#define PROJECT_AUDIT \
	"SELECT (SELECT count(*) FROM projects j WHERE NOT EXISTS (SELECT" \
	" FROM project_members r WHERE r.project_id = j.id AND r.role = 'lead'))" \
	" + (SELECT count(*) FROM projects j WHERE j.member_count <> (SELECT count(*)" \
	" FROM project_members r WHERE r.project_id = j.id))" \
	" + (SELECT count(*) FROM (SELECT FROM affiliations" \
	" WHERE status IN ('pending', 'active') GROUP BY project_id, org_id HAVING" \
	" count(*) > 1) f) + (SELECT count(*) FROM affiliations" \
	" WHERE (status = 'pending') <> (decided_at IS NULL)" \
	" OR (status = 'ended') <> (ended_at IS NOT NULL))"

static inline void
project_expect_sound(void)
{
	assert_int_equal(people_count(PROJECT_AUDIT), 0);
}

/* The recipients of the notices of a kind: "3 4 ". */
static inline const char *
project_told(const char *kind)
{
	const char *told = scratch_value(
		"SELECT string_agg(ltrim(right(payload ->> 'recipient', 4), '0'), ' '"
		" ORDER BY payload ->> 'recipient') FROM outbox"
		" WHERE payload ->> 'kind' = '%s'",
		kind);

	return told == NULL ? "" : told;
}

/* Expects exactly one fault for a text that is a character too long or too short. */
static inline void
project_expect_bounds(const struct op_entry *entry, const char *before, const char *name,
	int min, int max)
{
	const struct {
		int length;
		enum problem problem;
		enum fault_code fault;
	} table[] = {
		{min, PROBLEM_NONE, FAULT_REQUIRED},
		{max, PROBLEM_NONE, FAULT_REQUIRED},
		{max + 1, PROBLEM_VALIDATION_FAILED, FAULT_TOO_LONG},
		{min - 1, PROBLEM_VALIDATION_FAILED, FAULT_TOO_SHORT},
	};

	for (size_t i = 0; i < COUNT_OF(table) - (min == 0 ? 1 : 0); i++) {
		char *text =
			arena_alloc(scratch_arena(), (size_t)table[i].length * 2 + 1);
		struct scratch_answer answer;

		for (int n = 0; n < table[i].length; n++)
			memcpy(text + (size_t)n * 2, "\xc3\xa9", 2);
		text[table[i].length * 2] = '\0';
		scratch_sql("SAVEPOINT bounds");
		answer = people_call(
			entry, LEAD, "{%s\"%s\": \"%s\"}", before, name, text);
		scratch_sql("ROLLBACK TO SAVEPOINT bounds");
		if (answer.problem != table[i].problem)
			fail_msg("%s of %d characters: %s", name, table[i].length,
				problems[answer.problem].code);
		if (answer.problem == PROBLEM_VALIDATION_FAILED)
			people_expect_fault(
				answer, scratch_printf("#/%s", name), table[i].fault);
	}
}

#endif
