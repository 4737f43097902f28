/*
 * target.c - adds one host, port or folder to what a process may reach.
 */
#include "common/sandbox/inside.h"

#include <arpa/inet.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static bool
is_number(const char *host)
{
	unsigned char address[sizeof(struct in6_addr)];

	return inet_pton(AF_INET, host, address) == 1 ||
		inet_pton(AF_INET6, host, address) == 1;
}

void
sandbox_reach_host(struct sandbox_reach *reach, const char *host)
{
	reach->inet = true;
	reach->names |= host == NULL || !is_number(host);
}

uint16_t
sandbox_port_of(const char *text)
{
	char *end = NULL;
	unsigned long port = text == NULL ? 0 : strtoul(text, &end, 10);

	return port > 0 && port <= UINT16_MAX && *end == '\0' ? (uint16_t)port : 0;
}

void
sandbox_reach_port(struct sandbox_reach *reach, const char *port)
{
	uint16_t number = sandbox_port_of(port);

	if (number == 0 || reach->port_count == SANDBOX_PORTS_MAX)
		reach->any_port = true;
	else
		reach->ports[reach->port_count++] = number;
}

/* Certificates are renewed by replacing their files. */
void
sandbox_reach_beside(struct arena *arena, struct sandbox_reach *reach, const char *file)
{
	const char *paths[2] = {file, NULL};
	char *target = realpath(file, NULL);

	if (target != NULL)
		paths[1] = arena_printf(arena, "%s", target);
	free(target);
	for (size_t i = 0; i < COUNT_OF(paths) && paths[i] != NULL; i++) {
		const char *slash = strrchr(paths[i], '/');

		if (slash == NULL || reach->folder_count == SANDBOX_FOLDERS_MAX)
			continue;
		reach->folders[reach->folder_count++] =
			arena_copy(arena, paths[i], (size_t)(slash - paths[i]) + 1);
	}
}
