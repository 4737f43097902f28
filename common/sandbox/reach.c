/*
 * reach.c - derives what a process connects to from the bus addresses and its other
 * needs.
 */
#include "common/sandbox/inside.h"

#include <string.h>

#define SCHEME_END "://"

/* Splits "host:port" or "[host]:port", with an optional path, in place. *port is NULL
 * when there is none. */
static const char *
split(char *text, const char **port)
{
	char *colon;

	text[strcspn(text, "/")] = '\0';
	colon = strrchr(text, ':');
	*port = colon == NULL ? NULL : colon + 1;
	if (colon != NULL)
		*colon = '\0';
	if (text[0] == '[' && text[strlen(text) - 1] == ']') {
		text[strlen(text) - 1] = '\0';
		return text + 1;
	}
	return text;
}

/* Adds one bus address: "ipc://path", or a host and a port after any other scheme. */
static void
dial(struct sandbox_reach *reach, char *address)
{
	char *rest = strstr(address, SCHEME_END);
	const char *port;

	if (rest == NULL)
		return;
	rest += strlen(SCHEME_END);
	if (strncmp(address, "ipc", 3) == 0) {
		reach->unix_sockets = true;
		return;
	}
	sandbox_reach_host(reach, split(rest, &port));
	sandbox_reach_port(reach, port);
}

static void
dial_list(struct arena *arena, struct sandbox_reach *reach, const char *list)
{
	char *copy = arena_printf(arena, "%s", list);
	char *next = copy;

	while (next != NULL) {
		char *one = strsep(&next, ",");

		dial(reach, one + strspn(one, " "));
	}
}

/* Adds the bus address that the process will bind. */
static void
bind_later(struct arena *arena, struct sandbox_reach *reach, const char *address)
{
	char *copy = arena_printf(arena, "%s", address);
	char *rest = strstr(copy, SCHEME_END);
	const char *port, *host;

	if (rest == NULL)
		return;
	reach->binds = true;
	rest += strlen(SCHEME_END);
	if (strncmp(copy, "ipc", 3) == 0) {
		char *slash = strrchr(rest, '/');

		reach->unix_sockets = true;
		reach->bound_folder = ".";
		if (slash != NULL) {
			*slash = '\0';
			reach->bound_folder = *rest == '\0' ? "/" : rest;
		}
		return;
	}
	host = split(rest, &port);
	sandbox_reach_host(reach, *host == '\0' || strcmp(host, "*") == 0 ? "::" : host);
	reach->bound_port = sandbox_port_of(port);
}

/* Adds the server outside the instance. */
static void
dial_server(struct arena *arena, struct sandbox_reach *reach,
	const struct sandbox_server *server)
{
	reach->dials = true;
	sandbox_reach_host(reach, server->host);
	sandbox_reach_port(reach, server->port);
	if (server->certificates != NULL)
		sandbox_reach_beside(arena, reach, server->certificates);
}

/* Adds all hosts of the internet, on ports 80 and 443 and on the ports in the list. */
static void
dial_any(struct arena *arena, struct sandbox_reach *reach, const char *list)
{
	char *next = arena_printf(arena, "%s", list);

	reach->dials = true;
	reach->fetches = true;
	sandbox_reach_host(reach, NULL);
	sandbox_reach_port(reach, "80");
	sandbox_reach_port(reach, "443");
	while (next != NULL) {
		char *one = strsep(&next, ","), *colon = strrchr(one, ':');

		if (colon != NULL)
			sandbox_reach_port(reach, colon + 1);
	}
}

struct sandbox_reach *
sandbox_reach(struct arena *arena, const struct sandbox *needs)
{
	struct sandbox_reach *reach = arena_alloc(arena, sizeof(*reach));

	*reach = (struct sandbox_reach){
		.works = needs->database != NULL, .loops = needs->address_count > 0};
	for (size_t i = 0; i < needs->address_count; i++) {
		if (needs->addresses[i] != NULL)
			dial_list(arena, reach, needs->addresses[i]);
	}
	if (needs->server != NULL)
		dial_server(arena, reach, needs->server);
	if (needs->listens != NULL)
		bind_later(arena, reach, needs->listens);
	if (needs->database != NULL)
		sandbox_reach_database(arena, reach, needs);
	for (size_t i = 0; i < COUNT_OF(needs->more_databases); i++) {
		struct sandbox other = *needs;

		other.database = needs->more_databases[i];
		if (other.database != NULL && other.database[0] != '\0')
			sandbox_reach_database(arena, reach, &other);
	}
	if (needs->dials != NULL)
		dial_any(arena, reach, needs->dials);
	if (reach->names) /* DNS uses TCP for long answers */
		sandbox_reach_port(reach, "53");
	return reach;
}
