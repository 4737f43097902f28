/*
 * item_fixture.h - what the tests of asks and of progress entries share.
 */
#ifndef KITH_TEST_ITEM_FIXTURE_H
#define KITH_TEST_ITEM_FIXTURE_H

#include "tests/support/handler_test.h"

/* {"id": "post_…"} */
static inline const char *
item_id_json(const char *prefix, unsigned number)
{
	return scratch_printf(JSON({"id": "%s"}), scratch_id(prefix, number));
}

static inline void
item_put(struct buffer *out, const char *text, int times)
{
	for (int i = 0; i < times; i++)
		buffer_append(out, text, strlen(text));
}

static inline const char *
item_numbers(const struct scratch_answer *answer)
{
	struct buffer out = {.arena = scratch_arena()};
	const json_t *items = scratch_at(answer, "items");

	assert_int_equal(answer->problem, PROBLEM_NONE);
	for (size_t i = 0; i < json_array_size(items); i++) {
		const char *title = json_string_value(
			json_object_get(json_array_get(items, i), "title"));

		item_put(&out, strrchr(title, ' ') + 1, 1);
		item_put(&out, " ", 1);
	}
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

/* Rows of a table that this transaction has read so far. Later plans use indexes,
 * whatever was planned before and however few rows there are. */
static inline long
item_rows_read(const char *table)
{
	scratch_sql("DISCARD PLANS");
	scratch_sql("SET LOCAL enable_seqscan = off");
	return people_count("SELECT seq_tup_read + idx_tup_fetch"
			    " FROM pg_stat_xact_user_tables WHERE relname = '%s'",
		table);
}

/* Walks through all pages of a list and returns the numbers on them. `add` puts another
 * item on top between pages; `filter` is members of a JSON object, each after a comma. */
static inline const char *
item_walk(const struct op_entry *entry, unsigned member, const char *filter, int limit,
	void (*add)(unsigned number))
{
	const struct principal caller = people_principal(member);
	struct buffer out = {.arena = scratch_arena()};
	const char *cursor = "";

	for (unsigned page = 0; page < 40; page++) {
		struct scratch_answer answer = scratch_call(entry, &caller,
			scratch_printf("{\"limit\": %d%s%s}", limit, filter, cursor));

		item_put(&out, item_numbers(&answer), 1);
		if (json_is_null(scratch_at(&answer, "nextCursor"))) {
			buffer_append(&out, "", 1);
			return (const char *)out.data;
		}
		cursor = scratch_printf(
			", \"cursor\": \"%s\"", scratch_string(&answer, "nextCursor"));
		add(900 + page);
	}
	fail_msg("the pages do not end");
	return NULL;
}

#endif
