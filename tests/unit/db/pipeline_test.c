/*
 * pipeline_test.c - when the pending statements of readers leave.
 */
#include <poll.h>

#include "common/base/clock.h"
#include "common/base/fiber.h"
#include "common/db/inside.h"
#include "common/db/pipeline.h"
#include "tests/support/db_scene.h"
#include "tests/support/test.h"

#define READERS 3

STATEMENT(DOZE,
	"SELECT pg_sleep(0.3)");
STATEMENT(WAIT_FOR_LOCK,
	"SELECT pg_advisory_xact_lock_shared(33)::text AS locked");
STATEMENT_BATCHED(ECHO_KEY,
	"SELECT $1 AS id");

/* A call in a fiber of its own. */
struct reader_fiber {
	struct fiber *fiber;
	struct call call;
	const struct statement *statement;
	struct uuid key;
	bool done;
};

/* What lives until the end of the process, as in a service. */
static void *kept[1024];
static size_t kept_count;

static struct reader_fiber readers[READERS];
static struct db_pipelines *pipelines;
static struct db *shared;

static void
keep(void *object)
{
	assert_true(kept_count < COUNT_OF(kept));
	kept[kept_count++] = object;
}

static void
pause_reader(void *reader)
{
	fiber_wait(((struct reader_fiber *)reader)->fiber);
}

static void
resume_reader(void *reader)
{
	fiber_resume(((struct reader_fiber *)reader)->fiber);
}

static bool
connect_now(struct db *of, int64_t deadline_ms)
{
	return db_connected(of) || db_adopt(of, db_open(of, deadline_ms));
}

static void
ignore_write(struct db *of, bool wanted)
{
	(void)of;
	(void)wanted;
}

static void
read_once(void *data)
{
	struct reader_fiber *reader = data;

	if (reader->statement == ECHO_KEY)
		db_query(&reader->call, ECHO_KEY, DB_UUID(&reader->key));
	else
		db_query_plain(&reader->call, reader->statement);
	reader->done = true;
}

/* Begins a read, which is pending until db_pipelines_send(). */
static void
begin_within(size_t index, const struct statement *statement, int64_t within_ms)
{
	struct reader_fiber *reader = &readers[index];

	*reader = (struct reader_fiber){.fiber = fiber_new(),
		.call = call_of(&read_op),
		.statement = statement,
		.key.bytes = {[15] = (uint8_t)index}};
	reader->call.deadline_unix_ms = clock_unix_us() / 1000 + within_ms;
	reader->call.replica_started_us = 1; /* there is no grace period */
	reader->call.db = db_pipelines_reader(pipelines, reader);
	keep(reader->fiber);
	keep(reader->call.db);
	keep(reader->call.arena);
	fiber_start(reader->fiber, read_once, reader);
}

static void
begin(size_t index, const struct statement *statement)
{
	begin_within(index, statement, 5000);
}

/* Takes answers for a moment. */
static void
take_answers(void)
{
	struct pollfd ready = {.fd = db_socket(shared), .events = POLLIN};

	poll(&ready, 1, 10);
	if (ready.revents != 0)
		db_pipelines_ready(pipelines, shared);
	db_pipelines_expire(pipelines);
	db_pipelines_send(pipelines);
}

/* Waits for a reader's answer. */
static void
finish(size_t index, enum problem problem)
{
	const int64_t until_ms = clock_monotonic_ms() + 5000;

	while (!readers[index].done) {
		assert_true(clock_monotonic_ms() < until_ms);
		take_answers();
	}
	assert_int_equal(readers[index].call.outcome.db_problem, problem);
	fiber_free(readers[index].fiber);
}

static void
open_pipelines(void)
{
	static const struct db_kind kind = {
		.connect = connect_now, .want_write = ignore_write};
	static const struct db_readers of_fibers = {pause_reader, resume_reader};

	pipelines = db_pipelines_new(&of_fibers);
	shared = db_new(scratch_url(), NULL);
	db_set_kind(shared, &kind, NULL);
	db_pipelines_add(pipelines, shared);
	keep(pipelines);
	keep(shared);
}

/* A batch that waited for an idle connection would starve while others keep it busy. */
TEST(sends_a_batch_while_its_connection_is_busy)
{
	open_pipelines();
	begin(0, DOZE);
	db_pipelines_send(pipelines);
	assert_int_equal(shared->awaited, 1);
	begin(1, ECHO_KEY);
	begin(2, ECHO_KEY);
	db_pipelines_send(pipelines);
	assert_int_equal(shared->awaited, 2); /* one statement for both keys */
	assert_false(readers[0].done);
	for (size_t i = 0; i < READERS; i++)
		finish(i, PROBLEM_NONE);
	db_drop(shared);
}

static const int64_t no_time_ms = 100, late_at_once_ms = 20;

/* Opens the connection, which may take longer than a statement has. */
static void
open_connection(void)
{
	open_pipelines();
	begin(0, ECHO_KEY);
	db_pipelines_send(pipelines);
	finish(0, PROBLEM_NONE);
}

TEST(ends_only_the_statement_that_is_late)
{
	int backend;

	open_connection();
	scratch_sql("SELECT pg_advisory_lock(33)");
	begin_within(0, WAIT_FOR_LOCK, no_time_ms);
	db_pipelines_send(pipelines);
	backend = PQbackendPID(shared->connection);
	begin(1, ECHO_KEY);
	db_pipelines_send(pipelines);
	assert_int_equal(shared->awaited, 2);
	finish(0, PROBLEM_TIMEOUT);
	assert_false(readers[1].done);
	/* The other answer comes over the same connection, once the server is free. */
	scratch_sql("SELECT pg_advisory_unlock(33)");
	finish(1, PROBLEM_NONE);
	begin(2, ECHO_KEY);
	db_pipelines_send(pipelines);
	finish(2, PROBLEM_NONE);
	assert_int_equal(PQbackendPID(shared->connection), backend);
	assert_int_equal(shared->awaited, 0);
	db_drop(shared);
}

/* The members of a batch have different deadlines. */
TEST(sends_the_members_of_a_late_batch_again)
{
	open_connection();
	begin(0, DOZE);
	db_pipelines_send(pipelines);
	begin_within(1, ECHO_KEY, no_time_ms);
	begin(2, ECHO_KEY);
	db_pipelines_send(pipelines);
	assert_int_equal(shared->awaited, 2);
	finish(1, PROBLEM_TIMEOUT);
	assert_false(readers[2].done);
	finish(2, PROBLEM_NONE);
	finish(0, PROBLEM_NONE);
	db_drop(shared);
}

TEST(keeps_a_bounded_number_of_late_statements)
{
	int backend;

	open_connection();
	backend = PQbackendPID(shared->connection);
	scratch_sql("SELECT pg_advisory_lock(33)");
	begin(0, WAIT_FOR_LOCK);
	db_pipelines_send(pipelines);
	for (unsigned i = 0; i < DB_ABANDONED_MAX; i++) {
		begin_within(1, ECHO_KEY, late_at_once_ms);
		db_pipelines_send(pipelines);
		finish(1, PROBLEM_TIMEOUT);
		assert_int_equal(shared->awaited, i + 2);
	}
	begin_within(1, ECHO_KEY, late_at_once_ms);
	db_pipelines_send(pipelines);
	finish(1, PROBLEM_TIMEOUT);
	/* The connection is replaced, and its first statement is sent again. */
	assert_int_equal(shared->awaited, 1);
	assert_int_not_equal(PQbackendPID(shared->connection), backend);
	scratch_sql("SELECT pg_advisory_unlock(33)");
	finish(0, PROBLEM_NONE);
	db_drop(shared);
}
