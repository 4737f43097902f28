/*
 * exposure.c - finds bus addresses over which calls would travel unencrypted.
 */
#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/config/rules.h"
#include "proto/op.h"

#define PLAIN_SCHEME "tcp://"

/* Schemes that stay on this machine or encrypt. */
static const char *const safe[] = {"ipc://", "tls+tcp://"};

/* Whether a host, with or without IPv6 brackets, is certainly this machine. */
static bool
is_here(const char *host)
{
	struct in_addr four;

	if (inet_pton(AF_INET, host, &four) == 1)
		return ntohl(four.s_addr) >> 24 == IN_LOOPBACKNET;
	return strcmp(host, "[::1]") == 0 || strcmp(host, "localhost") == 0;
}

static bool
is_exposed(const char *address)
{
	char host[256];
	const char *colon;

	for (size_t i = 0; i < sizeof(safe) / sizeof(safe[0]); i++) {
		if (strncmp(address, safe[i], strlen(safe[i])) == 0)
			return false;
	}
	if (strncmp(address, PLAIN_SCHEME, strlen(PLAIN_SCHEME)) != 0)
		return true;
	address += strlen(PLAIN_SCHEME);
	colon = strrchr(address, ':');
	if (colon == NULL || (size_t)(colon - address) >= sizeof(host))
		return true;
	snprintf(host, sizeof(host), "%.*s", (int)(colon - address), address);
	return !is_here(host);
}

static bool
any_exposed(struct arena *arena, const char *list)
{
	char *next = arena_printf(arena, "%s", list);

	while (next != NULL) {
		char *one = strsep(&next, ",");

		if (is_exposed(one + strspn(one, " ")))
			return true;
	}
	return false;
}

/* The variable that overrides KITH_BUS for one service. */
static const char *
variable_of(struct arena *arena, const char *service)
{
	char *name = arena_printf(arena, "KITH_BUS_%s", service);

	for (char *at = name; *at != '\0'; at++)
		*at = (char)toupper((unsigned char)*at);
	return name;
}

const char *
config_bus_exposed(struct arena *arena, const struct config *config)
{
	if (strcmp(config->bus_plain.data, "on") == 0)
		return NULL;
	if (any_exposed(arena, config->bus.data))
		return "KITH_BUS";
	if (any_exposed(arena, config->bus_listen.data))
		return "KITH_BUS_LISTEN";
	for (int i = SERVICE_GATEWAY + 1; i < SERVICE_COUNT; i++) {
		const char *name = variable_of(arena, service_names[i]);
		const char *list = getenv(name);

		if (list != NULL && list[0] != '\0' && any_exposed(arena, list))
			return name;
	}
	return NULL;
}
