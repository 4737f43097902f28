/*
 * access.c - one log line for each answered request.
 *
 * The line leaves out what may hold a secret: the query, the body, the headers, and
 * long segments of a path that is no route.
 */
#include <arpa/inet.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/base/log.h"
#include "common/text/network.h"
#include "common/text/traceparent.h"
#include "gateway/core/gateway.h"
#include "gateway/core/observe/access.h"
#include "gateway/core/observe/metrics.h"

#define REQUEST_ID_MAX 64

/* Tokens are longer than this; segments of our own paths are not. */
#define SEGMENT_BYTES_SHOWN 32

/* The logged size of a path that is no route. */
#define PATH_BYTES_SHOWN 256

/* Log lines in a second, over all loops: of throttled requests, and of each caller. */
#define REFUSED_LINES_MAX 10
#define CALLER_LINES_MAX 100

/* Callers by hash; two callers may share a place and its lines. */
#define PLACES 4096

/* Whether a client's request id may be repeated in headers and logs. */
static bool
request_id_holds(const char *id)
{
	static const char alphabet[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
		"0123456789._-";
	size_t size = strlen(id);

	return size >= 1 && size <= REQUEST_ID_MAX && strspn(id, alphabet) == size;
}

struct text
request_id_of(struct http_request *request)
{
	char id[ID_TEXT_MAX];
	const char *sent;
	struct uuid uuid;

	if (request->request_id.presence == GIVEN)
		return request->request_id;
	sent = http_header(request, "X-Request-Id");
	if (sent != NULL && request_id_holds(sent)) {
		request->request_id = arena_text(request->arena, sent);
		return request->request_id;
	}
	uuid = id_new();
	id_format(id, "req", &uuid);
	request->request_id = arena_text(request->arena, id);
	return request->request_id;
}

struct text
traceparent_of(struct http_request *request)
{
	const char *sent;

	if (request->traceparent.presence == ABSENT) {
		sent = http_header(request, "traceparent");
		request->traceparent.presence = GIVEN_NULL;
		if (sent != NULL && traceparent_valid(sent, strlen(sent)))
			request->traceparent = arena_text(request->arena,
				arena_copy(request->arena, sent, TRACEPARENT_SIZE));
	}
	return request->traceparent;
}

/* The path of a request that names no route: a link that was copied with a slash too many
 * still holds its token. */
static const char *
shown_path(const struct http_request *request)
{
	struct buffer out = {.arena = request->arena};

	for (const char *at = request->path;
		*at != '\0' && out.size < PATH_BYTES_SHOWN;) {
		size_t size = strcspn(at, "/");

		if (size > SEGMENT_BYTES_SHOWN)
			buffer_append(&out, "*", 1);
		else
			buffer_append(&out, at, size);
		at += size;
		size = strspn(at, "/");
		buffer_append(&out, at, size);
		at += size;
	}
	if (out.size >= PATH_BYTES_SHOWN) {
		out.size = PATH_BYTES_SHOWN - strlen("...");
		buffer_append(&out, "...", strlen("..."));
	}
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

/* The network of an address, such as "192.0.2.0/24". */
static const char *
network_of(struct arena *arena, const struct text *address)
{
	struct in6_addr in6;
	char text[INET6_ADDRSTRLEN] = "";

	if (!network_parse_address(address->data, address->size, &in6))
		return NULL;
	in6 = network_of_client(&in6);
	if (IN6_IS_ADDR_V4MAPPED(&in6)) {
		inet_ntop(AF_INET, in6.s6_addr + 12, text, sizeof(text));
		return arena_printf(arena, "%s/24", text);
	}
	inet_ntop(AF_INET6, &in6, text, sizeof(text));
	return arena_printf(arena, "%s/48", text);
}

/* The client's address as KITH_LOG_ADDRESSES wants it, or NULL. */
static const char *
shown_address(const struct http_request *request)
{
	const char *how = GATEWAY_OF(request)->config->log_addresses.data;

	if (request->address.size == 0 || strcmp(how, "off") == 0)
		return NULL;
	return strcmp(how, "short") == 0 ? network_of(request->arena, &request->address)
					 : request->address.data;
}

/* The lines of a second, and those that were left out since the last one was written. */
struct lines {
	atomic_int_fast64_t second, written, left_out;
};

/* By place, and one for refusals. */
static struct lines lines[PLACES + 1];

/* The lines that a request counts among. */
static struct lines *
lines_of(const struct http_request *request, const struct access *access, int *most)
{
	const struct principal *principal = access->principal;
	const bool known = principal != NULL && principal->membership != MEMBERSHIP_NONE;
	const void *caller = known ? (const void *)principal->member.bytes
				   : (const void *)request->address.data;
	const size_t size =
		known ? sizeof(principal->member.bytes) : request->address.size;
	uint32_t hash = UINT32_C(2166136261); /* FNV-1a */

	*most = REFUSED_LINES_MAX;
	if (access->problem == PROBLEM_RATE_LIMITED ||
		access->problem == PROBLEM_SERVICE_UNAVAILABLE)
		return &lines[PLACES];
	*most = CALLER_LINES_MAX;
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ ((const uint8_t *)caller)[i]) * UINT32_C(16777619);
	return &lines[(hash ^ hash >> 16) % PLACES];
}

/*
 * Whether a request gets a log line. A flood must not fill the disk, so each caller has
 * a limit. The metrics count every request, and the next line of a caller says how many
 * were left out.
 */
static bool
is_shown(const struct http_request *request, const struct access *access,
	int64_t *left_out)
{
	int most;
	struct lines *of = lines_of(request, access, &most);
	int64_t now_s = clock_monotonic_ms() / 1000;

	*left_out = 0;
	if (atomic_exchange(&of->second, now_s) != now_s)
		atomic_store(&of->written, 0);
	if (atomic_fetch_add(&of->written, 1) >= most) {
		atomic_fetch_add(&of->left_out, 1);
		return false;
	}
	*left_out = atomic_exchange(&of->left_out, 0);
	return true;
}

/* The id of the app that made the request, or NULL. */
static const char *
client_id_of(const struct principal *principal)
{
	return principal != NULL && principal->client.presence == GIVEN
		? principal->client.data
		: NULL;
}

void
access_log(struct http_request *request, const struct access *access)
{
	char member[ID_TEXT_MAX] = "";
	const struct principal *principal = access->principal;
	const struct text traceparent = traceparent_of(request);
	int64_t us, left_out;
	char count[24];
	const char *path;

	if (principal != NULL && principal->membership != MEMBERSHIP_NONE)
		id_format(member, "usr", &principal->member);
	us = clock_monotonic_us() - access->started_us;
	metrics_count(access->op, access->status, access->problem, us);
	if (!is_shown(request, access, &left_out))
		return;
	snprintf(count, sizeof(count), "%lld", (long long)left_out);
	path = access->route != NULL ? access->route : shown_path(request);
	log_info("request", LOG_TEXT("surface", access->surface),
		LOG_TEXT("method", request->verb), LOG_TEXT("path", path),
		LOG_TEXT("op", access->op != NULL ? access->op->name : NULL),
		LOG_INT("status", access->status), LOG_INT("ms", us / 1000),
		LOG_TEXT("request",
			access->request_id.presence == GIVEN ? access->request_id.data
							     : NULL),
		LOG_TEXT("traceparent",
			traceparent.presence == GIVEN ? traceparent.data : NULL),
		LOG_TEXT("address", shown_address(request)),
		LOG_TEXT("member", member[0] != '\0' ? member : NULL),
		LOG_TEXT("client", access->client),
		LOG_TEXT("client_id", client_id_of(access->principal)),
		LOG_TEXT("problem", problems[access->problem].code),
		LOG_TEXT("left_out", left_out > 0 ? count : NULL));
}
