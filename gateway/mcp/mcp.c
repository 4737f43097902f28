#include "gateway/mcp/mcp.h"

#include <string.h>

#include "common/base/clock.h"
#include "gateway/auth/auth.h"
#include "gateway/core/observe/access.h"
#include "gateway/core/request/media.h"
#include "gateway/mcp/answer.h"
#include "gateway/mcp/exchange.h"
#include "gateway/mcp/header.h"
#include "gateway/mcp/limit.h"
#include "gateway/mcp/origin.h"
#include "gateway/mcp/protocol.h"
#include "gateway/mcp/turn.h"

#define UNREAD "Answers that were asked for before this one have not been read yet"

/* Reads the set of tools that the address names; false for one that does not exist, for
 * two, and for an address whose query cannot be read. */
static bool
read_tools(const struct http_request *request, enum tool_set *tools)
{
	bool named = false;

	for (size_t i = 0; i < request->query_count; i++) {
		const struct text *value = &request->query[i].value;

		if (strcmp(request->query[i].name.data, "tools") != 0)
			continue;
		if (named || !tool_set_named(value->data, value->size, tools))
			return false;
		named = true;
	}
	return !request->query_malformed;
}

static void
refuse(struct mcp_exchange *exchange, enum problem problem, const char *message)
{
	struct mcp_refusal refusal = {.problem = problem, .message = message};

	if (problem == PROBLEM_SERVICE_UNAVAILABLE || problem == PROBLEM_TIMEOUT)
		refusal.retry_after_s = 1;
	mcp_answer_refusal(exchange, &refusal);
}

/* Why the page or the host name is refused, or NULL. A hostile name may have been made
 * to resolve to this machine. */
static const char *
stranger(const struct mcp_exchange *exchange)
{
	const struct config *config = exchange->gateway->config;
	const char *allowed = config->mcp_origins.data;
	const char *origin = http_header(exchange->request, "Origin");
	const char *host = http_header(exchange->request, "Host");

	if (!mcp_origin_host_allowed(config->base_url.data, allowed, host))
		return "The Host header does not name this server";
	if (origin != NULL && !mcp_origin_allowed(config->base_url.data, allowed, origin))
		return "Pages of this origin may not use the tool server";
	return NULL;
}

/* Whether to read the body, by the headers. */
static bool
headers_arrived(struct mcp_exchange *exchange)
{
	const char *objection = stranger(exchange);
	bool malformed = exchange->request->path_malformed;

	if (objection != NULL) {
		refuse(exchange, PROBLEM_CROSS_ORIGIN_REFUSED, objection);
	} else if (malformed) {
		refuse(exchange, PROBLEM_MALFORMED_REQUEST,
			"The path is not in canonical form");
	}
	exchange->request->body_bytes_max = MCP_BODY_BYTES_MAX;
	return objection == NULL && !malformed;
}

/* The problem of the size, the method or the media types of a request; `readable` says
 * that the client accepts the answer. */
static enum problem
objection(const struct http_request *request, bool readable, const char **message)
{
	*message = request->refusal_detail;
	if (request->refusal != PROBLEM_NONE)
		return request->refusal;
	*message = "Send messages with POST";
	if (request->method != METHOD_POST)
		return PROBLEM_METHOD_NOT_ALLOWED;
	*message = NULL;
	if (!media_type_is(http_header(request, "Content-Type"), "application/json"))
		return PROBLEM_UNSUPPORTED_MEDIA_TYPE;
	*message = "Accept application/json and text/event-stream";
	return readable ? PROBLEM_NONE : PROBLEM_NOT_ACCEPTABLE;
}

/* Starts an authenticated request. */
static void
admit(struct mcp_exchange *exchange)
{
	const char *accept = http_header(exchange->request, "Accept"), *message;
	bool json = mcp_header_accepts(accept, "application/json");
	enum problem problem;

	exchange->stream = !json && mcp_header_accepts(accept, "text/event-stream");
	problem = objection(exchange->request, json || exchange->stream, &message);
	if (problem == PROBLEM_NONE && !http_has_room(exchange->request, 0)) {
		refuse(exchange, PROBLEM_SERVICE_UNAVAILABLE, UNREAD);
		return;
	}
	if (problem == PROBLEM_NONE && exchange->tools_unknown) {
		problem = PROBLEM_MALFORMED_REQUEST;
		message = "The query must name tools once at most: all, core or read";
	}
	if (problem == PROBLEM_NONE)
		mcp_exchange_start(exchange);
	else if (mcp_limit_take(exchange, LIMIT_MESSAGE))
		refuse(exchange, problem, message);
}

/* The credential is resolved, or refused. */
static void
resolved(void *data, enum problem problem, const struct principal *principal)
{
	struct mcp_exchange *exchange = data;

	exchange->resolving = false;
	exchange->principal = *principal;
	if (problem == PROBLEM_NONE && principal->membership == MEMBERSHIP_NONE)
		problem = PROBLEM_UNAUTHENTICATED;
	if (problem == PROBLEM_UNAUTHENTICATED || problem == PROBLEM_INVALID_TOKEN) {
		if (mcp_limit_take(exchange, LIMIT_ANONYMOUS))
			mcp_answer_challenge(exchange, problem);
		return;
	}
	if (problem != PROBLEM_NONE) {
		refuse(exchange, problem, NULL);
		return;
	}
	exchange->authenticated = true;
	exchange->authenticated_ms = clock_monotonic_ms();
	http_hold_for(exchange->request, principal->member.bytes);
	if (exchange->at_headers)
		http_proceed(exchange->request);
	else if (exchange->turns != NULL)
		exchange->resume(exchange);
	else
		admit(exchange);
}

static void
authenticate(struct mcp_exchange *exchange)
{
	exchange->resolving = true;
	auth_resolve(exchange->gateway, exchange->request, SURFACE_MCP, NULL, resolved,
		exchange);
}

static struct mcp_exchange *
exchange_of(struct http_request *request)
{
	struct mcp_exchange *exchange;

	if (request->exchange != NULL)
		return request->exchange;
	exchange = arena_alloc(request->arena, sizeof(*exchange));
	exchange->request = request;
	exchange->gateway = GATEWAY_OF(request);
	exchange->arena = request->arena;
	exchange->request_id = request_id_of(request);
	exchange->started_us = clock_monotonic_us();
	exchange->tools_unknown = !read_tools(request, &exchange->tools);
	exchange->authenticate = authenticate;
	request->exchange = exchange;
	return exchange;
}

/* An invalid token is reported before a body that is too large. */
bool
mcp_handle(struct http_request *request, enum http_stage stage)
{
	struct mcp_exchange *exchange = exchange_of(request);

	exchange->at_headers = stage == HTTP_HEADERS;
	if (exchange->at_headers &&
		(!headers_arrived(exchange) || !request->body_announced))
		return true;
	if (exchange->at_headers)
		http_wait(request);
	if (stage == HTTP_REFUSED && request->refusal != PROBLEM_PAYLOAD_TOO_LARGE) {
		refuse(exchange, request->refusal, request->refusal_detail);
	} else if (strcmp(request->verb, "OPTIONS") == 0) {
		mcp_answer_preflight(exchange);
	} else if (exchange->authenticated && auth_is_fresh(exchange->authenticated_ms)) {
		admit(exchange);
	} else {
		authenticate(exchange);
	}
	return exchange->at_headers;
}

void
mcp_gone(struct http_request *request)
{
	struct mcp_exchange *exchange = request->exchange;

	if (exchange == NULL)
		return;
	exchange->gone = true;
	if (exchange->resolving)
		auth_cancel(exchange->gateway, exchange);
	invoke_cancel(exchange->gateway, exchange->invocation);
}
