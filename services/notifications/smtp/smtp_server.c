/*
 * smtp_server.c - the parser of KITH_SMTP_URL.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>

#include "services/notifications/smtp/inside.h"

#define PORT_SUBMISSION "587"  /* RFC 6409 */
#define PORT_SUBMISSIONS "465" /* RFC 8314 */

/* Copies a part of the URL; NULL when it has none. */
static const char *
part(struct arena *arena, CURLU *url, CURLUPart which, unsigned flags)
{
	const char *copy = NULL;
	char *text = NULL;

	if (curl_url_get(url, which, &text, flags) == CURLUE_OK)
		copy = arena_printf(arena, "%s", text);
	curl_free(text);
	return copy;
}

/* Removes the brackets of an IPv6 address. */
static const char *
bare(struct arena *arena, const char *host)
{
	const size_t size = strlen(host);

	if (host[0] != '[' || host[size - 1] != ']')
		return host;
	return arena_copy(arena, host + 1, size - 2);
}

/* Traffic to the loopback interface cannot be read by others, and needs no TLS. */
static bool
is_loopback(const char *host)
{
	struct in_addr four;

	if (inet_pton(AF_INET, host, &four) == 1)
		return ntohl(four.s_addr) >> 24 == IN_LOOPBACKNET;
	return strcmp(host, "::1") == 0 || strcasecmp(host, "localhost") == 0;
}

/* Whether the URL has no path, query or fragment. */
static bool
ends_with_port(struct arena *arena, CURLU *url)
{
	const char *path = part(arena, url, CURLUPART_PATH, 0);

	return (path == NULL || strcmp(path, "/") == 0) &&
		part(arena, url, CURLUPART_QUERY, 0) == NULL &&
		part(arena, url, CURLUPART_FRAGMENT, 0) == NULL;
}

static const char *
read_parts(struct arena *arena, CURLU *url, struct smtp_server *server)
{
	const char *scheme = part(arena, url, CURLUPART_SCHEME, 0);
	const char *host = part(arena, url, CURLUPART_HOST, 0);
	const char *port = part(arena, url, CURLUPART_PORT, 0);
	const char *user = part(arena, url, CURLUPART_USER, CURLU_URLDECODE);
	const char *password = part(arena, url, CURLUPART_PASSWORD, CURLU_URLDECODE);

	if (scheme == NULL ||
		(strcmp(scheme, "smtp") != 0 && strcmp(scheme, "smtps") != 0))
		return "it must begin with smtp:// or smtps://";
	if (host == NULL)
		return "it names no host";
	if (!ends_with_port(arena, url))
		return "nothing may follow the host and the port";
	server->tls = strcmp(scheme, "smtps") == 0;
	server->host = bare(arena, host);
	server->loopback = is_loopback(server->host);
	server->port = port != NULL ? port
		: server->tls       ? PORT_SUBMISSIONS
				    : PORT_SUBMISSION;
	server->user = user;
	server->password = password != NULL ? password : "";
	return NULL;
}

const char *
smtp_server_read(struct arena *arena, const char *url, struct smtp_server *server)
{
	CURLU *parsed = curl_url();
	const char *why;

	if (parsed == NULL)
		return "out of memory";
	if (curl_url_set(parsed, CURLUPART_URL, url, 0) != CURLUE_OK)
		why = "it must be a URL like smtp://user:password@mail.example.org:587; "
		      "write / and @ in a password as %2F and %40";
	else
		why = read_parts(arena, parsed, server);
	curl_url_cleanup(parsed);
	return why;
}
