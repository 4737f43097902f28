/*
 * database.c - what a database connection needs, by the rules of libpq (libpq, 34.1).
 */
#include "common/sandbox/inside.h"

#include <stdlib.h>
#include <string.h>

#define PORT "5432"
#define SERVICE_FILE "/etc/postgresql-common/pg_service.conf"

/* Adds a host from the list: a socket folder, an abstract socket, or a machine. */
static void
add_host(struct sandbox_reach *reach, const char *host)
{
	if (host[0] == '@')
		reach->abstract = true;
	if (host[0] == '\0' || host[0] == '/' || host[0] == '@')
		reach->unix_sockets = true;
	else
		sandbox_reach_host(reach, host);
}

/* Calls `add` for each item of a list; the empty list has one empty item. */
static void
each(struct arena *arena, struct sandbox_reach *reach, const char *list,
	void (*add)(struct sandbox_reach *reach, const char *item))
{
	char *next = arena_printf(arena, "%s", list);

	while (next != NULL)
		add(reach, strsep(&next, ","));
}

/* Adds a port from the list; an empty one is the default. */
static void
add_port(struct sandbox_reach *reach, const char *port)
{
	sandbox_reach_port(reach, port[0] == '\0' ? PORT : port);
}

/* Adds the files that libpq reads when it connects. */
static void
add_files(struct arena *arena, struct sandbox_reach *reach, const struct sandbox *needs)
{
	static const char *const keywords[] = {
		"sslrootcert", "sslcert", "sslkey", "sslcrl", "sslcrldir"};

	for (size_t i = 0; i < COUNT_OF(keywords); i++) {
		const char *file = needs->setting(arena, needs->database, keywords[i]);

		if (file != NULL)
			sandbox_reach_beside(arena, reach, file);
	}
}

/* A service file is read at each connection and may name any server, so all are
 * allowed. */
static void
add_service_file(struct arena *arena, struct sandbox_reach *reach)
{
	const char *file = getenv("PGSERVICEFILE");

	reach->unix_sockets = reach->inet = reach->names = reach->any_port = true;
	sandbox_reach_beside(arena, reach, file != NULL ? file : SERVICE_FILE);
}

void
sandbox_reach_database(
	struct arena *arena, struct sandbox_reach *reach, const struct sandbox *needs)
{
	const char *host = needs->setting(arena, needs->database, "host");
	const char *address = needs->setting(arena, needs->database, "hostaddr");
	const char *port = needs->setting(arena, needs->database, "port");

	if (needs->setting(arena, needs->database, "service") != NULL)
		add_service_file(arena, reach);
	if (address != NULL)
		each(arena, reach, address, add_host);
	if (host != NULL || address == NULL)
		each(arena, reach, host != NULL ? host : "", add_host);
	if (reach->inet) {
		each(arena, reach, port != NULL ? port : "", add_port);
		add_files(arena, reach, needs);
	}
}
