/*
 * call.c - reads the input of an admitted request, calls its operation, and answers.
 */
#include "gateway/rest/call.h"

#include <string.h>

#include "common/input/input.h"
#include "common/run/run.h"
#include "common/text/text.h"
#include "gateway/rest/answer.h"
#include "gateway/rest/check.h"
#include "gateway/rest/cookie.h"
#include "gateway/rest/export.h"
#include "gateway/rest/fault.h"
#include "gateway/rest/input.h"

#define IDEMPOTENCY_KEY_MAX 255

/* The service has answered. */
static void
invoked(void *data, const struct message_reply *reply)
{
	struct rest *rest = data;

	rest->invocation = 0;
	rest_fault_place(rest->request->arena, reply->faults, &rest->route);
	if (reply->problem == PROBLEM_NONE && rest->op->shape == SHAPE_CHUNKED)
		rest_export_start(rest, reply);
	else
		rest_answer(rest, reply);
}

/* The idempotency key of a write; a key that breaks its bounds is a fault. */
static struct text
idempotency_key(const struct rest *rest, struct fault **faults)
{
	struct text key = {.data = ""};
	const char *value = http_header(rest->request, "Idempotency-Key");
	size_t size;
	enum fault_code code;
	struct fault *fault;

	if (value == NULL || !run_idempotency_taken(rest->op))
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

/* The If-Match of a change. A value that cannot be a tag (empty, too long, not UTF-8)
 * becomes one that matches nothing, because the service would drop a call that breaks
 * its bounds. */
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

/* Answers all faults at once: those of the request's form, and those of its fields. A
 * body that is not an object has no fields. */
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

/* Reads the input and calls the operation. */
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
	invocation.arena = rest->op->shape == SHAPE_CHUNKED ? rest_export_admit(rest)
							    : rest->request->arena;
	if (invocation.arena == NULL)
		return;
	/* When invoke() answers 0, the callback has run and the request may be gone. */
	id = invoke(rest->gateway, &invocation, invoked, rest);
	if (id != 0)
		rest->invocation = id;
}

void
rest_call(struct rest *rest)
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
