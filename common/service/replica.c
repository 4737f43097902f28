/*
 * replica.c - how old a replica of the database is.
 *
 * The primary is asked how far its log reaches, and the replica until it has come as far: then it
 * has all that was committed before the question. No clock of another machine is asked, and a
 * replica that has nothing to do is as young as one that has. What is no replica of this primary,
 * or has become a primary itself, counts as infinitely old.
 */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/service/inside.h"

/* How long between two measurements, how long one may take, and how often the replica is asked. */
#define PAUSE_MS 250
#define MEASURE_MS 1000
#define LOOK_MS 20

/*
 * What is said of the last byte that was written, which a commit that was answered may still be
 * before with synchronous_commit off; and of whose log it is.
 *
 * Where a page of the log is full, or a segment was ended early, the next byte to be written stands
 * behind the header of the next page (24 bytes, or 40), which a replica does not come to before
 * something follows. So such a place counts as the beginning of its page: no record is as short as
 * to begin and end before it, and of one that reaches over from the page before a replica has
 * replayed the whole or nothing.
 */
static const char PRIMARY[] =
	"SELECT (SELECT system_identifier FROM pg_control_system()),"
	" place - CASE WHEN mod(place, page) <= 40 THEN mod(place, page) ELSE 0 END"
	" FROM (SELECT pg_current_wal_insert_lsn() - '0/0' AS place,"
	" current_setting('wal_block_size')::integer AS page WHERE NOT pg_is_in_recovery()) log";
static const char REPLICA[] =
	"SELECT (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint,"
	" pg_is_in_recovery() AND pg_last_wal_replay_lsn() - '0/0' >= $2::numeric AND $1::text ="
	" (SELECT system_identifier::text FROM pg_control_system())";

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

/* One row of text from a server, or NULL. One that takes a question and never answers it, as a
 * machine does that stands still, is asked on another connection the next time. */
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

/* When the replica was started (microseconds since 1970) if it comes, in time, as far as the primary
 * is now; else 0. */
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

bool
service_replica_serves(struct process *process)
{
	return process->has_replica && atomic_load(&process->replica_started_us) != 0 &&
		clock_monotonic_ms() - atomic_load(&process->replica_has_ms) <=
		READ_BEHIND_MAX_MS;
}

void *
service_replica_watch(void *data)
{
	struct process *process = data;
	const char *service = service_names[process->service->name];
	struct db *primary = db_new(config()->database_url.data, service);
	struct db *replica = db_new(config()->database_read_url.data, service);
	bool served = false;

	for (;;) {
		const int64_t asked_ms = clock_monotonic_ms();
		const int64_t started_us = follow(primary, replica);

		/* Of two replicas behind one name, each would be believed to be as young as the
		 * other: whoever reads makes sure that it is this one. */
		if (started_us != 0) {
			atomic_store(&process->replica_started_us, started_us);
			atomic_store(&process->replica_has_ms, asked_ms);
		}
		if (service_replica_serves(process) != served) {
			served = !served;
			log_info(served ? "replica_serves" : "replica_is_behind",
				LOG_TEXT("error", served ? NULL : db_error(replica)));
		}
		wait_ms(PAUSE_MS);
	}
	return NULL;
}
