/*
 * rest.c - the REST surface: the guards of a request, in the order that the contract gives.
 *
 * Route, token, limit, membership or role, scope, then size, type and syntax of the body,
 * then the input; whatever comes after is the service's to say. A request with a body is
 * judged as far as its scope before the body is read. That the body is too large is known by
 * then, but a caller whose token is refused is told about the token first. Ahead of all that, a
 * request whose operation has as many calls under way as it may is refused without a look at its
 * token: whoever is refused must cost little, or the refusals take the time of the others.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/input/input.h"
#include "common/text/text.h"
#include "gateway/auth/auth.h"
#include "gateway/core/invoke/load.h"
#include "gateway/core/request/origin.h"
#include "gateway/ratelimit/limit.h"
#include "gateway/rest/inside.h"
#include "proto/bounds/bounds.h"

#define IDEMPOTENCY_KEY_MAX 255

/* Signing up takes a tenth of it. */
#define ANONYMOUS_BODY_BYTES_MAX ((size_t)BOUND_STRANGER_BODY_BYTES)

/* The exchange of a request, made at its first stage. */
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

void
rest_fail(struct rest *rest, enum problem problem, const char *detail)
{
	struct message_reply reply = {.problem = problem, .detail = detail};

	rest_answer(rest, &reply);
}

/* The service has answered. */
static void
invoked(void *data, const struct message_reply *reply)
{
	struct rest *rest = data;

	rest->invocation = 0;
	rest_fault_place(rest->request->arena, reply->faults, &rest->route);
	rest_answer(rest, reply);
}

/* The idempotency key of a POST; a key out of bounds is a fault. */
static struct text
idempotency_key(const struct rest *rest, struct fault **faults)
{
	struct text key = {.data = ""};
	const char *value = http_header(rest->request, "Idempotency-Key");
	size_t size;
	enum fault_code code;
	struct fault *fault;

	if (value == NULL || rest->op->method != METHOD_POST)
		return key;
	size = strlen(value);
	for (size_t i = 0; i < size; i++) {
		if (value[i] < 0x21 || value[i] > 0x7e)
			size = IDEMPOTENCY_KEY_MAX + 1;
	}
	if (size >= 1 && size <= IDEMPOTENCY_KEY_MAX)
		return arena_text(rest->request->arena, value);
	code = size == 0                              ? FAULT_TOO_SHORT
		: strlen(value) > IDEMPOTENCY_KEY_MAX ? FAULT_TOO_LONG
						      : FAULT_PATTERN;
	fault = rest_fault_add(rest->request->arena, faults, code,
		"Idempotency-Key must be 1 to 255 visible ASCII characters");
	fault->header = "Idempotency-Key";
	return key;
}

/* The If-Match of a change. What no tag of ours can be like (nothing, bytes that are no text, more
 * than a call has room for) stands for a tag that matches none: the service would drop a call
 * that breaks its bounds, and the client would wait in vain. */
static struct text
if_match(const struct rest *rest)
{
	const char *value = http_header(rest->request, "If-Match");
	size_t size;

	if (value == NULL || !op_takes_if_match(rest->op))
		return (struct text){.data = ""};
	size = strlen(value);
	if (size == 0 || size > MESSAGE_HEADER_BYTES_MAX || !utf8_valid(value, size))
		value = "\"\"";
	return arena_text(rest->request->arena, value);
}

/* Answers all faults at once: those of the request's form and those of its fields, which a
 * body that is no object does not have. */
static void
answer_faults(struct rest *rest, const struct rest_input *input)
{
	struct message_reply reply = {
		.problem = PROBLEM_VALIDATION_FAILED, .faults = input->faults};
	struct fault **end = &reply.faults;

	while (*end != NULL)
		end = &(*end)->next;
	if (rest->op->input != NULL && !input->no_object) {
		struct arena *arena = rest->request->arena;

		*end = input_decode(arena, rest->op->input, rest->input, rest->input_size)
			       .faults;
		rest_fault_place(arena, *end, &rest->route);
	}
	rest_answer(rest, &reply);
}

/* Reads the input and hands the request on. */
static void
invoke_op(struct rest *rest)
{
	struct rest_input input = {.map = {.arena = rest->request->arena}};
	struct invocation invocation;
	uint64_t id;

	rest_input_read(&input, rest->request, &rest->route);
	if (input.problem != PROBLEM_NONE) {
		rest_fail(rest, input.problem, input.detail);
		return;
	}
	rest->input = input.map.data;
	rest->input_size = input.map.size;
	invocation = (struct invocation){
		.op = rest->op,
		.principal = rest->principal,
		.request_id = rest->request_id,
		.traceparent = traceparent_of(rest->request),
		.idempotency_key = idempotency_key(rest, &input.faults),
		.if_match = if_match(rest),
		.input = rest->input,
		.input_size = rest->input_size,
		.image = input.image,
		.id = &rest->invocation,
	};
	if (input.faults != NULL) {
		answer_faults(rest, &input);
		return;
	}
	if (rest_cookie_is_foreign(rest)) {
		rest_fail(rest, PROBLEM_CROSS_ORIGIN_REFUSED, NULL);
		return;
	}
	invocation.arena = rest->op->shape == SHAPE_PARTS ? rest_parts_admit(rest)
							  : rest->request->arena;
	if (invocation.arena == NULL)
		return;
	/* The callback may have run, and the request be gone, when invoke() returns 0. */
	id = invoke(rest->gateway, &invocation, invoked, rest);
	if (id != 0)
		rest->invocation = id;
}

/* Takes one from a bucket of the caller. */
static bool
take(struct rest *rest, enum limit_class class)
{
	return limit_take_for(rest->gateway, class, &rest->principal, &rest->limit);
}

/* Takes one from the bucket that fits the operation; health is free for whoever watches the
 * instance. */
static bool
within_limit(struct rest *rest)
{
	if (rest->op->service == SERVICE_GATEWAY)
		return true;
	if (rest->principal.membership == MEMBERSHIP_NONE)
		return take(rest, LIMIT_ANONYMOUS);
	if (!take(rest, rest->op->method == METHOD_GET ? LIMIT_READ : LIMIT_WRITE))
		return false;
	return rest->op->image == IMAGE_NONE || take(rest, LIMIT_IMAGE);
}

static struct message_reply
over_limit(const struct rest *rest)
{
	return (struct message_reply){
		.problem = PROBLEM_RATE_LIMITED, .retry_after_s = rest->limit.reset_s};
}

/* What refuses a request that the cookie authenticates: a page of another origin may read what
 * everybody may, and change nothing. */
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

/* What refuses the request before its body is looked at. */
static struct message_reply
guard(struct rest *rest)
{
	enum problem problem;

	if (!within_limit(rest))
		return over_limit(rest);
	problem = refuse_foreign(rest);
	if (problem == PROBLEM_NONE)
		problem = auth_guard(rest->op, &rest->principal);
	if (problem == PROBLEM_NONE)
		return (struct message_reply){0};
	return auth_refusal(rest->request->arena, rest->op, &rest->principal, problem);
}

/* The request is there, and its caller may make it. */
static void
carry_out(struct rest *rest)
{
	struct http_request *request = rest->request;

	if (request->refusal == PROBLEM_PAYLOAD_TOO_LARGE)
		rest_fail(rest, PROBLEM_PAYLOAD_TOO_LARGE, request->refusal_detail);
	else if (!rest_accepts_answer(
			 request->arena, http_header(request, "Accept"), rest->op))
		rest_fail(rest, PROBLEM_NOT_ACCEPTABLE, NULL);
	else if (op_is_repeatable(rest->op) && !http_has_room(request, 0))
		rest_fail(rest, PROBLEM_SERVICE_UNAVAILABLE, REST_UNREAD);
	else
		invoke_op(rest);
}

/* The caller may make the request: its body may come, if it has not. */
static void
admit(struct rest *rest)
{
	struct http_request *request = rest->request;

	rest->admitted = true;
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
		carry_out(rest);
}

/* The credential is resolved. One that stands for nobody is charged to its address, like none; a
 * good one is not. */
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

/* Refuses a request for which no credential is looked at: it is charged to its address. */
static void
refuse_stranger(struct rest *rest, enum problem problem, const char *detail)
{
	struct message_reply reply = {.problem = problem, .detail = detail};

	rest->principal = auth_nobody(rest->request, SURFACE_REST);
	if (!take(rest, LIMIT_ANONYMOUS))
		reply = over_limit(rest);
	rest_answer(rest, &reply);
}

/* OPTIONS, which a browser sends ahead of a page's request and without its credential. */
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

/* Finds the operation and starts with the credential. */
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
	/* Where a body is still to come, refusing now would cost the connection. */
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
		carry_out(rest);
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
	if (rest->waits != NULL)
		loop_cancel(request->loop, rest->waits);
	invoke_cancel(rest->gateway, rest->invocation);
	rest_parts_gone(rest);
}
