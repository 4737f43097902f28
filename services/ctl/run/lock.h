/*
 * lock.h - one supervisor for each run folder.
 *
 * The lock is a record lock (fcntl) of the file `lock`. Other than that of flock(),
 * another process can ask for its holder without taking it. The kernel releases it when
 * the supervisor ends, and children do not inherit it.
 */
#ifndef KITH_SERVICES_CTL_RUN_LOCK_H
#define KITH_SERVICES_CTL_RUN_LOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "services/ctl/run/child.h"

#define LOCK_URL_SIZE 1024

struct lock_holder {
	pid_t pid;
	uint16_t port; /* of its gateway; 0 = not written yet */
	char base_url[LOCK_URL_SIZE];
};

/* Takes the lock until this process ends, and writes the port and the base URL into the
 * file; false after a message on standard error. */
bool lock_take(const struct user *user, const char *run_dir);

/* Whether a supervisor holds the lock of the run folder, and which one. */
bool lock_find(const char *run_dir, struct lock_holder *holder);

#endif
