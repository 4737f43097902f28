/*
 * run_test.c - the steps around every handler.
 */
#include <string.h>

#include "common/base/clock.h"
#include "tests/support/test.h"
#include "tests/support/things_scene.h"

static struct scratch_answer
create(const char *key, const char *json)
{
	return scratch_call_with(&things[THING_CREATE], &caller, json,
		&(struct scratch_options){.idempotency_key = key});
}

TEST(answers_every_fault_of_an_input)
{
	struct scratch_answer answer = scratch_call(
		&things[THING_CREATE], &caller, JSON({"size": -1, "colour": 1}));
	size_t faults = 0;

	assert_problem(answer, PROBLEM_VALIDATION_FAILED);
	for (const struct fault *fault = answer.faults; fault != NULL;
		fault = fault->next)
		faults++;
	assert_int_equal(faults, 3);
	assert_string_equal(things_count(), "0");
}

TEST(takes_no_input_for_an_empty_one)
{
	struct call call = {.op = things[THING_LIST].op,
		.arena = scratch_arena(),
		.db = scratch_open(NULL)};

	run_call(&call, things[THING_LIST].handler, NULL, 0);
	assert_int_equal(call.outcome.problem, PROBLEM_NONE);
	assert_int_equal(call.limit, 25);
}

TEST(answers_that_a_thing_with_a_malformed_id_is_not_there)
{
	assert_problem(
		scratch_call(&things[THING_GET], &caller, JSON({"id": "post_nonsense"})),
		PROBLEM_POST_NOT_FOUND);
}

/* This holds for every caller and for valid input. */
TEST(carries_out_nothing_whose_guard_or_transaction_is_not_said)
{
	struct op unguarded = *things[THING_CREATE].op;
	struct op unbounded = *things[THING_CREATE].op;
	const struct op_entry entries[] = {
		{&unguarded, things[THING_CREATE].handler},
		{&unbounded, things[THING_CREATE].handler},
	};
	int runs = thing_runs;

	unguarded.guard = GUARD_UNSET;
	unbounded.tx = TX_UNSET;
	for (size_t i = 0; i < COUNT_OF(entries); i++) {
		assert_problem(scratch_call(&entries[i], &caller, JSON({"name": "a"})),
			PROBLEM_INTERNAL_ERROR);
	}
	assert_int_equal(thing_runs, runs);
	assert_string_equal(things_count(), "0");
}

TEST(commits_a_success)
{
	scratch_expect(create(NULL, JSON({"name": "a", "size": 3})), "{'name': 'a'}");
	assert_string_equal(things_count(), "1");
}

/* Fails in the second half of a handler's work. */
static enum problem
create_and_fail(struct call *call, const void *input)
{
	things[THING_CREATE].handler(call, input);
	return call_fail(call, PROBLEM_POST_CLOSED, "changed my mind");
}

TEST(undoes_what_a_failed_handler_wrote)
{
	const struct op_entry entry = {things[THING_CREATE].op, create_and_fail};
	struct scratch_answer answer = scratch_call(&entry, &caller, JSON({"name": "a"}));

	assert_problem(answer, PROBLEM_POST_CLOSED);
	assert_string_equal(answer.detail, "changed my mind");
	assert_int_equal(answer.call->reply.size, 0);
	assert_string_equal(things_count(), "0");
}

TEST(answers_a_conflict_whatever_the_handler_says)
{
	struct scratch_answer answer;

	create(NULL, JSON({"name": "a"}));
	answer = create(NULL, JSON({"name": "a"}));
	assert_problem(answer, PROBLEM_VALIDATION_FAILED);
	assert_string_equal(answer.faults->pointer, "#/name");
	assert_int_equal(answer.faults->code, FAULT_TAKEN);
}

/* The same, for a handler whose writes are kept although it fails. */
static enum problem
create_and_keep(struct call *call, const void *input)
{
	call->outcome.keep_writes = true;
	return create_and_fail(call, input);
}

/* The outcome of a dry run of creating a thing. */
static struct outcome
dry_run(const struct op_entry *entry, const char *wire)
{
	struct call call = {.op = entry->op,
		.arena = scratch_arena(),
		.principal = caller,
		.request_id = arena_text(scratch_arena(), "test"),
		.dry_run = true,
		.db = scratch_open(NULL)};

	run_call(&call, entry->handler, wire, strlen(wire));
	assert_int_equal(call.reply.size, 0);
	return call.outcome;
}

TEST(rolls_a_dry_run_back_and_answers_what_the_call_would)
{
	const struct op_entry keeps = {things[THING_CREATE].op, create_and_keep};

	assert_int_equal(dry_run(&things[THING_CREATE], "\x81\xa4name\xa1x").problem,
		PROBLEM_NONE);
	assert_string_equal(things_count(), "0");
	assert_int_equal(
		dry_run(&keeps, "\x81\xa4name\xa1x").problem, PROBLEM_POST_CLOSED);
	assert_string_equal(things_count(), "0");
	create(NULL, JSON({"name": "x"}));
	assert_int_equal(dry_run(&things[THING_CREATE], "\x81\xa4name\xa1x").problem,
		PROBLEM_VALIDATION_FAILED);
	assert_string_equal(things_count(), "1");
}

TEST(makes_no_dry_run_that_cannot_be_rolled_back)
{
	struct op loose = *things[THING_CREATE].op;
	const struct op_entry entry = {&loose, things[THING_CREATE].handler};
	const int runs = thing_runs;

	loose.tx = TX_NONE;
	assert_int_equal(
		dry_run(&entry, "\x81\xa4name\xa1x").problem, PROBLEM_INTERNAL_ERROR);
	assert_int_equal(thing_runs, runs);
	assert_string_equal(things_count(), "0");
}

static enum problem
dawdle(struct call *call, const void *input)
{
	enum problem problem = things[THING_CREATE].handler(call, input);

	while (clock_unix_us() / 1000 <= call->deadline_unix_ms)
		continue;
	return problem;
}

TEST(commits_nothing_after_the_deadline)
{
	const struct op_entry entry = {things[THING_CREATE].op, dawdle};

	assert_problem(scratch_call_with(&entry, &caller, JSON({"name": "a"}),
			       &(struct scratch_options){
				       .deadline_unix_ms = clock_unix_us() / 1000 + 100}),
		PROBLEM_TIMEOUT);
	assert_string_equal(things_count(), "0");
}

/* Ends the session of the first run, so its transaction fails. */
static void
end_first_session(int run)
{
	if (run == 1)
		scratch_elsewhere("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
				  " WHERE datname = current_database() AND pid <>"
				  " pg_backend_pid()");
}

TEST(runs_again_when_the_connection_was_lost)
{
	/* With a key, a statement runs before the handler does. */
	struct call call = {.op = things[THING_CREATE].op,
		.arena = scratch_arena(),
		.principal = caller,
		.request_id = arena_text(scratch_arena(), "test"),
		.idempotency_key = arena_text(scratch_arena(), "lost"),
		.db = scratch_open(NULL)};

	thing_runs = 0;
	thing_interfere = end_first_session;
	run_call(&call, things[THING_CREATE].handler, "\x81\xa4name\xa1x", 8);
	assert_int_equal(call.outcome.problem, PROBLEM_NONE);
	assert_int_equal(thing_runs, 2);
	assert_string_equal(things_count(), "1");
}

TEST(pages_through_a_list_without_a_gap)
{
	char names[8] = "";
	const char *cursor = NULL;
	int pages = 0;

	for (int i = 0; i < 5; i++)
		scratch_sql("INSERT INTO things VALUES ('%s', '%c', %d)",
			scratch_uuid_text((unsigned)i + 1), 'a' + i, i / 2);
	do {
		struct scratch_answer answer = scratch_call(&things[THING_LIST], &caller,
			cursor == NULL
				? JSON({"limit": 2})
				: arena_printf(scratch_arena(),
					  JSON({"limit": 2, "cursor": "%s"}), cursor));
		size_t items = json_array_size(scratch_at(&answer, "items"));

		assert_done(answer);
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

TEST(gives_an_array_its_cursor_beside_it)
{
	struct scratch_answer answer;

	create(NULL, JSON({"name": "a", "size": 1}));
	create(NULL, JSON({"name": "b", "size": 2}));
	answer = scratch_call(&things[THING_ARRAY], &caller, JSON({"limit": 1}));
	assert_int_equal(json_array_size(answer.output), 1);
	assert_non_null(answer.next_cursor);
	answer = scratch_call(&things[THING_ARRAY], &caller,
		arena_printf(scratch_arena(), JSON({"limit": 9, "cursor": "%s"}),
			answer.next_cursor));
	scratch_expect(answer, "{'0.name': 'a'}");
	assert_null(answer.next_cursor);
}

TEST(refuses_a_cursor_of_another_list_or_filter)
{
	struct scratch_answer answer;
	const char *cursor;

	create(NULL, JSON({"name": "a", "size": 1}));
	create(NULL, JSON({"name": "b", "size": 2}));
	answer = scratch_call(&things[THING_ARRAY], &caller, JSON({"limit": 1}));
	cursor = answer.next_cursor;
	assert_problem(
		scratch_call(&things[THING_LIST], &caller,
			arena_printf(scratch_arena(), JSON({"cursor": "%s"}), cursor)),
		PROBLEM_INVALID_CURSOR);
	assert_problem(scratch_call(&things[THING_ARRAY], &caller,
			       arena_printf(scratch_arena(),
				       JSON({"cursor": "%s", "name": "a"}), cursor)),
		PROBLEM_INVALID_CURSOR);
	assert_problem(
		scratch_call(&things[THING_ARRAY], &caller, JSON({"cursor": "AAAA"})),
		PROBLEM_INVALID_CURSOR);
}

TEST(works_inside_a_transaction_of_the_test)
{
	struct scratch_answer answer;

	scratch_begin();
	assert_done(create("inside", JSON({"name": "a"})));
	assert_problem(create(NULL, JSON({"name": "a"})), PROBLEM_VALIDATION_FAILED);
	answer = create("inside", JSON({"name": "a"}));
	assert_true(answer.call->outcome.replayed);
	assert_string_equal(things_count(), "1");
	scratch_rollback();
	assert_string_equal(things_count(), "0");
}

TEST(finds_the_operation_of_a_name)
{
	assert_ptr_equal(run_find(things, THING_COUNT, "thing_get"), &things[THING_GET]);
	assert_null(run_find(things, THING_COUNT, "thing_got"));
}
