#include "tests/handlers/identity/export_fixture.h"

#define PART_BYTES_MAX ((size_t)512 * 1024)

/* Adds member 1 with a credential and so many asks and notifications, many of them in the
 * same second. */
static void
add_author(int posts, int notices)
{
	people_add(1);
	add_credential(901, 1, "session", "mine", "1 day");
	scratch_sql(
		"INSERT INTO posts (id, author_id, kind, title, body, created_at)"
		" SELECT gen_random_uuid(), '%s', 'idea', 'Ask ' || n, repeat('é', 4000),"
		" now() - (n / 40) * interval '1 second' FROM generate_series(1, %d) n",
		scratch_uuid_text(1), posts);
	scratch_sql("INSERT INTO inbox (id, recipient, kind, subject_type, dedupe,"
		    " read_at) SELECT gen_random_uuid(), '%s', 'post_expiring', 'post',"
		    " gen_random_uuid(), now() + n * interval '1 millisecond'"
		    " FROM generate_series(1, %d) n",
		scratch_uuid_text(1), notices);
}

/* Counts the distinct values of a member in the records of a list. */
static size_t
count_different(const struct scratch_answer *answer, const char *list, const char *member)
{
	const json_t *items = json_object_get(answer->output, list);
	json_t *seen = json_object();
	size_t count;

	for (size_t i = 0; i < json_array_size(items); i++)
		json_object_set_new(seen,
			json_string_value(
				json_object_get(json_array_get(items, i), member)),
			json_true());
	count = json_object_size(seen);
	json_decref(seen);
	return count;
}

TEST(every_row_comes_once)
{
	struct scratch_answer answer;

	add_author(150, 2500);
	answer = export_of(1);
	assert_done(answer);
	assert_int_equal(json_array_size(json_object_get(answer.output, "posts")), 150);
	assert_int_equal(count_different(&answer, "posts", "title"), 150);
	assert_int_equal(
		json_array_size(json_object_get(answer.output, "notifications")), 2500);
	assert_int_equal(count_different(&answer, "notifications", "readAt"), 2500);
	assert_int_equal(json_object_size(answer.output), account_export_record.count);
}

TEST(no_part_is_larger_than_half_a_mebibyte)
{
	struct scratch_answer answer;
	int parts = 1;

	add_author(150, 0);
	scratch_sql("UPDATE posts SET body = repeat('\U0001F600', 4000),"
		    " title = repeat('\U0001F600', 140)");
	answer = call_as(1, ENTRY(account_export), NULL);
	for (; answer.next_cursor != NULL; parts++) {
		assert_in_range(answer.call->reply.size, 1, PART_BYTES_MAX);
		answer = export_part(1, answer.next_cursor);
		assert_done(answer);
	}
	assert_in_range(parts, 6, 20);
}

/* Rows that are written between two parts are newer than all rows before, or left out; no
 * row changes its place. */
TEST(what_is_written_meanwhile_moves_nothing)
{
	struct scratch_answer answer;
	json_t *whole = json_object();

	add_author(150, 0);
	answer = call_as(1, ENTRY(account_export), NULL);
	for (int part = 0; answer.next_cursor != NULL; part++) {
		join_part(whole, answer.output);
		scratch_sql(
			"INSERT INTO posts (id, author_id, kind, title, body, created_at)"
			" VALUES (gen_random_uuid(), '%s', 'idea', 'Old %d', '',"
			" now() - interval '1 day')",
			scratch_uuid_text(1), part);
		answer = export_part(1, answer.next_cursor);
	}
	join_part(whole, answer.output);
	answer.output = whole;
	assert_int_equal(json_array_size(json_object_get(whole, "posts")), 150);
	assert_int_equal(count_different(&answer, "posts", "title"), 150);
	json_decref(whole);
}

TEST(ends_with_the_credential)
{
	const char *next;

	add_author(40, 0);
	next = call_as(1, ENTRY(account_export), NULL).next_cursor;
	assert_non_null(next);
	assert_done(export_part(1, next));
	scratch_sql("UPDATE credentials SET revoked_at = now()");
	assert_problem(export_part(1, next), PROBLEM_INVALID_TOKEN);
}

TEST(refuses_what_it_did_not_write)
{
	static const char *const places[] = {"z", "f!", "aAAAA", "`", "A"};
	const char *next;
	char *other;

	add_author(40, 0);
	for (size_t i = 0; i < COUNT_OF(places); i++)
		assert_problem(export_part(1, places[i]), PROBLEM_INVALID_CURSOR);
	next = call_as(1, ENTRY(account_export), NULL).next_cursor;
	other = arena_copy(scratch_arena(), next, strlen(next));
	other[0]++; /* a position in another list */
	assert_problem(export_part(1, other), PROBLEM_INVALID_CURSOR);
	people_expect_fault((struct scratch_answer){.problem = PROBLEM_VALIDATION_FAILED,
				    .faults = export_part(1, "").faults},
		"#/part", FAULT_TOO_SHORT);
}

TEST(an_app_cannot_take_it_either)
{
	people_add(1);
	assert_problem(call_as_app(1, ENTRY(account_export_part), JSON({"part": "a"})),
		PROBLEM_INSUFFICIENT_SCOPE);
}
