/*
 * inside.h - internal to common/sandbox.
 */
#ifndef KITH_COMMON_SANDBOX_INSIDE_H
#define KITH_COMMON_SANDBOX_INSIDE_H

#include <stdint.h>

#include "common/base/arena.h"
#include "common/sandbox/sandbox.h"

#define SANDBOX_PORTS_MAX 64
#define SANDBOX_FOLDERS_MAX 16

/* What a process connects to by its configuration, and what these connections need. */
struct sandbox_reach {
	bool unix_sockets; /* sockets with a path */
	bool abstract;     /* abstract sockets, which have no path */
	bool inet;
	bool names;    /* host names, which must be resolved */
	bool any_port; /* not all ports are known */
	uint16_t ports[SANDBOX_PORTS_MAX];
	size_t port_count;
	bool works;   /* has database workers */
	bool loops;   /* has event loops */
	bool dials;   /* connects to servers outside the instance, by libcurl */
	bool fetches; /* connects to any such server */
	bool binds;   /* binds a port or path after it is confined */
	uint16_t bound_port;
	const char *bound_folder;
	const char *folders[SANDBOX_FOLDERS_MAX]; /* readable: certificates */
	size_t folder_count;
};

/* Derives the reach from the needs; the result lives in the arena. */
struct sandbox_reach *sandbox_reach(struct arena *arena, const struct sandbox *needs);

/* Adds the needs of one libpq connection string. */
void sandbox_reach_database(
	struct arena *arena, struct sandbox_reach *reach, const struct sandbox *needs);

/* Makes the folder of a file readable, and that of a link's target, since such files are
 * replaced by renaming. */
void
sandbox_reach_beside(struct arena *arena, struct sandbox_reach *reach, const char *file);

/* Adds a host and its port as text; NULL = unknown. */
void sandbox_reach_host(struct sandbox_reach *reach, const char *host);
void sandbox_reach_port(struct sandbox_reach *reach, const char *port);

/* Parses a decimal port; 0 when the text is not one. */
uint16_t sandbox_port_of(const char *text);

/* Confines files and ports. Returns the ABI version of Landlock, or 0 on failure.
 * `writes` is the path of the writable folder, or NULL. */
int sandbox_files(const struct sandbox_reach *reach, const char *writes);

/* Confines system calls. Returns the number of allowed calls, or 0 on failure. Other
 * calls end the process; with `log_only` the kernel only logs them. */
int sandbox_calls(const struct sandbox_reach *reach, bool writes, bool log_only);

#endif
