/*
 * address.c - addresses of the bus: "ipc://path", "tcp://host:port",
 * "tls+tcp://host:port".
 */
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "common/base/log.h"
#include "common/config/config.h"
#include "common/transport/transport.h"

#define SERVICE_MARK "{service}"
#define SCHEME_END "://"

void
address_of_service(enum service_name service, char address[ADDRESS_SIZE])
{
	const char *pattern = config()->bus_listen.data;
	int length = (int)strcspn(pattern, ",");
	const char *mark = strstr(pattern, SERVICE_MARK);

	if (mark == NULL || mark - pattern > length) {
		snprintf(address, ADDRESS_SIZE, "%.*s", length, pattern);
		return;
	}
	snprintf(address, ADDRESS_SIZE, "%.*s%s%.*s", (int)(mark - pattern), pattern,
		service_names[service],
		length - (int)(mark - pattern) - (int)strlen(SERVICE_MARK),
		mark + strlen(SERVICE_MARK));
}

bool
address_has_scheme(const char *address, const char *scheme)
{
	size_t size = strlen(scheme);

	return strncmp(address, scheme, size) == 0 &&
		strncmp(address + size, SCHEME_END, strlen(SCHEME_END)) == 0;
}

const char *
address_rest(const char *address)
{
	const char *end = strstr(address, SCHEME_END);

	return end == NULL ? address : end + strlen(SCHEME_END);
}

struct addrinfo *
address_find(const char *host_and_port, int flags)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = flags};
	struct addrinfo *found = NULL;
	char copy[512];
	char *host = copy, *colon;

	snprintf(copy, sizeof(copy), "%s", host_and_port);
	colon = strrchr(copy, ':');
	if (colon == NULL)
		return NULL;
	*colon = '\0';
	if (host[0] == '[' && colon > host + 1 && colon[-1] == ']') {
		colon[-1] = '\0';
		host++;
	}
	if (host[0] == '\0' || strcmp(host, "*") == 0)
		host = NULL;
	return getaddrinfo(host, colon + 1, &hints, &found) == 0 ? found : NULL;
}

void
address_make_directory(const char *address)
{
	char path[ADDRESS_SIZE];
	char *slash;

	if (!address_has_scheme(address, "ipc"))
		return;
	snprintf(path, sizeof(path), "%s", address_rest(address));
	slash = strrchr(path, '/');
	if (slash == NULL || slash == path)
		return;
	*slash = '\0';
	/* An existing directory keeps its mode. Listening reports a directory that is
	 * unusable. */
	if (mkdir(path, 0700) != 0 && errno != EEXIST) {
		log_warn("bus_directory", LOG_TEXT("path", path),
			LOG_TEXT("error", strerror(errno)));
	}
}
