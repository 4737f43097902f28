/*
 * replica.c - measures the age of a replica without comparing clocks.
 *
 * The primary is asked for the end of its log, and then the replica until it has replayed
 * that much. From then on it has everything that was committed before the first question,
 * even when nothing is written. A server that does not follow this primary counts as
 * infinitely old.
 */
#include "common/replica/replica.h"

#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/base/must.h"
#include "common/config/config.h"
#include "common/db/connection.h"

/* How long opening a connection to the replica may delay connections to the primary. */
#define OPEN_MS 1000

/* How long a call may wait for the replica, and how long a replica that did not answer is
 * not asked: a slow one would hold workers that others need. */
#define ANSWER_MS 250
#define REST_MS 1000

/* The time between two measurements, the limit of one, and the time between two
 * questions. */
#define PAUSE_MS 250
#define MEASURE_MS 1000
#define LOOK_MS 20

/*
 * The end of the primary's log, and the cluster that it belongs to. With
 * synchronous_commit off the insert position covers commits that were answered and are
 * not flushed yet.
 *
 * At the begin of a page the next byte stands behind the page header (24 or 40 bytes),
 * which a replica does not reach before a record follows. Such a position counts as the
 * begin of the page.
 */
static const char PRIMARY[] =
	"SELECT (SELECT system_identifier FROM pg_control_system()),"
	" place - CASE WHEN mod(place, page) <= 40 THEN mod(place, page) ELSE 0 END"
	" FROM (SELECT pg_current_wal_insert_lsn() - '0/0' AS place,"
	" current_setting('wal_block_size')::integer AS page"
	" WHERE NOT pg_is_in_recovery()) log";
static const char REPLICA[] =
	"SELECT (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint,"
	" pg_is_in_recovery() AND pg_last_wal_replay_lsn() - '0/0' >= $2::numeric"
	" AND $1::text = (SELECT system_identifier::text FROM pg_control_system())";

/* Divides by zero on any other server than the one that was measured: another replica
 * behind the same name, a restarted one, or one that was promoted. */
STATEMENT(IS_THAT_REPLICA,
	"SELECT 1 / (pg_is_in_recovery()"
	" AND (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint"
	" = $1)::integer");

struct replica {
	enum service_name service;
	/* The replica has everything that was committed before this moment
	 * (monotonic). */
	_Atomic int64_t has_ms;
	_Atomic int64_t started_us; /* when its server started; 0 = not measured yet */

	/* Of the loop. */
	uint64_t reads;
	int64_t rest_ms; /* it is not asked until then (monotonic) */
};

static void
wait_ms(int milliseconds)
{
	const struct timespec pause = {.tv_nsec = (long)milliseconds * 1000000};

	nanosleep(&pause, NULL);
}

/* Reads all of an answer; false when it does not come in time. */
static bool
read_answer(PGconn *connection, int64_t until_ms, PGresult **answer)
{
	for (;;) {
		struct pollfd ready = {.fd = PQsocket(connection), .events = POLLIN};
		const int64_t left_ms = until_ms - clock_monotonic_ms();
		PGresult *result;

		if (PQisBusy(connection) == 0) {
			result = PQgetResult(connection);
			if (result == NULL)
				return true;
			PQclear(*answer);
			*answer = result;
		} else if (left_ms <= 0 || poll(&ready, 1, (int)left_ms) == 0 ||
			PQconsumeInput(connection) == 0) {
			return false;
		}
	}
}

/* One row of text from a server, or NULL. After a question without an answer in time the
 * next one uses a new connection. */
static PGresult *
ask(struct db *db, const char *sql, const char *const *values, int count,
	int64_t until_ms)
{
	PGconn *connection = db_ready(db) ? db_connection(db) : NULL;
	PGresult *result = NULL;

	if (connection == NULL)
		return NULL;
	if (PQsendQueryParams(connection, sql, count, NULL, values, NULL, NULL, 0) == 0 ||
		!read_answer(connection, until_ms, &result)) {
		db_keep_error(db, "57014", "no answer in time");
		db_drop(db);
	} else if (PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) == 1) {
		return result;
	}
	PQclear(result);
	return NULL;
}

/* The start time of the replica's server (microseconds since 1970) if it replays the
 * primary's log in time; else 0. */
static int64_t
follow(struct db *primary, struct db *replica)
{
	const int64_t asked_ms = clock_monotonic_ms();
	const int64_t until_ms = asked_ms + MEASURE_MS;
	const int64_t useless_ms = asked_ms + READ_BEHIND_MAX_MS;
	PGresult *here = ask(primary, PRIMARY, NULL, 0, useless_ms);
	int64_t started_us = 0;

	while (here != NULL && started_us == 0 && clock_monotonic_ms() < until_ms) {
		const char *const values[] = {
			PQgetvalue(here, 0, 0), PQgetvalue(here, 0, 1)};
		PGresult *there = ask(replica, REPLICA, values, 2, useless_ms);

		if (there != NULL && strcmp(PQgetvalue(there, 0, 1), "t") == 0)
			started_us = strtoll(PQgetvalue(there, 0, 0), NULL, 10);
		PQclear(there);
		if (started_us == 0)
			wait_ms(LOOK_MS);
	}
	PQclear(here);
	return started_us;
}

/* Whether the replica is young enough to be read. */
static bool
serves(const struct replica *replica)
{
	return atomic_load(&replica->started_us) != 0 &&
		clock_monotonic_ms() - atomic_load(&replica->has_ms) <=
		READ_BEHIND_MAX_MS;
}

struct replica *
replica_new(enum service_name service)
{
	struct replica *replica;

	if (config()->database_read_url.data[0] == '\0')
		return NULL;
	replica = must(calloc(1, sizeof(*replica)));
	replica->service = service;
	return replica;
}

void *
replica_watch(void *data)
{
	struct replica *replica = data;
	const char *service = service_names[replica->service];
	struct db *primary = db_new(config()->database_url.data, service);
	struct db *other = db_new(config()->database_read_url.data, service);
	bool served = false;

	for (;;) {
		const int64_t asked_ms = clock_monotonic_ms();
		const int64_t started_us = follow(primary, other);

		if (started_us != 0) {
			atomic_store(&replica->started_us, started_us);
			atomic_store(&replica->has_ms, asked_ms);
		}
		if (serves(replica) != served) {
			served = !served;
			log_info(served ? "replica_serves" : "replica_is_behind",
				LOG_TEXT("error", served ? NULL : db_error(other)));
		}
		wait_ms(PAUSE_MS);
	}
	return NULL;
}

struct db *
replica_connection(struct connections *connections)
{
	return connections_other(connections, config()->database_read_url.data, OPEN_MS);
}

void
replica_confirm(struct call *call)
{
	db_send_ahead(call, IS_THAT_REPLICA, &DB_NUMBER(call->replica_started_us), 1);
}

bool
replica_answers(struct replica *replica, struct db *db, struct call *call,
	op_handler *handler, const void *input, size_t size)
{
	const struct call before = *call;
	const int64_t soon_unix_ms = clock_unix_us() / 1000 + ANSWER_MS;

	if (clock_monotonic_ms() < replica->rest_ms || !serves(replica))
		return false;
	call->db = db;
	call->on_begin = replica_confirm;
	call->replica_started_us = atomic_load(&replica->started_us);
	if (call->deadline_unix_ms > soon_unix_ms)
		call->deadline_unix_ms = soon_unix_ms;
	run_call(call, handler, input, size);
	if (call->outcome.problem == PROBLEM_NONE ||
		problems[call->outcome.problem].status < 500) {
		replica->reads++;
		return true;
	}
	replica->rest_ms = clock_monotonic_ms() + REST_MS;
	*call = before;
	return false;
}

uint64_t
replica_reads(const struct replica *replica)
{
	return replica->reads;
}
