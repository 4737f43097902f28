/*
 * answer.c - a problem as an HTTP answer, with its headers.
 */
#include <string.h>

#include "common/config/config.h"
#include "gateway/core/problem/problem.h"
#include "proto/identity/oauth.h"

/* The challenge of RFC 6750, section 3. Where another token would help, it names the
 * metadata by which a client gets one (RFC 9728, section 5.1). A wrong password does
 * not. */
static const char *
challenge(struct arena *arena, const struct message_reply *reply)
{
	struct buffer scopes = {.arena = arena};
	const char *const *value = reply->requires_values;
	bool scoped = reply->requires_name != NULL &&
		strcmp(reply->requires_name, "scope") == 0;

	const char *metadata = arena_printf(arena,
		", resource_metadata=\"%s" RESOURCE_METADATA AUDIENCE_REST "\"",
		config()->base_url.data);

	if (reply->problem == PROBLEM_INVALID_TOKEN)
		return arena_printf(arena,
			"Bearer realm=\"kith\", error=\"invalid_token\"%s", metadata);
	if (reply->problem == PROBLEM_UNAUTHENTICATED)
		return arena_printf(arena, "Bearer realm=\"kith\"%s", metadata);
	if (reply->problem != PROBLEM_INSUFFICIENT_SCOPE)
		return "Bearer realm=\"kith\"";
	if (!scoped) /* no scope would help */
		return "Bearer realm=\"kith\", error=\"insufficient_scope\"";
	for (size_t i = 0; value != NULL && value[i] != NULL; i++) {
		if (i > 0)
			buffer_append(&scopes, " ", 1);
		buffer_append(&scopes, value[i], strlen(value[i]));
	}
	return arena_printf(arena,
		"Bearer realm=\"kith\", error=\"insufficient_scope\", scope=\"%.*s\"%s",
		(int)scopes.size, scopes.size > 0 ? (const char *)scopes.data : "",
		metadata);
}

/* The headers of a problem. */
static void
add_own(struct http_headers *headers, struct arena *arena,
	const struct message_reply *reply, struct text request_id)
{
	int status = problems[reply->problem].status;

	if (request_id.presence == GIVEN)
		http_headers_add(headers, "X-Request-Id", request_id.data);
	http_headers_add(headers, "Cache-Control", "no-store");
	if (status == 401 || reply->problem == PROBLEM_INSUFFICIENT_SCOPE)
		http_headers_add(headers, "WWW-Authenticate", challenge(arena, reply));
	if (status == 429 || status == 503) {
		long long seconds = reply->retry_after_s > 0 ? reply->retry_after_s : 1;

		http_headers_add(
			headers, "Retry-After", arena_printf(arena, "%lld", seconds));
	}
}

void
problem_answer_with(struct http_request *request, const struct message_reply *reply,
	struct text request_id, const struct http_header *more, size_t more_count)
{
	struct http_headers headers = {.count = 0};
	struct buffer body = {.arena = request->arena};
	struct message_reply hinted = *reply;

	add_own(&headers, request->arena, reply, request_id);
	for (size_t i = 0; i < more_count; i++)
		http_headers_add(&headers, more[i].name, more[i].value);
	problem_hint(request->arena, NULL, false, &hinted);
	problem_document(&body, &hinted, request->path, request_id);
	http_answer(request,
		&(struct http_answer){
			.status = problems[reply->problem].status,
			.content_type = "application/problem+json",
			.body = body.data,
			.size = body.size,
			.headers = headers.list,
			.header_count = headers.count,
		});
}

void
problem_answer(struct http_request *request, const struct message_reply *reply,
	struct text request_id)
{
	problem_answer_with(request, reply, request_id, NULL, 0);
}
