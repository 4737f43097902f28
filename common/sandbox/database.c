/*
 * database.c - what connecting to the database takes, by libpq's rules (libpq, 34.1).
 */
#include "common/sandbox/inside.h"

#include <stdlib.h>
#include <string.h>

#define PORT "5432"
#define SERVICE_FILE "/etc/postgresql-common/pg_service.conf"

/* A host of the list: a folder of sockets, the name of one, or a machine. */
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

/* Calls `add` with each item of a list; "" is one, too. */
static void
each(struct arena *arena, struct sandbox_reach *reach, const char *list,
	void (*add)(struct sandbox_reach *reach, const char *item))
{
	char *next = arena_printf(arena, "%s", list);

	while (next != NULL)
		add(reach, strsep(&next, ","));
}

/* A port of the list, which may be left out. */
static void
add_port(struct sandbox_reach *reach, const char *port)
{
	sandbox_reach_port(reach, port[0] == '\0' ? PORT : port);
}

/* Files that libpq reads when it connects. */
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

/* A service file says where the server is, each time anew: nothing of it is known. */
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
