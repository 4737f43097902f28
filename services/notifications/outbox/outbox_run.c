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
#define CALL_MS 20000

STATEMENT(PRUNE,
	"SELECT prune()");

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

static struct call
new_call(struct runner *runner)
{
	return (struct call){
		.arena = runner->arena,
		.db = runner->db,
		.deadline_unix_ms = clock_unix_us() / 1000 + CALL_MS,
	};
}

/* Takes batches until one is not full. */
static void
deliver_all(struct runner *runner)
{
	int taken = OUTBOX_BATCH;

	while (!*runner->stop && taken == OUTBOX_BATCH && db_ready(runner->db)) {
		struct call call = new_call(runner);

		taken = outbox_deliver(&call);
		if (call.outcome.db_problem != PROBLEM_NONE)
			log_warn(
				"outbox_failed", LOG_TEXT("error", db_error(runner->db)));
		arena_reset(runner->arena);
	}
}

static void
prune_sometimes(struct runner *runner)
{
	struct call call = new_call(runner);

	if (clock_monotonic_ms() < runner->prune_at_ms || !db_ready(runner->db))
		return;
	runner->prune_at_ms = clock_monotonic_ms() + PRUNE_MS;
	db_query_plain(&call, PRUNE);
	arena_reset(runner->arena);
}

void
outbox_run(const volatile int *stop)
{
	struct runner runner = {.stop = stop, .arena = arena_new(65536)};

	runner.db = db_new(config()->database_url.data, "notifications");
	runner.listener = db_new(config()->database_url.data, "notifications");
	while (!*stop) {
		deliver_all(&runner);
		prune_sometimes(&runner);
		wait_for_work(&runner);
	}
	db_free(runner.listener);
	db_free(runner.db);
	arena_free(runner.arena);
}
