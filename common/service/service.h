/*
 * service.h - a service process is a table handed to this skeleton.
 *
 *     int main(int argc, char **argv) { return service_main(argc, argv, &content_service); }
 */
#ifndef KITH_COMMON_SERVICE_SERVICE_H
#define KITH_COMMON_SERVICE_SERVICE_H

#include <stdatomic.h>

#include "common/run/run.h"
#include "common/sandbox/sandbox.h"

/*
 * Work that no call asks for: what is pruned, swept and sent.
 *
 * A task does it in steps, each at most so many rows: .step answers whether there may be more to
 * do, and then comes again at once, so a task keeps up however much has come. When a step finds
 * nothing left, or the database asks for the fourth time in a row that it be repeated, the task
 * pauses. Every replica of the service has the same tasks: a step locks what it takes, and skips
 * what is locked.
 *
 * A step runs with the role of the service and has 20 s. Like a handler it is a function of the
 * database, and a failed statement makes all later ones of the step do nothing. With TX_NONE it
 * may begin a transaction itself (db_begin); what is open is ended after it.
 */
struct service_task {
	const char *name;                /* in the log, when a step fails */
	bool (*step)(struct call *call); /* whether there may be more */
	int64_t pause_ms;
	enum op_tx tx;
	/* LANE_DATABASE: in a fiber of the loop; it waits for nothing but db_query().
	 * LANE_OUTSIDE: in a thread of its own; it may wait for files and the network. */
	enum lane lane;
	const char *
		channel; /* LANE_OUTSIDE: a NOTIFY on it ends the pause; NULL = nothing */
	/* LANE_OUTSIDE: like .step, until it answers false, when the process is about to end: for
	 * a task that leaves something under way between its steps. NULL = it does not. */
	bool (*finish)(struct call *call);
};

struct service {
	enum service_name name;
	const struct op_entry *entries;
	size_t entry_count;
	const struct service_task *tasks;
	size_t task_count;
	const char
		*folder; /* below KITH_RUN_DIR, where it writes files; NULL = nowhere */
	const struct sandbox_server
		*server; /* beyond the instance, that it dials; or NULL */
	/* How many threads do the slow work of each lane; 0 = as many as hashing passwords takes. */
	int threads[LANE_COUNT];
	/* How many calls of a lane one member may have under way; 0 = as many as it likes. */
	size_t calls_per_member[LANE_COUNT];
	/* Of a service that reaches hosts of the internet: which ports it connects to ("host:port,…")
	 * beside 80 and 443; NULL = it reaches none. */
	const char *dials;
	/* Appends figures of the service's own to what it is asked for (common/metrics/metrics.h);
	 * NULL = it has none. The loop calls it, so it waits for nothing. */
	void (*figures)(struct buffer *out);
	bool libnng; /* for tests: listens with libnng's own socket, the reference */
};

/* Carries out steps of a task until one finds nothing left, or `stop` is set: what a service does
 * between two pauses. The arena is reset after each. */
void service_task_steps(const struct service_task *task, struct db *db,
	struct arena *arena, const atomic_bool *stop);

/* Serves until SIGTERM or SIGINT, then finishes what it has begun. Answers the exit status. */
int service_main(int argc, char **argv, const struct service *service);

#endif
