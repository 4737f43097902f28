/*
 * sandbox.h - what a process gives up before it reads the first byte of a stranger's.
 *
 * From then on it opens no file, reaches no address and makes no system call beyond what it
 * said it needs: no program is started, no code is added, no privilege is left. Landlock
 * holds files and ports (landlock(7)), a filter holds system calls (seccomp(2)).
 */
#ifndef KITH_COMMON_SANDBOX_SANDBOX_H
#define KITH_COMMON_SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"

/* What a connection string says of a keyword, or the environment, or NULL; in the arena. The
 * sandbox is given the function because a process without a database is built without libpq. */
typedef const char *
sandbox_setting(struct arena *arena, const char *database, const char *keyword);

/* A server beyond the instance that a process dials, over TLS if that is spoken. */
struct sandbox_server {
	const char *host;
	const char *port;
	const char *certificates; /* the file that it is judged by; NULL = the system's */
};

/* What a process needs once it is set up. Beside that, it may read the time zones, and talk on
 * what it has opened before. */
struct sandbox {
	const char
		*folder; /* below KITH_RUN_DIR: where it writes files; NULL = nowhere */
	const char *
		database; /* libpq's connection string of the one it connects to, or NULL */
	const char *more_databases[2]; /* others that it connects to; NULL or "" = none */
	sandbox_setting *setting;      /* with a database: db_setting() */
	const char *const
		*addresses; /* of the bus, that it connects to; each a list, or NULL */
	size_t address_count;
	const struct sandbox_server *server; /* or NULL: by libcurl, see calls.c */
	const char *
		dials; /* "host:port,…": it connects to any host, to the ports 80 and 443, and to
			    * these; NULL = to none but those above */
	const char *listens; /* the address of the bus that it has yet to bind, or NULL */
};

/*
 * Confines the calling thread and all that it starts, as KITH_SANDBOX says: so before there are
 * other threads, and after the sockets to listen on are open. False, after logging why, when
 * the process must not run so.
 */
bool sandbox_enter(const struct sandbox *needs);

#endif
