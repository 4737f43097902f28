/*
 * move_fixture.h - every action on an affiliation, in every state and by every person.
 */
#ifndef KITH_TEST_MOVE_FIXTURE_H
#define KITH_TEST_MOVE_FIXTURE_H

#include "tests/handlers/projects/project_fixture.h"

#define MOVE_STATES 5
static const char *const move_states[MOVE_STATES] = {
	"pending", "active", "declined", "cancelled", "ended"};

/* One letter for each person, beginning with the lead: '.' success, 'P' and 'O' the role
 * is missing, 'T' the state does not allow it. */
static const enum problem move_letters[128] = {
	['P'] = PROBLEM_PROJECT_LEAD_REQUIRED,
	['O'] = PROBLEM_ORG_ROLE_REQUIRED,
	['T'] = PROBLEM_INVALID_TRANSITION,
	['A'] = PROBLEM_PROJECT_ARCHIVED,
};

/* `cells` has a row for each state; `to` is the state after the action. */
static inline void
move_expect(const struct op_entry *entry, const char *side,
	const char *const cells[MOVE_STATES], const char *to)
{
	project_world("network");
	for (size_t state = 0; state < MOVE_STATES; state++) {
		for (unsigned person = LEAD; person < PERSON_END; person++) {
			const enum problem expected =
				move_letters[(int)cells[state][person - 1]];
			struct scratch_answer answer;
			const char *now;

			scratch_sql("SAVEPOINT cell");
			project_affiliate(
				AFFILIATION, PROJECT, ORG, move_states[state], side);
			answer = people_call(
				entry, person, "%s", affiliation_id_json(AFFILIATION));
			now = scratch_value("SELECT status FROM affiliations");
			if (answer.problem != expected)
				fail_msg("person %u, %s: %s", person, move_states[state],
					problems[answer.problem].code);
			assert_string_equal(
				now, expected == PROBLEM_NONE ? to : move_states[state]);
			project_expect_sound();
			/* An action without effect sends no notice. */
			if (strcmp(move_states[state], to) == 0)
				people_expect_rows(0, "outbox");
			scratch_sql("ROLLBACK TO SAVEPOINT cell");
		}
	}
}

/* An archived project refuses every action, except one whose result exists already. */
static inline void
move_expect_archived(const struct op_entry *entry, const char *side, const char *from,
	const char *to, unsigned person)
{
	affiliation_world("network", from, side);
	project_archive(PROJECT);
	assert_problem(people_call(entry, person, "%s", affiliation_id_json(AFFILIATION)),
		PROBLEM_PROJECT_ARCHIVED);
	scratch_sql("UPDATE affiliations SET status = '%s', decided_at = now(),"
		    " ended_at = CASE WHEN '%s' = 'ended' THEN now() END",
		to, to);
	assert_done(people_call(entry, person, "%s", affiliation_id_json(AFFILIATION)));
}

#endif
