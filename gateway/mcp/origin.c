/*
 * origin.c - which web pages and host names may use /mcp.
 *
 * A page on a hostile name that resolves to 127.0.0.1 sends that name as Host and its
 * own Origin (DNS rebinding). So both headers are checked on every request.
 */
#include "gateway/mcp/origin.h"

#include <string.h>
#include <strings.h>

/* The parts of scheme://host:port; they point into the text. */
struct origin {
	bool https;
	const char *host;
	size_t host_size;
	long port;
};

/* Reads an optional port such as ":8080"; false when it is invalid. */
static bool
read_port(const char *text, size_t size, long fallback, long *port)
{
	*port = fallback;
	if (size == 0)
		return true;
	if (text[0] != ':' || size < 2 || size > 6)
		return false;
	*port = 0;
	for (size_t at = 1; at < size; at++) {
		if (text[at] < '0' || text[at] > '9')
			return false;
		*port = *port * 10 + (text[at] - '0');
	}
	return *port > 0 && *port <= 65535;
}

/* Whether the bytes can be a host name or an address. */
static bool
is_host(const char *host, size_t size)
{
	static const char name[] =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
	static const char address[] = "0123456789abcdefABCDEF:.";

	if (size > 2 && host[0] == '[')
		return host[size - 1] == ']' && strspn(host + 1, address) == size - 2;
	return size > 0 && size <= 253 && strspn(host, name) >= size;
}

/* Splits host and port. */
static bool
read_authority(const char *text, size_t size, long fallback, struct origin *out)
{
	const char *bracket = size > 0 && text[0] == '[' ? memchr(text, ']', size) : NULL;
	size_t from = bracket != NULL ? (size_t)(bracket - text) + 1 : 0;
	const char *colon = memchr(text + from, ':', size - from);

	out->host = text;
	out->host_size = colon != NULL ? (size_t)(colon - text) : size;
	return is_host(text, out->host_size) &&
		read_port(text + out->host_size, size - out->host_size, fallback,
			&out->port);
}

/* Reads an origin as RFC 6454 writes it; "null" and other schemes are refused. */
static bool
read_origin(const char *text, size_t size, struct origin *out)
{
	static const char secure[] = "https://", plain[] = "http://";
	size_t scheme;

	out->https = size > 8 && strncasecmp(text, secure, 8) == 0;
	if (!out->https && (size <= 7 || strncasecmp(text, plain, 7) != 0))
		return false;
	scheme = out->https ? 8 : 7;
	return read_authority(text + scheme, size - scheme, out->https ? 443 : 80, out);
}

/* Reads the origin of a URL, which may have a path. */
static bool
read_url(const char *url, struct origin *out)
{
	const char *authority = strstr(url, "://");
	size_t size = (size_t)(authority - url) + 3;

	if (authority == NULL)
		return false;
	return read_origin(url, size + strcspn(url + size, "/?#"), out);
}

/* Whether the host has this name. */
static bool
host_is(const struct origin *origin, const char *name, size_t size)
{
	return origin->host_size == size && strncasecmp(origin->host, name, size) == 0;
}

/* Whether the host is this machine: localhost, 127.0.0.0/8, ::1. */
static bool
is_loopback(const struct origin *origin)
{
	size_t digits;

	if (host_is(origin, "localhost", 9) || host_is(origin, "[::1]", 5))
		return true;
	digits = strspn(origin->host, "0123456789.");
	return origin->host_size > 4 && strncmp(origin->host, "127.", 4) == 0 &&
		digits >= origin->host_size;
}

static bool
same_origin(const struct origin *a, const struct origin *b)
{
	return a->https == b->https && a->port == b->port &&
		host_is(a, b->host, b->host_size);
}

/* The next valid origin of a comma-separated list; false at its end. */
static bool
next_allowed(const char **list, struct origin *out)
{
	while (**list != '\0') {
		const char *entry;
		size_t size;

		*list += strspn(*list, ", \t");
		entry = *list;
		size = strcspn(entry, ", \t");
		*list += size;
		while (size > 0 && entry[size - 1] == '/')
			size--;
		if (read_origin(entry, size, out))
			return true;
	}
	return false;
}

/* Whether the list is empty or *. */
static bool
list_is_open(const char *allowed)
{
	const char *first = allowed + strspn(allowed, ", \t");

	return *first == '\0' || strcmp(first, "*") == 0;
}

bool
mcp_origin_allowed(const char *base_url, const char *allowed, const char *origin)
{
	struct origin base, entry, caller;

	if (!read_url(base_url, &base) || !read_origin(origin, strlen(origin), &caller))
		return false;
	if (same_origin(&base, &caller))
		return true;
	for (const char *rest = allowed; next_allowed(&rest, &entry);) {
		if (same_origin(&entry, &caller))
			return true;
	}
	if (is_loopback(&base))
		return is_loopback(&caller);
	return list_is_open(allowed) && (caller.https || is_loopback(&caller));
}

bool
mcp_origin_host_allowed(const char *base_url, const char *allowed, const char *host)
{
	struct origin base, entry, caller;

	if (host == NULL || !read_url(base_url, &base) ||
		!read_authority(host, strlen(host), 0, &caller))
		return false;
	if (is_loopback(&caller) || host_is(&base, caller.host, caller.host_size))
		return true;
	for (const char *rest = allowed; next_allowed(&rest, &entry);) {
		if (host_is(&entry, caller.host, caller.host_size))
			return true;
	}
	return false;
}
