/*
 * run_test.c - the skeleton around every handler.
 */
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <string.h>

#include "common/base/clock.h"
#include "tests/support/things_scene.h"

static struct scratch_answer
create(const char *key, const char *json)
{
	return scratch_call_with(&things[THING_CREATE], &caller, json,
		&(struct scratch_options){.idempotency_key = key});
}

static void
answers_every_fault_of_an_input(void **state)
{
	struct scratch_answer answer = scratch_call(
		&things[THING_CREATE], &caller, "{\"size\": -1, \"colour\": 1}");
	size_t faults = 0;

	(void)state;
	assert_int_equal(answer.problem, PROBLEM_VALIDATION_FAILED);
	for (const struct fault *fault = answer.faults; fault != NULL;
		fault = fault->next)
		faults++;
	assert_int_equal(faults, 3);
	assert_string_equal(things_count(), "0");
}

static void
takes_no_input_for_an_empty_one(void **state)
{
	struct call call = {.op = things[THING_LIST].op,
		.arena = scratch_arena(),
		.db = scratch_open(NULL)};

	(void)state;
	run_call(&call, things[THING_LIST].handler, NULL, 0);
	assert_int_equal(call.outcome.problem, PROBLEM_NONE);
	assert_int_equal(call.limit, 25);
}

static void
answers_that_a_thing_with_a_malformed_id_is_not_there(void **state)
{
	struct scratch_answer answer =
		scratch_call(&things[THING_GET], &caller, "{\"id\": \"post_nonsense\"}");

	(void)state;
	assert_int_equal(answer.problem, PROBLEM_POST_NOT_FOUND);
}

/* Whoever calls, and though the input is right. */
static void
carries_out_nothing_whose_guard_or_transaction_is_not_said(void **state)
{
	struct op unguarded = *things[THING_CREATE].op;
	struct op unbounded = *things[THING_CREATE].op;
	const struct op_entry entries[] = {
		{&unguarded, things[THING_CREATE].handler},
		{&unbounded, things[THING_CREATE].handler},
	};
	int runs = thing_runs;

	(void)state;
	unguarded.guard = GUARD_UNSAID;
	unbounded.tx = TX_UNSAID;
	for (size_t i = 0; i < COUNT_OF(entries); i++) {
		struct scratch_answer answer =
			scratch_call(&entries[i], &caller, "{\"name\": \"a\"}");

		assert_int_equal(answer.problem, PROBLEM_INTERNAL_ERROR);
	}
	assert_int_equal(thing_runs, runs);
	assert_string_equal(things_count(), "0");
}

static void
commits_a_success(void **state)
{
	struct scratch_answer answer = create(NULL, "{\"name\": \"a\", \"size\": 3}");

	(void)state;
	assert_int_equal(answer.problem, PROBLEM_NONE);
	assert_string_equal(scratch_string(&answer, "name"), "a");
	assert_string_equal(things_count(), "1");
}

/* Breaks the second half of a handler's work. */
static enum problem
create_and_fail(struct call *call, const void *input)
{
	things[THING_CREATE].handler(call, input);
	return call_fail(call, PROBLEM_POST_CLOSED, "changed my mind");
}

static void
undoes_what_a_failed_handler_wrote(void **state)
{
	const struct op_entry entry = {things[THING_CREATE].op, create_and_fail};
	struct scratch_answer answer = scratch_call(&entry, &caller, "{\"name\": \"a\"}");

	(void)state;
	assert_int_equal(answer.problem, PROBLEM_POST_CLOSED);
	assert_string_equal(answer.detail, "changed my mind");
	assert_int_equal(answer.call->reply.size, 0);
	assert_string_equal(things_count(), "0");
}

static void
answers_a_conflict_whatever_the_handler_says(void **state)
{
	struct scratch_answer answer;

	(void)state;
	create(NULL, "{\"name\": \"a\"}");
	answer = create(NULL, "{\"name\": \"a\"}");
	assert_int_equal(answer.problem, PROBLEM_VALIDATION_FAILED);
	assert_string_equal(answer.faults->pointer, "#/name");
	assert_int_equal(answer.faults->code, FAULT_TAKEN);
}

static enum problem
dawdle(struct call *call, const void *input)
{
	enum problem problem = things[THING_CREATE].handler(call, input);

	while (clock_unix_us() / 1000 <= call->deadline_unix_ms)
		continue;
	return problem;
}

static void
commits_nothing_after_the_deadline(void **state)
{
	const struct op_entry entry = {things[THING_CREATE].op, dawdle};
	struct scratch_answer answer =
		scratch_call_with(&entry, &caller, "{\"name\": \"a\"}",
			&(struct scratch_options){
				.deadline_unix_ms = clock_unix_us() / 1000 + 100});

	(void)state;
	assert_int_equal(answer.problem, PROBLEM_TIMEOUT);
	assert_string_equal(things_count(), "0");
}

/* Makes the first run's transaction fail: its session is ended. */
static void
end_first_session(int run)
{
	if (run == 1)
		scratch_elsewhere(
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
			" WHERE datname = current_database() AND pid <> pg_backend_pid()");
}

static void
runs_again_when_the_connection_was_lost(void **state)
{
	/* With a key, a statement has run before the handler does. */
	struct call call = {.op = things[THING_CREATE].op,
		.arena = scratch_arena(),
		.principal = caller,
		.request_id = arena_text(scratch_arena(), "test"),
		.idempotency_key = arena_text(scratch_arena(), "lost"),
		.db = scratch_open(NULL)};

	(void)state;
	thing_runs = 0;
	thing_interfere = end_first_session;
	run_call(&call, things[THING_CREATE].handler, "\x81\xa4name\xa1x", 8);
	assert_int_equal(call.outcome.problem, PROBLEM_NONE);
	assert_int_equal(thing_runs, 2);
	assert_string_equal(things_count(), "1");
}

static void
pages_through_a_list_without_a_gap(void **state)
{
	char names[8] = "";
	const char *cursor = NULL;
	int pages = 0;

	(void)state;
	for (int i = 0; i < 5; i++)
		scratch_sql("INSERT INTO things VALUES ('%s', '%c', %d)",
			scratch_uuid_text((unsigned)i + 1), 'a' + i, i / 2);
	do {
		struct scratch_answer answer = scratch_call(&things[THING_LIST], &caller,
			cursor == NULL
				? "{\"limit\": 2}"
				: arena_printf(scratch_arena(),
					  "{\"limit\": 2, \"cursor\": \"%s\"}", cursor));
		size_t items = json_array_size(scratch_at(&answer, "items"));

		assert_int_equal(answer.problem, PROBLEM_NONE);
		for (size_t i = 0; i < items; i++)
			strncat(names,
				json_string_value(json_object_get(
					json_array_get(scratch_at(&answer, "items"), i),
					"name")),
				1);
		cursor = json_string_value(scratch_at(&answer, "nextCursor"));
		pages++;
	} while (cursor != NULL && pages < 9);
	assert_int_equal(pages, 3);
	assert_string_equal(names, "edcba");
}

static void
gives_an_array_its_cursor_beside_it(void **state)
{
	struct scratch_answer answer;

	(void)state;
	create(NULL, "{\"name\": \"a\", \"size\": 1}");
	create(NULL, "{\"name\": \"b\", \"size\": 2}");
	answer = scratch_call(&things[THING_ARRAY], &caller, "{\"limit\": 1}");
	assert_int_equal(json_array_size(answer.output), 1);
	assert_non_null(answer.next_cursor);
	answer = scratch_call(&things[THING_ARRAY], &caller,
		arena_printf(scratch_arena(), "{\"limit\": 9, \"cursor\": \"%s\"}",
			answer.next_cursor));
	assert_string_equal(scratch_string(&answer, "0.name"), "a");
	assert_null(answer.next_cursor);
}

static void
refuses_a_cursor_of_another_list_or_filter(void **state)
{
	struct scratch_answer answer;
	const char *cursor;

	(void)state;
	create(NULL, "{\"name\": \"a\", \"size\": 1}");
	create(NULL, "{\"name\": \"b\", \"size\": 2}");
	answer = scratch_call(&things[THING_ARRAY], &caller, "{\"limit\": 1}");
	cursor = answer.next_cursor;
	answer = scratch_call(&things[THING_LIST], &caller,
		arena_printf(scratch_arena(), "{\"cursor\": \"%s\"}", cursor));
	assert_int_equal(answer.problem, PROBLEM_INVALID_CURSOR);
	answer = scratch_call(&things[THING_ARRAY], &caller,
		arena_printf(scratch_arena(), "{\"cursor\": \"%s\", \"name\": \"a\"}",
			cursor));
	assert_int_equal(answer.problem, PROBLEM_INVALID_CURSOR);
	answer = scratch_call(&things[THING_ARRAY], &caller, "{\"cursor\": \"AAAA\"}");
	assert_int_equal(answer.problem, PROBLEM_INVALID_CURSOR);
}

static void
works_inside_a_transaction_of_the_test(void **state)
{
	struct scratch_answer answer;

	(void)state;
	scratch_begin();
	answer = create("inside", "{\"name\": \"a\"}");
	assert_int_equal(answer.problem, PROBLEM_NONE);
	answer = create(NULL, "{\"name\": \"a\"}");
	assert_int_equal(answer.problem, PROBLEM_VALIDATION_FAILED);
	answer = create("inside", "{\"name\": \"a\"}");
	assert_true(answer.call->outcome.replayed);
	assert_string_equal(things_count(), "1");
	scratch_rollback();
	assert_string_equal(things_count(), "0");
}

static void
finds_the_operation_of_a_name(void **state)
{
	(void)state;
	assert_ptr_equal(run_find(things, THING_COUNT, "thing_get"), &things[THING_GET]);
	assert_null(run_find(things, THING_COUNT, "thing_got"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(answers_every_fault_of_an_input, clean),
		cmocka_unit_test_setup(takes_no_input_for_an_empty_one, clean),
		cmocka_unit_test_setup(
			answers_that_a_thing_with_a_malformed_id_is_not_there, clean),
		cmocka_unit_test_setup(
			carries_out_nothing_whose_guard_or_transaction_is_not_said,
			clean),
		cmocka_unit_test_setup(commits_a_success, clean),
		cmocka_unit_test_setup(undoes_what_a_failed_handler_wrote, clean),
		cmocka_unit_test_setup(
			answers_a_conflict_whatever_the_handler_says, clean),
		cmocka_unit_test_setup(commits_nothing_after_the_deadline, clean),
		cmocka_unit_test_setup(runs_again_when_the_connection_was_lost, clean),
		cmocka_unit_test_setup(pages_through_a_list_without_a_gap, clean),
		cmocka_unit_test_setup(gives_an_array_its_cursor_beside_it, clean),
		cmocka_unit_test_setup(refuses_a_cursor_of_another_list_or_filter, clean),
		cmocka_unit_test_setup(works_inside_a_transaction_of_the_test, clean),
		cmocka_unit_test_setup(finds_the_operation_of_a_name, clean),
	};

	return cmocka_run_group_tests_name("run", tests, open_database, NULL);
}
