/*
 * access.c - the one log line of a request, written at the edge when it is answered.
 *
 * What a client chose freely and what may hold a secret stays out: no query, no body, no
 * header, and of a path that names no route no segment that is as long as a token.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/base/log.h"
#include "gateway/edge/gateway.h"
#include "gateway/edge/metrics.h"

#define REQUEST_ID_MAX 64

/* Tokens are longer, what we call our own pages is not. */
#define SEGMENT_BYTES_SHOWN 32

/* Whether a client's request id is one that we repeat in headers and logs. */
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

/* The path of a request that names no route: a link that was copied with a slash too many
 * still holds its token. */
static const char *
shown_path(const struct http_request *request)
{
	struct buffer out = {.arena = request->arena};

	for (const char *at = request->path; *at != '\0';) {
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
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

void
access_log(const struct http_request *request, const struct access *access)
{
	char member[ID_TEXT_MAX] = "";
	const struct principal *principal = access->principal;
	int64_t us;
	const char *path;

	if (principal != NULL && principal->membership != MEMBERSHIP_NONE)
		id_format(member, "usr", &principal->member);
	us = clock_monotonic_us() - access->started_us;
	path = access->route != NULL ? access->route : shown_path(request);
	log_info("request", LOG_TEXT("surface", access->surface),
		LOG_TEXT("method", request->verb), LOG_TEXT("path", path),
		LOG_TEXT("op", access->op != NULL ? access->op->name : NULL),
		LOG_INT("status", access->status), LOG_INT("ms", us / 1000),
		LOG_TEXT("request",
			access->request_id.presence == GIVEN ? access->request_id.data
							     : NULL),
		LOG_TEXT("member", member[0] != '\0' ? member : NULL),
		LOG_TEXT("client", access->client),
		LOG_TEXT("problem", problems[access->problem].code));
	metrics_count(access->op, access->status, us);
}
