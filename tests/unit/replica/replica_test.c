/*
 * replica_test.c - the identity of a replica. The test's server acts as the replica: in
 * its sessions, functions of a schema shadow those of pg_catalog.
 */
#include "common/replica/replica.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/config/config.h"
#include "tests/support/scratch.h"
#include "tests/support/statement_here.h"
#include "tests/support/test.h"

#define PATIENCE_MS 15000

STATEMENT(READ,
	"SELECT 1");

static const struct op read_op = {
	.name = "thing_read", .method = METHOD_GET, .guard = GUARD_PUBLIC, .tx = TX_READ};

static struct replica *replica;
static struct db *db;

static enum problem
read_one(struct call *call, const void *input)
{
	(void)input;
	db_query_plain(call, READ);
	return call->outcome.db_problem;
}

/* Whether the replica answers a call. */
static bool
answers(void)
{
	struct call call = {.op = &read_op,
		.arena = scratch_arena(),
		.reply = {.arena = scratch_arena()}};

	return replica_answers(replica, db, &call, read_one, NULL, 0);
}

static void
await_answer(void)
{
	int64_t end_ms = clock_monotonic_ms() + PATIENCE_MS;

	while (!answers()) {
		assert_true(clock_monotonic_ms() < end_ms);
		usleep(20000);
	}
}

/* Sets what the sessions of the replica see of their server. */
static void
pretend(const char *in_recovery, const char *started_at)
{
	scratch_sql(
		"CREATE OR REPLACE FUNCTION shadow.pg_is_in_recovery() RETURNS boolean"
		" LANGUAGE sql AS 'SELECT %s'",
		in_recovery);
	scratch_sql("CREATE OR REPLACE FUNCTION shadow.pg_postmaster_start_time()"
		    " RETURNS timestamptz LANGUAGE sql AS 'SELECT %s'",
		started_at);
}

#define STARTED "''2026-01-01 00:00:00Z''::timestamptz"
#define STARTED_LATER "''2026-01-01 00:00:01Z''::timestamptz"

/* Sets libpq's defaults to the database of the test, for URLs without host or
 * database. */
static void
set_defaults(void)
{
	static const char *const names[][2] = {
		{"host", "PGHOST"}, {"port", "PGPORT"}, {"dbname", "PGDATABASE"}};
	PQconninfoOption *options = PQconninfoParse(scratch_url(), NULL);

	for (PQconninfoOption *o = options; o != NULL && o->keyword != NULL; o++)
		for (size_t i = 0; i < COUNT_OF(names); i++)
			if (strcmp(o->keyword, names[i][0]) == 0 && o->val != NULL)
				setenv(names[i][1], o->val, 1);
	PQconninfoFree(options);
}

static void
start(void)
{
	pthread_t thread;

	/* The settings are read once, before the name of the database is known. */
	setenv("KITH_DATABASE_READ_URL",
		"postgresql://?options=-csearch_path%3Dshadow%2Cpg_catalog%2Ckith", 1);
	scratch_open("content");
	set_defaults();
	scratch_sql("CREATE SCHEMA shadow; GRANT USAGE ON SCHEMA shadow TO PUBLIC");
	scratch_sql("CREATE FUNCTION shadow.pg_last_wal_replay_lsn() RETURNS pg_lsn"
		    " LANGUAGE sql AS 'SELECT pg_current_wal_insert_lsn()'");
	pretend("true", STARTED);
	scratch_sql("GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA shadow TO PUBLIC");
	replica = replica_new(SERVICE_CONTENT);
	db = db_new(config()->database_read_url.data, "content");
	assert_int_equal(pthread_create(&thread, NULL, replica_watch, replica), 0);
}

TEST(reads_the_replica_that_was_measured)
{
	uint64_t before = replica_reads(replica);

	await_answer();
	assert_int_equal(replica_reads(replica), before + 1);
}

TEST(does_not_read_a_server_that_was_promoted)
{
	await_answer();
	pretend("false", STARTED);
	assert_false(answers());
	pretend("true", STARTED);
	await_answer();
}

TEST(does_not_read_a_server_that_started_at_another_time)
{
	await_answer();
	pretend("true", STARTED_LATER);
	assert_false(answers());
	await_answer();
	pretend("true", STARTED);
	assert_false(answers());
	await_answer();
}

/* The call is carried out on the primary next, as if the replica had not been tried. */
TEST(leaves_the_call_as_it_was)
{
	struct call call = {.op = &read_op,
		.arena = scratch_arena(),
		.deadline_unix_ms = clock_unix_us() / 1000 + 60000,
		.reply = {.arena = scratch_arena()}};
	const int64_t deadline_ms = call.deadline_unix_ms;

	await_answer();
	pretend("false", STARTED);
	assert_false(replica_answers(replica, db, &call, read_one, NULL, 0));
	assert_null(call.db);
	assert_null(call.on_begin);
	assert_int_equal(call.replica_started_us, 0);
	assert_true(call.deadline_unix_ms == deadline_ms);
	assert_int_equal(call.outcome.problem, PROBLEM_NONE);
	pretend("true", STARTED);
}

const struct test_scene test_scene = {.open = start};
