/*
 * inside.h - what the parts of sandbox.h share; for sandbox*.c alone.
 */
#ifndef KITH_COMMON_SANDBOX_INSIDE_H
#define KITH_COMMON_SANDBOX_INSIDE_H

#include <stdint.h>

#include "common/base/arena.h"
#include "common/sandbox/sandbox.h"

#define SANDBOX_PORTS_MAX 64
#define SANDBOX_FOLDERS_MAX 16

/* Whom a process connects to, as far as its configuration tells, and what that takes. */
struct sandbox_reach {
	bool unix_sockets; /* to paths */
	bool abstract;     /* sockets that have a name and no path */
	bool inet;
	bool names;    /* of hosts, which have to be looked up */
	bool any_port; /* not all ports are known */
	uint16_t ports[SANDBOX_PORTS_MAX];
	size_t port_count;
	bool works;   /* for a database */
	bool loops;   /* over connections to others */
	bool dials;   /* servers beyond the instance, by libcurl */
	bool fetches; /* from any of them */
	bool binds;   /* has yet to bind the port, or a path */
	uint16_t bound_port;
	const char *bound_folder;
	const char *folders[SANDBOX_FOLDERS_MAX]; /* of certificates, to be read */
	size_t folder_count;
};

/* Finds it out; the answer lives in the arena. */
struct sandbox_reach *sandbox_reach(struct arena *arena, const struct sandbox *needs);

/* Adds what one libpq connection string takes. */
void sandbox_reach_database(
	struct arena *arena, struct sandbox_reach *reach, const struct sandbox *needs);

/* Adds the folder of a file that may be replaced, and that of the file behind a link, to those
 * that are read. */
void
sandbox_reach_beside(struct arena *arena, struct sandbox_reach *reach, const char *file);

/* Adds a host that is to be connected to, and its port as text; NULL is one not known. */
void sandbox_reach_host(struct sandbox_reach *reach, const char *host);
void sandbox_reach_port(struct sandbox_reach *reach, const char *port);

/* A decimal port; 0 when the text is not one. */
uint16_t sandbox_port_of(const char *text);

/* Confines files and ports: the version of Landlock's interface, or 0 where there is none.
 * `writes` is the path of the folder to write in, or NULL. */
int sandbox_files(const struct sandbox_reach *reach, const char *writes);

/* Confines system calls: how many are left, or 0 where that cannot be. Others end the process,
 * or are only logged by the kernel. */
int sandbox_calls(const struct sandbox_reach *reach, bool writes, bool log_only);

#endif
