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

static struct reader_fiber readers[READERS];
static struct db_pipelines *pipelines;
static struct db *shared;

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
		db_query_plain(&reader->call, DOZE);
	reader->done = true;
}

/* Begins a read, which is pending until db_pipelines_send(). */
static void
begin(size_t index, const struct statement *statement)
{
	struct reader_fiber *reader = &readers[index];

	*reader = (struct reader_fiber){.fiber = fiber_new(),
		.call = call_of(&read_op),
		.statement = statement,
		.key.bytes = {[15] = (uint8_t)index}};
	reader->call.db = db_pipelines_reader(pipelines, reader);
	fiber_start(reader->fiber, read_once, reader);
}

/* Takes answers until all readers have theirs. */
static void
finish_all(void)
{
	const int64_t until_ms = clock_monotonic_ms() + 5000;

	while (!readers[0].done || !readers[1].done || !readers[2].done) {
		struct pollfd ready = {.fd = db_socket(shared), .events = POLLIN};

		assert_true(clock_monotonic_ms() < until_ms);
		poll(&ready, 1, 100);
		db_pipelines_ready(pipelines, shared);
	}
	for (size_t i = 0; i < READERS; i++) {
		assert_int_equal(readers[i].call.outcome.db_problem, PROBLEM_NONE);
		fiber_free(readers[i].fiber);
	}
}

/* A batch that waited for an idle connection would starve while others keep it busy. */
TEST(sends_a_batch_while_its_connection_is_busy)
{
	static const struct db_kind kind = {
		.connect = connect_now, .want_write = ignore_write};
	static const struct db_readers of_fibers = {pause_reader, resume_reader};

	pipelines = db_pipelines_new(&of_fibers);
	shared = db_new(scratch_url(), NULL);
	db_set_kind(shared, &kind, NULL);
	db_pipelines_add(pipelines, shared);

	begin(0, DOZE);
	db_pipelines_send(pipelines);
	assert_int_equal(shared->awaited, 1);
	begin(1, ECHO_KEY);
	begin(2, ECHO_KEY);
	db_pipelines_send(pipelines);
	assert_int_equal(shared->awaited, 2); /* one statement for both keys */
	assert_false(readers[0].done);
	finish_all();
	db_drop(shared);
}
