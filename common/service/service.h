/*
 * service.h - a service process is a table handed to this skeleton.
 *
 *     int main(int argc, char **argv) { return service_main(argc, argv, &content_service); }
 */
#ifndef KITH_COMMON_SERVICE_SERVICE_H
#define KITH_COMMON_SERVICE_SERVICE_H

#include "common/run/run.h"

/* Work that no call asks for: runs in a thread of its own until stop is set. */
struct service_task {
	const char *name;
	void (*run)(const volatile int *stop);
};

struct service {
	enum service_name name;
	const struct op_entry *entries;
	size_t entry_count;
	const struct service_task *tasks;
	size_t task_count;
	const char
		*folder; /* below KITH_RUN_DIR, where it writes files; NULL = nowhere */
	bool libnng;     /* for tests: listens with libnng's own socket, the reference */
};

/* Serves until SIGTERM or SIGINT, then finishes what it has begun. Answers the exit status. */
int service_main(int argc, char **argv, const struct service *service);

#endif
