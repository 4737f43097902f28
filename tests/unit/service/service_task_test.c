/*
 * service_task_test.c - the tasks of a service: they keep up, are woken for work, and end
 * before the process does.
 */
#include <time.h>

#include "common/base/clock.h"
#include "tests/support/statement_here.h"
#include "tests/support/test.h"
#include "tests/unit/base/capture.h"
#include "tests/unit/service/service_scene.h"

#define NEVER_MS 3600000
#define PATIENCE_MS 15000
#define BATCH "10"

/* ---- the service's tasks ---- */

STATEMENT(PRUNE,
	"DELETE FROM heap WHERE n = ANY (ARRAY(SELECT n FROM heap LIMIT " BATCH "))");
STATEMENT(SEND,
	"UPDATE letters SET sent = true WHERE NOT sent");
STATEMENT(TAKE_LONG,
	"WITH taken AS (DELETE FROM slow RETURNING n),"
	" late AS (SELECT n, pg_sleep(1) FROM taken)" /* only if rows were taken */
	" INSERT INTO done SELECT n FROM late");
STATEMENT(NOTHING,
	"SELECT 1");
STATEMENT(CONFLICT,
	"DO $$ BEGIN RAISE 'again' USING ERRCODE = '40001'; END $$");
STATEMENT(SUCCEED,
	"INSERT INTO done VALUES (2)");

static bool
prune(struct call *call)
{
	return db_query_plain(call, PRUNE)->affected == 10;
}

static bool
send(struct call *call)
{
	return db_query_plain(call, SEND)->affected > 0;
}

static bool
take_long(struct call *call)
{
	db_query_plain(call, TAKE_LONG);
	return false;
}

/* Never finishes. */
static bool
turn_round(struct call *call)
{
	db_query_plain(call, NOTHING);
	return true;
}

static const struct task tasks[] = {
	{.name = "prune",
		.step = prune,
		.pause_ms = NEVER_MS,
		.tx = TX_WRITE,
		.pool = POOL_DATABASE},
	{.name = "send",
		.step = send,
		.pause_ms = NEVER_MS,
		.tx = TX_WRITE,
		.pool = POOL_OUTSIDE,
		.channel = "letters"},
	{.name = "take_long",
		.step = take_long,
		.pause_ms = 50,
		.tx = TX_WRITE,
		.pool = POOL_DATABASE},
	{.name = "turn_round",
		.step = turn_round,
		.pause_ms = NEVER_MS,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
};

static int
serve(void)
{
	const struct service content = {.name = SERVICE_CONTENT,
		.entries = things,
		.entry_count = THING_COUNT,
		.tasks = tasks,
		.task_count = COUNT_OF(tasks)};
	char *arguments[] = {(char[]){"kith-content"}, NULL};

	alarm(120); /* ends this process if the test dies */
	return service_main(1, arguments, &content);
}

/* ---- what they do ---- */

static void
begin(void)
{
	scratch_open(NULL);
	scratch_sql("SET client_min_messages = error");
	scratch_sql("DROP TABLE IF EXISTS heap, letters, slow, done");
	scratch_sql("CREATE TABLE heap (n int); CREATE TABLE letters (sent bool);"
		    " CREATE TABLE slow (n int); CREATE TABLE done (n int);"
		    " GRANT ALL ON heap, letters, slow, done TO kith_content;"
		    " INSERT INTO heap SELECT generate_series(1, 95)");
	start();
}

/* Waits until a query has this answer. */
static void
wait_for(const char *sql, const char *answer)
{
	const struct timespec pause = {.tv_nsec = 10000000};
	int64_t give_up_ms = clock_monotonic_ms() + PATIENCE_MS;

	while (strcmp(scratch_value("%s", sql), answer) != 0) {
		if (clock_monotonic_ms() > give_up_ms)
			fail_msg("%s is %s", sql, scratch_value("%s", sql));
		nanosleep(&pause, NULL);
	}
}

TEST(a_task_goes_on_until_a_batch_is_not_full)
{
	wait_for("SELECT count(*) FROM heap", "0");
}

TEST(a_notification_ends_the_pause_of_a_thread)
{
	wait_for("SELECT count(*) FROM pg_stat_activity"
		 " WHERE query = 'LISTEN letters' AND state = 'idle'"
		 " AND datname = current_database()",
		"1");
	scratch_sql("INSERT INTO letters VALUES (false); NOTIFY letters");
	wait_for("SELECT count(*) FROM letters WHERE sent", "1");
}

TEST(calls_are_answered_while_a_task_finds_no_end)
{
	struct message_reply reply;

	for (int i = 0; i < 20; i++)
		assert_true(service_client_call(client, "thing_list", "{}", &reply));
}

TEST(what_a_task_has_begun_is_finished_before_the_end)
{
	scratch_sql("INSERT INTO slow VALUES (1)");
	wait_for("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
		 " AND datname = current_database()",
		"1");
	assert_int_equal(service_client_stop(service, SIGTERM), 0);
	service = 0;
	assert_string_equal(scratch_value("SELECT count(*) FROM done"), "1");
}

/* ---- steps that fail ---- */

static int runs, failures;

/* Fails so often, then works. */
static bool
stumble(struct call *call)
{
	if (runs++ < failures)
		db_query_plain(call, CONFLICT);
	else
		db_query_plain(call, SUCCEED);
	return false;
}

/* The log of a task that fails so often. */
static char *
run_with(int count)
{
	static const struct task task = {
		.name = "stumble", .step = stumble, .tx = TX_WRITE};
	static const atomic_bool never;
	struct capture capture = capture_begin();
	struct arena *arena = arena_new(4096);
	struct db *db = db_new(scratch_url(), NULL);

	runs = 0;
	failures = count;
	task_steps(&task, db, arena, &never);
	db_free(db);
	arena_free(arena);
	return capture_end(&capture);
}

TEST(repeats_at_once_what_the_database_wants_repeated)
{
	char *log = run_with(2);

	assert_int_equal(runs, 3);
	assert_string_equal(scratch_value("SELECT count(*) FROM done"), "1");
	assert_non_null(strstr(log, "\"task_retried\""));
	assert_non_null(strstr(log, "\"stumble\""));
	assert_non_null(strstr(log, "40001 again"));
	free(log);
}

TEST(pauses_after_the_fourth_time)
{
	char *log = run_with(100);

	assert_int_equal(runs, 4);
	free(log);
}

#undef TEST

const struct test_scene test_scene = {
	.close = remove_directory, .before = begin, .after = stop};

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "serve") == 0)
		return serve();
	return test_main();
}
