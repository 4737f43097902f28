/*
 * db_test.c - the interface to libpq, against a real server.
 */
#include <string.h>

#include "common/base/id.h"
#include "tests/support/db_scene.h"
#include "tests/support/statement_here.h"
#include "tests/support/test.h"

static const struct conflict conflicts[] = {
	{"things_name_key", PROBLEM_VALIDATION_FAILED, "#/name", FAULT_TAKEN,
		"the name is taken"},
	{"things_size_check", PROBLEM_POST_CLOSED, NULL, FAULT_CONFLICT,
		"it is too large"},
	{"things_late_key", PROBLEM_HANDLE_TAKEN, NULL, FAULT_TAKEN, NULL},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct op write_op = {.name = "thing_write",
	.method = METHOD_POST,
	.tx = TX_WRITE,
	.conflicts = conflicts};

TEST(carries_every_type_there_and_back)
{
	STATEMENT(SQL,
		"SELECT $1::text AS a, $2::uuid AS b, $3::int8 AS c, $4::bool AS d,"
		" $5::timestamptz AS e, $6::bytea AS f, $7::text[] AS g, $8::jsonb AS h,"
		" array_length($9::uuid[], 1)::int8 AS i, 7::int2 AS j, -8::int4 AS k,"
		" $5::timestamptz = '2026-11-21 09:36:00.123456Z' AS same, $7::text[] AS"
		" l, '{}'::text[] AS empty");
	struct call call = call_of(&read_op);
	const struct text items[] = {{GIVEN, 1, "x"}, {GIVEN, 0, ""},
		{GIVEN, 5, "\"{a},"}, {GIVEN, 2, "\xc3\xa4"}};
	const struct text_list texts = {GIVEN, COUNT_OF(items), items};
	const struct uuid ids[] = {scratch_uuid(1), scratch_uuid(2), scratch_uuid(3)};
	const struct text json = {GIVEN, 10, JSON({"k": "v"})};
	const int64_t at_us = INT64_C(1795253760123456);
	struct rows *rows = db_query(&call, SQL, DB_STRING("text \xe2\x82\xac"),
		DB_UUID(&ids[1]), DB_NUMBER(INT64_MIN), DB_FLAG(true), DB_TIME_US(at_us),
		DB_BYTES("\0\1\xff", 3), DB_TEXTS(texts), DB_JSON(json),
		DB_UUIDS(ids, 3));
	struct text_list list;
	struct uuid id;

	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	assert_int_equal(rows->count, 1);
	assert_string_equal(row_text(rows, 0, "a").data, "text \xe2\x82\xac");
	id = row_uuid(rows, 0, "b");
	assert_true(id_equal(&id, &ids[1]));
	assert_true(row_integer(rows, 0, "c") == INT64_MIN);
	assert_true(row_boolean(rows, 0, "d"));
	assert_true(row_instant_us(rows, 0, "e") == at_us);
	assert_true(row_boolean(rows, 0, "same"));
	assert_int_equal(row_text(rows, 0, "f").size, 3);
	assert_memory_equal(row_text(rows, 0, "f").data, "\0\1\xff", 3);
	assert_string_equal(row_text(rows, 0, "h").data, "{\"k\": \"v\"}");
	assert_int_equal(row_integer(rows, 0, "i"), 3);
	assert_int_equal(row_integer(rows, 0, "j"), 7);
	assert_int_equal(row_integer(rows, 0, "k"), -8);
	list = row_texts(rows, 0, "l");
	assert_int_equal(list.count, 4);
	for (uint32_t i = 0; i < list.count; i++)
		assert_string_equal(list.items[i].data, items[i].data);
	assert_int_equal(row_texts(rows, 0, "empty").count, 0);
}

TEST(carries_null_of_every_type)
{
	STATEMENT(SQL,
		"SELECT $1::text AS a, $2::uuid AS b, $3::int8 AS c, $4::bool AS d,"
		" $5::timestamptz AS e, $6::text[] AS f, $7::jsonb AS g, $8::text AS h");
	struct call call = call_of(&read_op);
	struct rows *rows = db_query(&call, SQL, DB_TEXT(((struct text){0})),
		DB_ID(((struct identifier){0})), DB_INTEGER(((struct integer){0})),
		DB_BOOLEAN(((struct boolean){GIVEN_NULL, true})),
		DB_INSTANT(((struct instant){0})), DB_TEXTS(((struct text_list){0})),
		DB_JSON(((struct text){0})), DB_STRING(NULL));
	static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};

	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		assert_true(row_null(rows, 0, names[i]));
	assert_int_equal(row_text(rows, 0, "a").presence, GIVEN_NULL);
	assert_int_equal(row_texts(rows, 0, "f").presence, GIVEN_NULL);
}

TEST(commits_what_a_transaction_wrote_and_not_before)
{
	struct call call = call_of(&write_op);

	db_begin(&call, TX_WRITE, false);
	assert_int_equal(
		db_query(&call, INSERT, DB_STRING("a"), DB_NUMBER(1), DB_NUMBER(1))
			->affected,
		1);
	assert_int_equal(count_things(), 0);
	db_commit(&call);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	assert_int_equal(count_things(), 1);
}

TEST(forgets_what_was_rolled_back)
{
	struct call call = call_of(&write_op);

	db_begin(&call, TX_WRITE, false);
	db_query(&call, INSERT, DB_STRING("a"), DB_NUMBER(1), DB_NUMBER(1));
	db_rollback(&call);
	assert_int_equal(row_integer(db_query_plain(&call, COUNT), 0, "count"), 0);
	assert_false(db_in_transaction(db));
}

TEST(sends_no_begin_for_a_transaction_without_statements)
{
	struct call call = call_of(&write_op);

	db_begin(&call, TX_WRITE, false);
	assert_false(db_in_transaction(db));
	db_commit(&call);
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
}

TEST(shows_one_snapshot_to_a_read)
{
	struct call call = call_of(&read_op);
	struct call writer = call_of(&write_op);

	db_begin(&call, TX_READ, false);
	assert_int_equal(row_integer(db_query_plain(&call, COUNT), 0, "count"), 0);
	writer.db = db_new(scratch_url(), NULL);
	db_query(&writer, INSERT, DB_STRING("b"), DB_NUMBER(1), DB_NUMBER(2));
	db_free(writer.db);
	assert_int_equal(row_integer(db_query_plain(&call, COUNT), 0, "count"), 0);
	db_commit(&call);
	assert_int_equal(row_integer(db_query_plain(&call, COUNT), 0, "count"), 1);
}

TEST(refuses_to_write_in_a_read)
{
	struct call call = call_of(&read_op);

	db_begin(&call, TX_READ, false);
	db_query(&call, INSERT, DB_STRING("a"), DB_NUMBER(1), DB_NUMBER(1));
	assert_int_equal(call.outcome.db_problem, PROBLEM_INTERNAL_ERROR);
	assert_non_null(strstr(db_error(db), "25006"));
	db_rollback(&call);
	db_clear(&call);
	assert_int_equal(row_integer(db_query_plain(&call, COUNT), 0, "count"), 0);
}

TEST(makes_a_failure_stick)
{
	struct call call = call_of(&write_op);
	struct rows *rows;

	rows = db_query_plain(&call, STATEMENT_HERE("SELECT 1 / 0 AS quotient"));
	assert_int_equal(rows->count, 0);
	assert_int_equal(row_integer(rows, 0, "quotient"), 0);
	assert_true(row_null(rows, 0, "anything"));
	assert_int_equal(call.outcome.db_problem, PROBLEM_INTERNAL_ERROR);
	rows = db_query(&call, INSERT, DB_STRING("a"), DB_NUMBER(1), DB_NUMBER(1));
	assert_int_equal(rows->affected, 0);
	db_settle(&call);
	assert_int_equal(call.outcome.problem, PROBLEM_INTERNAL_ERROR);
	assert_null(call.outcome.detail);
	assert_non_null(strstr(db_error(db), "22012"));
	assert_int_equal(count_things(), 0);
}

TEST(turns_a_constraint_into_a_fault_at_its_field)
{
	struct call call = call_of(&write_op);

	db_query(&call, INSERT, DB_STRING("a"), DB_NUMBER(1), DB_NUMBER(1));
	db_query(&call, INSERT, DB_STRING("a"), DB_NUMBER(1), DB_NUMBER(2));
	call_fail(&call, PROBLEM_POST_NOT_FOUND, "what the handler said");
	db_settle(&call);
	assert_int_equal(call.outcome.problem, PROBLEM_VALIDATION_FAILED);
	assert_non_null(call.outcome.faults);
	assert_string_equal(call.outcome.faults->pointer, "#/name");
	assert_int_equal(call.outcome.faults->code, FAULT_TAKEN);
	assert_string_equal(call.outcome.faults->detail, "the name is taken");
	assert_null(call.outcome.faults->next);
}

TEST(turns_a_constraint_into_a_problem)
{
	struct call call = call_of(&write_op);

	db_query(&call, INSERT, DB_STRING("a"), DB_NUMBER(100), DB_NUMBER(1));
	db_settle(&call);
	assert_int_equal(call.outcome.problem, PROBLEM_POST_CLOSED);
	assert_string_equal(call.outcome.detail, "it is too large");
}

TEST(notices_a_constraint_that_speaks_at_commit)
{
	struct call call = call_of(&write_op);

	db_begin(&call, TX_WRITE, false);
	db_query(&call, INSERT, DB_STRING("a"), DB_NUMBER(1), DB_NUMBER(1));
	db_query(&call, INSERT, DB_STRING("b"), DB_NUMBER(1), DB_NUMBER(1));
	assert_int_equal(call.outcome.db_problem, PROBLEM_NONE);
	db_commit(&call);
	db_settle(&call);
	assert_int_equal(call.outcome.problem, PROBLEM_HANDLE_TAKEN);
	assert_int_equal(count_things(), 0);
}

TEST(does_not_name_a_constraint_that_the_operation_does_not_know)
{
	struct call call = call_of(&read_op);

	db_query(&call, INSERT, DB_STRING("a"), DB_NUMBER(100), DB_NUMBER(1));
	db_settle(&call);
	assert_int_equal(call.outcome.problem, PROBLEM_INTERNAL_ERROR);
	assert_null(call.outcome.detail);
}

TEST(asks_for_another_run_after_a_serialization_failure)
{
	STATEMENT(UPDATE,
		"UPDATE things SET size = size + 1");
	struct call first = call_of(&write_op), second = call_of(&write_op);

	second.db = db_new(scratch_url(), NULL);
	db_query(&first, INSERT, DB_STRING("a"), DB_NUMBER(1), DB_NUMBER(1));
	db_begin(&first, TX_WRITE, true);
	db_query_plain(&first, COUNT);
	db_query_plain(&second, UPDATE);
	db_query_plain(&first, UPDATE);
	assert_true(first.outcome.db_retry);
	assert_int_equal(first.outcome.db_problem, PROBLEM_NONE);
	db_rollback(&first);
	db_free(second.db);
}
