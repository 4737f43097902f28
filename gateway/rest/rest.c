/*
 * rest.c - the REST surface: the guards of a request, in the order of the contract.
 *
 * The order is: route, load, token, rate limit, role, scope, body, input; the service
 * checks the rest. Guards up to the scope run before the body is read. An invalid token
 * is reported before a body that is too large. An overloaded operation is refused
 * before its token is looked up, because refusals must be cheap.
 */
#include "gateway/rest/rest.h"

#include <string.h>

#include "common/base/clock.h"
#include "gateway/auth/auth.h"
#include "gateway/core/invoke/load.h"
#include "gateway/core/request/origin.h"
#include "gateway/ratelimit/limit.h"
#include "gateway/rest/answer.h"
#include "gateway/rest/call.h"
#include "gateway/rest/exchange.h"
#include "gateway/rest/export.h"
#include "gateway/rest/image.h"
#include "gateway/rest/router.h"
#include "proto/bounds/bounds.h"

#define ANONYMOUS_BODY_BYTES_MAX ((size_t)BOUND_STRANGER_BODY_BYTES)

/* The exchange of a request; the first stage creates it. */
static struct rest *
exchange_of(struct http_request *request)
{
	struct rest *rest;

	if (request->exchange != NULL)
		return request->exchange;
	rest = arena_alloc(request->arena, sizeof(*rest));
	rest->request = request;
	rest->gateway = GATEWAY_OF(request);
	rest->request_id = request_id_of(request);
	rest->access.surface = "rest";
	rest->access.started_us = clock_monotonic_us();
	request->exchange = rest;
	return rest;
}

/* Takes a token from a rate limit of the caller. */
static bool
take(struct rest *rest, enum limit_class class)
{
	return limit_take_for(rest->gateway, class, &rest->principal, &rest->limit);
}

/* Takes a token from the rate limits of the operation. Health checks have none, for
 * monitors. */
static bool
within_limit(struct rest *rest)
{
	if (rest->op->service == SERVICE_GATEWAY)
		return true;
	if (rest->principal.membership == MEMBERSHIP_NONE)
		return take(rest, LIMIT_ANONYMOUS);
	return limit_take_op(rest->gateway, rest->op, &rest->principal, &rest->limit);
}

static struct message_reply
over_limit(const struct rest *rest)
{
	return (struct message_reply){
		.problem = PROBLEM_RATE_LIMITED, .retry_after_s = rest->limit.reset_s};
}

/* Refuses a cookie that a page of another origin sends: such a page may read public
 * records only. */
static enum problem
refuse_foreign(const struct rest *rest)
{
	if (!rest->by_cookie)
		return PROBLEM_NONE;
	if (rest->op->method != METHOD_GET) {
		return origin_is_own(rest->request) ? PROBLEM_NONE
						    : PROBLEM_CROSS_ORIGIN_REFUSED;
	}
	return origin_is_other(rest->request) ? PROBLEM_UNAUTHENTICATED : PROBLEM_NONE;
}

/* The refusal of a request by its headers alone. One that was admitted before has taken
 * its token. */
static struct message_reply
guard(struct rest *rest)
{
	enum problem problem;

	if (!rest->admitted && !within_limit(rest))
		return over_limit(rest);
	problem = refuse_foreign(rest);
	if (problem == PROBLEM_NONE)
		problem = auth_guard(rest->op, &rest->principal);
	if (problem == PROBLEM_NONE)
		return (struct message_reply){0};
	return auth_refusal(rest->request->arena, rest->op, &rest->principal, problem);
}

/* The guards have passed: reads the body, or calls the operation when it is read
 * already. */
static void
admit(struct rest *rest)
{
	struct http_request *request = rest->request;

	rest->admitted = true;
	rest->admitted_ms = clock_monotonic_ms();
	if (rest->principal.membership == MEMBERSHIP_NONE)
		request->body_bytes_max = ANONYMOUS_BODY_BYTES_MAX;
	else if (op_takes_image(rest->op))
		request->body_bytes_max = rest_image_bytes_max(request);
	if (rest->principal.membership != MEMBERSHIP_NONE)
		http_hold_for(request, rest->principal.member.bytes);
	if (rest->at_headers && op_takes_image(rest->op))
		rest_image_wait(rest);
	else if (rest->at_headers)
		http_proceed(request);
	else
		rest_call(rest);
}

/* The credential is resolved. A request with an invalid one counts against the limit of
 * its address. */
static void
resolved(void *data, enum problem problem, const struct principal *principal)
{
	struct rest *rest = data;
	struct message_reply refusal = {.problem = problem};

	rest->principal = *principal;
	rest->access.principal = &rest->principal;
	if (problem == PROBLEM_NONE)
		refusal = guard(rest);
	else if (problem == PROBLEM_INVALID_TOKEN && !take(rest, LIMIT_ANONYMOUS))
		refusal = over_limit(rest);
	if (refusal.problem != PROBLEM_NONE)
		rest_answer(rest, &refusal);
	else
		admit(rest);
}

/* Refuses a request without looking at its credential; it counts against the limit of
 * its address. */
static void
refuse_stranger(struct rest *rest, enum problem problem, const char *detail)
{
	struct message_reply reply = {.problem = problem, .detail = detail};

	rest->principal = auth_nobody(rest->request, SURFACE_REST);
	if (!take(rest, LIMIT_ANONYMOUS))
		reply = over_limit(rest);
	rest_answer(rest, &reply);
}

/* OPTIONS: a browser's preflight, which has no credential. */
static void
answer_options(struct rest *rest)
{
	struct message_reply reply;

	rest->principal = auth_nobody(rest->request, SURFACE_REST);
	if (take(rest, LIMIT_OPEN_READ)) {
		rest_answer_options(rest);
		return;
	}
	reply = over_limit(rest);
	rest_answer(rest, &reply);
}

/* Finds the operation and starts to resolve the credential. */
static void
begin(struct rest *rest)
{
	struct http_request *request = rest->request;
	enum method method = request->method;
	struct principal nobody;

	if (strcmp(request->verb, "HEAD") == 0)
		method = METHOD_GET;
	rest->route = router_find(request->segments, request->segment_count, method);
	rest->op = rest->access.op = rest->route.op;
	if (rest->route.allowed == 0) {
		refuse_stranger(rest, PROBLEM_ROUTE_NOT_FOUND, NULL);
		return;
	}
	if (rest->op == NULL) {
		if (strcmp(request->verb, "OPTIONS") == 0)
			answer_options(rest);
		else
			refuse_stranger(rest, PROBLEM_METHOD_NOT_ALLOWED, NULL);
		return;
	}
	rest->access.route = rest->op->path;
	/* A refusal before the body arrives would close the connection. */
	if (!rest->at_headers && load_is_full(rest->gateway->load, rest->op)) {
		rest->principal = auth_nobody(request, SURFACE_REST);
		rest_fail(rest, PROBLEM_SERVICE_UNAVAILABLE, NULL);
		return;
	}
	if (rest->op->guard == GUARD_PUBLIC) {
		nobody = auth_nobody(request, SURFACE_REST);
		resolved(rest, PROBLEM_NONE, &nobody);
		return;
	}
	auth_resolve(
		rest->gateway, request, SURFACE_REST, &rest->by_cookie, resolved, rest);
}

/* The body is there. Authority may have ended while it was arriving. */
static void
go_on(struct rest *rest)
{
	if (rest->op->guard == GUARD_PUBLIC || auth_is_fresh(rest->admitted_ms))
		rest_call(rest);
	else
		auth_resolve(rest->gateway, rest->request, SURFACE_REST, &rest->by_cookie,
			resolved, rest);
}

/* Answers OPTIONS * with the methods of the server. */
static void
begin_options(struct rest *rest)
{
	for (unsigned method = METHOD_GET; method < METHOD_COUNT; method++)
		rest->route.allowed |= 1u << method;
	answer_options(rest);
}

bool
rest_handle(struct http_request *request, enum http_stage stage)
{
	struct rest *rest = exchange_of(request);

	rest->at_headers = stage == HTTP_HEADERS;
	if (rest->at_headers && !request->body_announced)
		return true;
	if (rest->at_headers)
		http_wait(request);
	if (stage == HTTP_REFUSED && request->refusal != PROBLEM_PAYLOAD_TOO_LARGE) {
		refuse_stranger(rest, request->refusal, request->refusal_detail);
	} else if (rest->admitted) {
		go_on(rest);
	} else if (strcmp(request->path, "*") == 0) {
		begin_options(rest);
	} else if (request->path_malformed) {
		refuse_stranger(rest, PROBLEM_MALFORMED_REQUEST,
			"the path is not in canonical form");
	} else if (request->trailing_slash) {
		refuse_stranger(rest, PROBLEM_ROUTE_NOT_FOUND, NULL);
	} else if (request->query_malformed) {
		refuse_stranger(
			rest, PROBLEM_MALFORMED_REQUEST, "the query is not well-formed");
	} else {
		begin(rest);
	}
	return rest->at_headers;
}

void
rest_gone(struct http_request *request)
{
	struct rest *rest = request->exchange;

	if (rest == NULL || rest->answered)
		return;
	auth_cancel(rest->gateway, rest);
	upload_wait_cancel(&rest->waits);
	invoke_cancel(rest->gateway, rest->invocation);
	rest_export_gone(rest);
}
