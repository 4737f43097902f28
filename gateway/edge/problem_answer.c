/*
 * problem_answer.c - a problem as an HTTP answer, with the headers that belong to it.
 */
#include <string.h>

#include "gateway/edge/gateway.h"

#define OWN_HEADERS 4

/* The challenge of RFC 6750, section 3. */
static const char *
challenge(struct arena *arena, const struct message_reply *reply)
{
	struct buffer scopes = {.arena = arena};
	const char *const *value = reply->requires_values;

	if (reply->problem == PROBLEM_INVALID_TOKEN)
		return "Bearer realm=\"kith\", error=\"invalid_token\"";
	if (reply->problem != PROBLEM_INSUFFICIENT_SCOPE)
		return "Bearer realm=\"kith\"";
	for (size_t i = 0; value != NULL && value[i] != NULL; i++) {
		if (i > 0)
			buffer_append(&scopes, " ", 1);
		buffer_append(&scopes, value[i], strlen(value[i]));
	}
	return arena_printf(arena,
		"Bearer realm=\"kith\", error=\"insufficient_scope\", scope=\"%.*s\"",
		(int)scopes.size, scopes.size > 0 ? (const char *)scopes.data : "");
}

/* The headers of every problem, then those of this one; answers how many. */
static size_t
own_headers(struct arena *arena, const struct message_reply *reply,
	struct text request_id, struct http_header *headers)
{
	size_t count = 0;
	int status = problems[reply->problem].status;

	if (request_id.presence == GIVEN)
		headers[count++] = (struct http_header){"X-Request-Id", request_id.data};
	headers[count++] = (struct http_header){"Cache-Control", "no-store"};
	if (status == 401 || reply->problem == PROBLEM_INSUFFICIENT_SCOPE) {
		headers[count++] =
			(struct http_header){"WWW-Authenticate", challenge(arena, reply)};
	}
	if (status == 429 || status == 503) {
		long long seconds = reply->retry_after_s > 0 ? reply->retry_after_s : 1;

		headers[count++] = (struct http_header){
			"Retry-After", arena_printf(arena, "%lld", seconds)};
	}
	return count;
}

void
problem_answer_with(struct http_request *request, const struct message_reply *reply,
	struct text request_id, const struct http_header *more, size_t more_count)
{
	struct http_header *headers =
		arena_array(request->arena, OWN_HEADERS + more_count, sizeof(*headers));
	size_t count = own_headers(request->arena, reply, request_id, headers);
	struct buffer body = {.arena = request->arena};
	struct message_reply cured = *reply;

	for (size_t i = 0; i < more_count; i++)
		headers[count++] = more[i];
	problem_cure(request->arena, NULL, false, &cured);
	problem_document(&body, &cured, request->path, request_id);
	http_answer(request,
		&(struct http_answer){
			.status = problems[reply->problem].status,
			.content_type = "application/problem+json",
			.body = body.data,
			.size = body.size,
			.headers = headers,
			.header_count = count,
		});
}

void
problem_answer(struct http_request *request, const struct message_reply *reply,
	struct text request_id)
{
	problem_answer_with(request, reply, request_id, NULL, 0);
}
