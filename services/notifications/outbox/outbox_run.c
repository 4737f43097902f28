#include "services/notifications/outbox/outbox_run.h"

#include <poll.h>

#include "common/base/clock.h"
#include "common/base/log.h"
#include "common/config/config.h"
#include "common/db/db.h"
#include "services/notifications/outbox/outbox_deliver.h"

#define POLL_MS 5000
#define STEP_MS 250 /* how soon a stop is noticed */
#define PRUNE_MS INT64_C(3600000)

STATEMENT(PRUNE,
	"SELECT prune($1) AS more");

struct runner {
	const volatile int *stop;
	struct arena *arena;
	struct db *db;       /* for the work */
	struct db *listener; /* only hears notifications */
	int listening;       /* the process id of the backend that LISTENs, 0 = none */
	int64_t prune_at_ms;
};

/* Hears of new messages from now on; true when it did not before. */
static bool
listen_again(struct runner *runner)
{
	PGconn *connection;
	PGresult *result;
	bool heard;

	if (!db_ready(runner->listener))
		return false;
	connection = db_connection(runner->listener);
	if (PQbackendPID(connection) == runner->listening)
		return false;
	result = PQexec(connection, "LISTEN kith_outbox");
	heard = PQresultStatus(result) == PGRES_COMMAND_OK;
	PQclear(result);
	runner->listening = heard ? PQbackendPID(connection) : 0;
	return heard;
}

/* Whether the database told of a new message; forgets all that it told. */
static bool
was_notified(PGconn *connection)
{
	PGnotify *notification;
	bool notified = false;

	if (PQconsumeInput(connection) == 0)
		return false;
	while ((notification = PQnotifies(connection)) != NULL) {
		PQfreemem(notification);
		notified = true;
	}
	return notified;
}

/* Until there may be work. A connection that is lost is no reason to hurry. */
static void
wait_for_work(struct runner *runner)
{
	const int64_t until_ms = clock_monotonic_ms() + POLL_MS;

	while (!*runner->stop && clock_monotonic_ms() < until_ms) {
		struct pollfd ready = {.fd = -1, .events = POLLIN};
		PGconn *connection = NULL;

		if (listen_again(runner))
			return;
		if (runner->listening != 0) {
			connection = db_connection(runner->listener);
			ready.fd = connection != NULL ? PQsocket(connection) : -1;
			if (connection != NULL && was_notified(connection))
				return;
		}
		poll(&ready, 1, STEP_MS);
	}
}

/* Batches until one is empty: what is left over then is not due, or another worker has it. */
static void
deliver_all(struct runner *runner)
{
	int taken = 1;

	while (!*runner->stop && taken > 0 && db_ready(runner->db)) {
		taken = outbox_deliver(runner->db, runner->arena);
		arena_reset(runner->arena);
	}
}

bool
outbox_prune_once(struct call *call)
{
	struct rows *rows = db_query(call, PRUNE, DB_NUMBER(OUTBOX_PRUNE_ROWS));

	return rows->count == 1 && row_boolean(rows, 0, "more");
}

/* Every hour, and then batch after batch until none is full; messages that are due go in between.
 * True when there is more to remove. */
static bool
prune_sometimes(struct runner *runner)
{
	struct call call = outbox_call(runner->db, runner->arena);
	bool more;

	if (clock_monotonic_ms() < runner->prune_at_ms || !db_ready(runner->db))
		return false;
	more = outbox_prune_once(&call);
	if (outbox_broken(&call))
		log_warn("prune_failed", LOG_TEXT("error", db_error(runner->db)));
	if (!more)
		runner->prune_at_ms = clock_monotonic_ms() + PRUNE_MS;
	arena_reset(runner->arena);
	return more;
}

void
outbox_run(const volatile int *stop)
{
	struct runner runner = {.stop = stop, .arena = arena_new(65536)};

	runner.db = db_new(config()->database_url.data, "notifications");
	runner.listener = db_new(config()->database_url.data, "notifications");
	while (!*stop) {
		deliver_all(&runner);
		if (!prune_sometimes(&runner))
			wait_for_work(&runner);
	}
	db_free(runner.listener);
	db_free(runner.db);
	arena_free(runner.arena);
}
