/*
 * export_fixture.h - a complete export, joined from all its parts.
 */
#ifndef KITH_TEST_EXPORT_FIXTURE_H
#define KITH_TEST_EXPORT_FIXTURE_H

#include "tests/handlers/identity/account_fixture.h"

/* Reads the part that `part` names as active member `number`. */
static inline struct scratch_answer
export_part(unsigned number, const char *part)
{
	return call_as(number, ENTRY(account_export_part),
		scratch_printf(JSON({"part": "%s"}), part));
}

/* Appends the records of a part to the whole export. */
static inline void
join_part(json_t *whole, const json_t *pieces)
{
	for (size_t i = 0; i < json_array_size(pieces); i++) {
		const char *name;
		json_t *value;

		json_object_foreach(json_array_get(pieces, i), name, value)
		{
			json_t *list = json_object_get(whole, name);

			if (list == NULL)
				json_object_set(whole, name, value);
			else
				json_array_extend(list, value);
		}
	}
}

/* Reads the whole export; `.text` and `.call` are those of its last part. */
static inline struct scratch_answer
export_of(unsigned number)
{
	struct scratch_answer answer = call_as(number, ENTRY(account_export), NULL);
	json_t *whole = json_object();

	arena_on_done(scratch_arena(), (void (*)(void *))json_decref, whole);
	for (;;) {
		if (answer.problem != PROBLEM_NONE)
			return answer;
		join_part(whole, answer.output);
		if (answer.next_cursor == NULL)
			break;
		answer = export_part(number, answer.next_cursor);
	}
	answer.output = whole;
	return answer;
}

#endif
