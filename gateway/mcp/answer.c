#include "gateway/mcp/answer.h"

#include <string.h>

#include "gateway/core/observe/access.h"
#include "gateway/core/request/cors.h"
#include "gateway/mcp/protocol.h"
#include "gateway/mcp/reply.h"
#include "gateway/mcp/turn.h"
#include "gateway/ratelimit/limit.h"
#include "proto/identity/oauth.h"

/* Answers from this size on count against the memory for slow readers. */
#define LARGE_BYTES ((size_t)16 * 1024)

#define SCOPES "network:read network:write"

struct draft {
	int status;
	enum problem problem;
	const struct buffer *body; /* JSON, or NULL */
	bool close;
	struct http_headers headers;
};

/* Starts an answer with the headers that every answer has. */
static struct draft
draft_new(const struct mcp_exchange *exchange, int status, const struct buffer *body)
{
	struct draft draft = {
		.status = status,
		.body = body,
		.close = exchange->request->refusal != PROBLEM_NONE,
	};

	http_headers_add(&draft.headers, "Access-Control-Allow-Origin", "*");
	http_headers_add(&draft.headers, "Access-Control-Expose-Headers",
		"WWW-Authenticate, Mcp-Session-Id, Retry-After, RateLimit, "
		"RateLimit-Policy, X-Request-Id");
	http_headers_add(&draft.headers, "X-Request-Id", exchange->request_id.data);
	limit_headers(&draft.headers, exchange->arena, &exchange->limit);
	return draft;
}

/* Wraps the body in an event stream, for clients that accept nothing else. */
static const struct buffer *
as_event(struct arena *arena, const struct buffer *json)
{
	struct buffer *event = arena_alloc(arena, sizeof(*event));

	event->arena = arena;
	json_put_raw(event, "event: message\ndata: ");
	buffer_append(event, json->data, json->size);
	json_put_raw(event, "\n\n");
	return event;
}

/* Sends the answer and writes the request's log line. */
static void
send_draft(struct mcp_exchange *exchange, struct draft *draft)
{
	bool stream = exchange->stream && draft->body != NULL && draft->status == 200;
	const char *json_or_stream = stream ? "text/event-stream" : "application/json";
	struct access access;
	struct http_answer answer;

	if (stream) {
		draft->body = as_event(exchange->arena, draft->body);
		http_headers_add(&draft->headers, "X-Accel-Buffering", "no");
	}
	http_headers_add(&draft->headers, "Cache-Control",
		stream ? "no-cache, no-transform" : "no-store");
	access = (struct access){
		.surface = "mcp",
		.route = exchange->route,
		.op = exchange->count == 1 ? exchange->turns[0].op : NULL,
		.request_id = exchange->request_id,
		.principal = exchange->authenticated ? &exchange->principal : NULL,
		.client = exchange->client,
		.problem = draft->problem,
		.status = draft->status,
		.started_us = exchange->started_us,
	};
	access_log(exchange->request, &access);
	answer = (struct http_answer){
		.status = draft->status,
		.content_type = draft->body != NULL ? json_or_stream : NULL,
		.body = draft->body != NULL ? draft->body->data : NULL,
		.size = draft->body != NULL ? draft->body->size : 0,
		.headers = draft->headers.list,
		.header_count = draft->headers.count,
		.close = draft->close,
	};
	http_answer(exchange->request, &answer);
}

void
mcp_answer_json(struct mcp_exchange *exchange, int status, const struct buffer *body)
{
	const struct mcp_refusal unread = {
		.problem = PROBLEM_SERVICE_UNAVAILABLE,
		.message =
			"The answer cannot be held until it is read; what was asked for "
			"has been done",
		.retry_after_s = 1,
	};
	struct draft draft;

	if (body != NULL && body->size >= LARGE_BYTES &&
		!http_has_room(exchange->request, body->size)) {
		mcp_answer_refusal(exchange, &unread);
		return;
	}
	draft = draft_new(exchange, status, body);
	if (exchange->count == 1)
		draft.problem = exchange->turns[0].problem;
	send_draft(exchange, &draft);
}

/* The body of a JSON-RPC error. */
static const struct buffer *
error_body(struct arena *arena, const json_t *id, const struct mcp_error *error)
{
	struct buffer *body = arena_alloc(arena, sizeof(*body));

	body->arena = arena;
	mcp_reply_write_error(body, id, error);
	return body;
}

void
mcp_answer_error(
	struct mcp_exchange *exchange, const json_t *id, const struct mcp_error *error)
{
	const struct buffer *body = error_body(exchange->arena, id, error);
	struct draft draft = draft_new(exchange, error->status, body);

	draft.problem =
		error->status < 500 ? PROBLEM_MALFORMED_REQUEST : PROBLEM_INTERNAL_ERROR;
	send_draft(exchange, &draft);
}

/* The challenge of RFC 6750 with the metadata of RFC 9728. No value may contain
 * quotes. */
static const char *
challenge(const struct mcp_exchange *exchange, const char *error, const char *scopes)
{
	return arena_printf(exchange->arena,
		"Bearer %sresource_metadata=\"%s" RESOURCE_METADATA AUDIENCE_TOOLS
		"%s\", scope=\"%s\"",
		error, exchange->gateway->config->base_url.data,
		tool_set_query(exchange->tools), scopes);
}

/* The body has the only code that JSON-RPC clients know for it. */
void
mcp_answer_challenge(struct mcp_exchange *exchange, enum problem problem)
{
	bool invalid = problem == PROBLEM_INVALID_TOKEN;
	struct buffer body = {.arena = exchange->arena};
	const char *error = invalid
		? "error=\"invalid_token\", error_description=\"The access "
		  "token is unknown, expired or revoked\", "
		: "";
	const char *explanation;
	struct draft draft;

	json_put_raw(&body, "{\"error\":\"invalid_token\",\"error_description\":");
	explanation = problems[problem].explanation;
	json_put_string(&body, explanation, strlen(explanation));
	json_put_raw(&body, "}");
	draft = draft_new(exchange, problems[problem].status, &body);
	draft.problem = problem;
	http_headers_add(
		&draft.headers, "WWW-Authenticate", challenge(exchange, error, SCOPES));
	send_draft(exchange, &draft);
}

/* Some clients replace their scopes by those named here, so the challenge repeats them.
 * openid and offline_access do not concern a resource. */
const char *
mcp_answer_scopes(struct arena *arena, const struct op *op, unsigned held)
{
	unsigned needed = 0;
	const char *scopes = "";
	unsigned wanted;

	for (size_t at = 0; at < SCOPE_KINDS; at++) {
		if ((op->scopes & scope_infos[at].bit) != 0)
			needed = scope_infos[at].bit;
	}
	wanted = (held | needed) & ~(unsigned)(SCOPE_OPENID | SCOPE_OFFLINE_ACCESS);
	for (size_t at = 0; at < SCOPE_KINDS; at++) {
		if ((wanted & scope_infos[at].bit) != 0) {
			scopes = arena_printf(arena, "%s%s%s", scopes,
				*scopes != '\0' ? " " : "", scope_infos[at].name);
		}
	}
	return scopes;
}

void
mcp_answer_scope(struct mcp_exchange *exchange, const struct mcp_turn *turn)
{
	struct arena *arena = exchange->arena;
	const char *scopes =
		mcp_answer_scopes(arena, turn->op, exchange->principal.scopes);
	struct mcp_error error = {
		.code = MCP_INVALID_REQUEST,
		.message = arena_printf(arena,
			"%s needs a permission that this connection was not given. "
			"Connect again, or make a new token, with these scopes: %s",
			turn->what, scopes),
	};
	const struct buffer *body = error_body(arena, turn->message.id, &error);
	struct draft draft = draft_new(exchange, 403, body);

	draft.problem = PROBLEM_INSUFFICIENT_SCOPE;
	http_headers_add(&draft.headers, "WWW-Authenticate",
		challenge(exchange,
			arena_printf(arena,
				"error=\"insufficient_scope\", error_description=\"%s "
				"needs another scope\", ",
				turn->what),
			scopes));
	send_draft(exchange, &draft);
}

void
mcp_answer_refusal(struct mcp_exchange *exchange, const struct mcp_refusal *refusal)
{
	const struct problem_info *info = &problems[refusal->problem];
	bool ours = info->status >= 500;
	struct mcp_error error = {
		.code = ours ? MCP_INTERNAL_ERROR : MCP_INVALID_REQUEST,
		.message = refusal->message != NULL ? refusal->message : info->title,
	};
	const struct buffer *body = error_body(exchange->arena, refusal->id, &error);
	struct draft draft = draft_new(exchange, info->status, body);

	draft.problem = refusal->problem;
	if (refusal->retry_after_s > 0) {
		http_headers_add(&draft.headers, "Retry-After",
			arena_printf(exchange->arena, "%lld",
				(long long)refusal->retry_after_s));
	}
	if (refusal->problem == PROBLEM_METHOD_NOT_ALLOWED)
		http_headers_add(&draft.headers, "Allow", "POST, OPTIONS");
	send_draft(exchange, &draft);
}

void
mcp_answer_preflight(struct mcp_exchange *exchange)
{
	struct draft draft = draft_new(exchange, 204, NULL);
	struct http_header preflight[CORS_PREFLIGHT_HEADERS];

	http_headers_add(&draft.headers, "Allow", "POST, OPTIONS");
	cors_preflight_client(exchange->request, preflight);
	for (size_t i = 0; i < CORS_PREFLIGHT_HEADERS; i++)
		http_headers_add(&draft.headers, preflight[i].name, preflight[i].value);
	send_draft(exchange, &draft);
}
