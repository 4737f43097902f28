/*
 * service.h - a service process is a table handed to this skeleton.
 *
 *     int main(int argc, char **argv) { return service_main(argc, argv,
 * &content_service); }
 */
#ifndef KITH_COMMON_SERVICE_SERVICE_H
#define KITH_COMMON_SERVICE_SERVICE_H

#include "common/run/run.h"
#include "common/sandbox/sandbox.h"
#include "common/task/task.h"

struct service {
	enum service_name name;
	const struct op_entry *entries;
	size_t entry_count;
	const struct task *tasks;
	size_t task_count;
	const char
		*folder; /* below KITH_RUN_DIR, where it writes files; NULL = nowhere */
	const struct sandbox_server
		*server; /* beyond the instance, that it dials; or NULL */
	/* How many threads do the slow work of each pool; 0 = as many as hashing
	 * passwords takes. */
	int threads[POOL_COUNT];
	/* How many calls of a pool one member may have under way; 0 = as many as it
	 * likes. */
	size_t calls_per_member[POOL_COUNT];
	/* How many threads of a pool one member may occupy; 0 = all. */
	size_t threads_per_member[POOL_COUNT];
	/* Of a service that reaches hosts of the internet: which ports it connects to
	 * ("host:port,…") beside 80 and 443; NULL = it reaches none. */
	const char *dials;
	/* Appends figures of the service's own to what it is asked for
	 * (common/metrics/metrics.h); NULL = it has none. The loop calls it, so it waits
	 * for nothing. */
	void (*figures)(struct buffer *out);
};

/* Serves until SIGTERM or SIGINT, then finishes what it has begun. Answers the exit
 * status. */
int service_main(int argc, char **argv, const struct service *service);

#endif
