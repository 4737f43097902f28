/*
 * outbox_race_test.c - several services at one outbox. These tests commit.
 */
#include <pthread.h>
#include <time.h>

#include "common/base/clock.h"
#include "services/notifications/outbox/outbox_deliver.h"
#include "tests/handlers/notifications/deliver.h"
#include "tests/support/handler_test.h"

#define DELIVERERS 4
#define MESSAGES 200
#define READERS 40
#define WAITING_MS_MAX 10000

/* Delivers until the outbox is empty; returns how many messages it claimed. */
static void *
run_service(void *data)
{
	int *taken = data;
	struct arena *arena = arena_new(65536);
	struct db *db = db_new(scratch_url(), "notifications");
	int last;

	do {
		last = deliver_once(db, arena);
		*taken += last;
		arena_reset(arena);
	} while (last > 0);
	db_free(db);
	arena_free(arena);
	return NULL;
}

TEST_COMMITTED(each_notice_is_taken_once_and_delivered_once)
{
	pthread_t threads[DELIVERERS];
	int taken[DELIVERERS] = {0};
	int sum = 0;

	people_add(1);
	scratch_sql(
		"INSERT INTO outbox (id, topic, payload) SELECT gen_random_uuid(),"
		" 'notice', jsonb_build_object('kind', 'org_joined', 'recipient', '%s',"
		" 'subjectType', 'member', 'subject', NULL, 'actor', NULL)"
		" FROM generate_series(1, %d)",
		scratch_uuid_text(1), MESSAGES);
	for (int i = 0; i < DELIVERERS; i++)
		assert_int_equal(
			pthread_create(&threads[i], NULL, run_service, &taken[i]), 0);
	for (int i = 0; i < DELIVERERS; i++) {
		pthread_join(threads[i], NULL);
		sum += taken[i];
	}
	assert_int_equal(sum, MESSAGES);
	people_expect_rows(MESSAGES, "inbox");
	people_expect_rows(MESSAGES, "outbox WHERE status = 'sent' AND attempts = 1");
}

/* Its locks end with the connection, even if the test fails meanwhile. */
static PGconn *
connect_to_schema(void)
{
	PGconn *connection = PQconnectdb(scratch_url());

	assert_int_equal(PQstatus(connection), CONNECTION_OK);
	PQclear(PQexec(connection, "SET search_path = kith"));
	PQclear(PQexec(connection,
		"SET lock_timeout = '10s';"
		" SET idle_in_transaction_session_timeout = '20s'"));
	return connection;
}

static void
run(PGconn *connection, const char *statement)
{
	PGresult *result = PQexec(connection, statement);

	if (PQresultStatus(result) == PGRES_FATAL_ERROR)
		fail_msg("%s: %s", statement, PQerrorMessage(connection));
	PQclear(result);
}

/* Whether a connection soon waits for a lock of another transaction. */
static bool
it_waits(const PGconn *connection)
{
	const struct timespec pause = {.tv_nsec = 2000000};
	const int64_t give_up_ms = clock_monotonic_ms() + WAITING_MS_MAX;

	while (clock_monotonic_ms() < give_up_ms) {
		if (people_count("SELECT count(*) FROM pg_stat_activity"
				 " WHERE pid = %d AND wait_event_type = 'Lock'",
			    PQbackendPID(connection)) == 1)
			return true;
		nanosleep(&pause, NULL);
	}
	return false;
}

/* Adds two unread year-old notifications for each of many members from `first` on, and no
 * others. Their order differs from the order of the members' ids. */
static void
add_old_notices(unsigned first)
{
	scratch_sql("DELETE FROM inbox");
	scratch_sql("DELETE FROM inbox_counts");
	for (unsigned i = READERS; i-- > 0;) {
		people_add(first + i);
		scratch_sql(
			"INSERT INTO inbox (id, recipient, kind, subject_type,"
			" created_at, dedupe) SELECT new_id(), '%s', 'org_joined', 'org',"
			" now() - interval '366 days', gen_random_uuid()"
			" FROM generate_series(1, 2)",
			scratch_uuid_text(first + i));
	}
	scratch_sql("ANALYZE inbox_counts");
}

/* Delivery locks the counts of several members in the order of their ids. The removal of
 * old notifications must use the same order, or the two would soon deadlock. */
TEST_COMMITTED(old_notices_are_removed_in_the_order_in_which_new_ones_are_delivered)
{
	PGconn *first = connect_to_schema();
	PGconn *pruner = connect_to_schema();

	add_old_notices(100);
	run(first, "BEGIN");
	run(first,
		"SELECT FROM inbox_counts ORDER BY member_id LIMIT 1 FOR NO KEY UPDATE");
	assert_int_equal(PQsendQuery(pruner, "SELECT prune_inbox()"), 1);
	assert_true(it_waits(pruner));
	assert_int_equal(people_count("WITH free AS (SELECT FROM inbox_counts"
				      " FOR NO KEY UPDATE SKIP LOCKED)"
				      " SELECT count(*) FROM free"),
		READERS - 1);
	run(first, "COMMIT");
	PQclear(PQgetResult(pruner));
	people_expect_rows(0, "inbox");
	assert_int_equal(people_count("SELECT sum(unread) FROM inbox_counts"), 0);
	PQfinish(pruner);
	PQfinish(first);
}

/* A member who marks all as read has locked some of them already, and will lock the
 * others. */
TEST_COMMITTED(old_notices_that_are_being_read_are_left_for_the_next_time)
{
	PGconn *reader = connect_to_schema();
	PGconn *pruner = connect_to_schema();

	add_old_notices(200);
	run(reader, "BEGIN");
	run(reader,
		"UPDATE inbox SET read_at = now() WHERE recipient ="
		" (SELECT min(member_id::text)::uuid FROM inbox_counts)");
	run(pruner, "SELECT prune_inbox()");
	run(reader, "COMMIT");
	people_expect_rows(2, "inbox");
	run(pruner, "SELECT prune_inbox()");
	people_expect_rows(0, "inbox");
	PQfinish(pruner);
	PQfinish(reader);
}
