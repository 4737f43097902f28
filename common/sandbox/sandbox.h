/*
 * sandbox.h - confines a process before it reads untrusted input.
 *
 * Afterwards the process can open only the files, reach only the addresses and make only
 * the system calls that it declared. It cannot start programs, add code or use
 * privileges. Landlock confines files and ports (landlock(7)), a seccomp filter the
 * system calls (seccomp(2)).
 */
#ifndef KITH_COMMON_SANDBOX_SANDBOX_H
#define KITH_COMMON_SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"

/* The value of a keyword in a connection string or the environment, or NULL; in the
 * arena. A function pointer, because processes without a database are built without
 * libpq. */
typedef const char *
sandbox_setting(struct arena *arena, const char *database, const char *keyword);

/* A server outside the instance; the connection may use TLS. */
struct sandbox_server {
	const char *host;
	const char *port;
	const char *certificates; /* the trusted authorities; NULL = the system's */
};

/* The needs of a process after its setup. It may also read time zones and use files and
 * sockets that it opened before. */
struct sandbox {
	const char *folder;   /* the only writable one, below KITH_RUN_DIR; NULL = none */
	const char *database; /* a libpq connection string, or NULL */
	const char *more_databases[2]; /* further connection strings; NULL or "" = none */
	sandbox_setting *setting;      /* with a database: db_setting() */
	const char *const *addresses;  /* bus addresses to connect to; lists, or NULL */
	size_t address_count;
	const struct sandbox_server *server; /* by libcurl, see calls.c; or NULL */
	/* "host:port,…": the process connects to any host, on ports 80 and 443 and on
	 * these; NULL = only to the servers above. */
	const char *dials;
	const char *listens; /* the bus address that it binds later, or NULL */
};

/*
 * Confines the calling thread and all threads that it starts, as KITH_SANDBOX demands.
 * Call it before other threads exist and after the listening sockets are open. False,
 * after logging the reason, when the process must not run.
 */
bool sandbox_enter(const struct sandbox *needs);

#endif
