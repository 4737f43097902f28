#include <string.h>

#include "common/json/json.h"
#include "common/run/run.h"
#include "gateway/reference/inside.h"
#include "gateway/reference/op_problems.h"
#include "gateway/reference/refusal.h"
#include "proto/acts/acts.h"
#include "proto/gateway.h"

/* A header of successes: whether it is sent, and its label in the component's name. */
struct header {
	bool sent;
	const char *name, *component, *label;
};

#define HEADERS_COUNT 7

static void
headers_of(const struct op *op, struct header headers[HEADERS_COUNT])
{
	bool limited = op->service != SERVICE_GATEWAY;
	const struct header known[HEADERS_COUNT] = {
		{true, "X-Request-Id", "RequestId", ""},
		{limited, "RateLimit", "RateLimit", ""},
		{limited, "RateLimit-Policy", "RateLimitPolicy", ""},
		{op_answers_tag(op), "ETag", "ETag", "Tagged"},
		{op->answer.location != NULL, "Location", "Location", "Created"},
		{op->shape == SHAPE_ARRAY, "Link", "Link", ""},
		{run_idempotency_documented(op), "Idempotency-Replayed",
			"IdempotencyReplayed", "Replayed"},
	};

	memcpy(headers, known, sizeof(known));
}

const char *
openapi_answer_name(struct arena *arena, const struct op *op)
{
	switch (op->shape) {
	case SHAPE_PAGE:
		return schema_page_name(arena, op->output);
	case SHAPE_ARRAY:
		return arena_printf(arena, "%sList", schema_name(arena, op->output));
	case SHAPE_FILE:
		return "File";
	case SHAPE_NONE:
		return "Done";
	case SHAPE_RECORD:
	case SHAPE_CHUNKED:
		break;
	}
	return schema_name(arena, op->output);
}

/* The component's name: the answer and its special headers, "PostTagged". */
static const char *
success_name(struct arena *arena, const struct op *op)
{
	struct header headers[HEADERS_COUNT];
	const char *name = openapi_answer_name(arena, op);

	headers_of(op, headers);
	for (size_t i = 0; i < HEADERS_COUNT; i++)
		if (headers[i].sent)
			name = arena_printf(arena, "%s%s", name, headers[i].label);
	return name;
}

/* The description of an answer. */
static const char *
describe(struct arena *arena, const struct op *op)
{
	switch (op->shape) {
	case SHAPE_PAGE:
		return arena_printf(arena, "One page of the list, of %s records.",
			schema_name(arena, op->output));
	case SHAPE_ARRAY:
		return arena_printf(arena,
			"A list of %s records; the Link header leads to the next page.",
			schema_name(arena, op->output));
	case SHAPE_FILE:
		return "The file.";
	case SHAPE_NONE:
		return "Done. The answer has no body.";
	case SHAPE_RECORD:
	case SHAPE_CHUNKED:
		break;
	}
	return op->output->doc;
}

static void
write_headers(struct buffer *out, const struct op *op)
{
	struct header headers[HEADERS_COUNT];

	headers_of(op, headers);
	json_add_open(out, "headers", '{');
	for (size_t i = 0; i < HEADERS_COUNT; i++)
		if (headers[i].sent)
			schema_put_reference(
				out, headers[i].name, "headers", headers[i].component);
	json_add_close(out, '}');
}

/* Writes the response of a success. */
static void
write_success(struct buffer *out, const struct op *op)
{
	json_add_open(out, NULL, '{');
	json_add_text(out, "description", describe(out->arena, op));
	write_headers(out, op);
	if (op->shape == SHAPE_FILE) {
		json_add_open(out, "content", '{');
		json_add_raw(
			out, op->answer.file_type, "{\"schema\":{\"type\":\"string\"}}");
		json_add_close(out, '}');
	} else if (op->shape != SHAPE_NONE) {
		json_add_open(out, "content", '{');
		json_add_open(out, "application/json", '{');
		json_add_key(out, "schema");
		schema_of_answer(out, op);
		openapi_put_example(out, openapi_answer_name(out->arena, op));
		json_add_close(out, '}');
		json_add_close(out, '}');
	}
	json_add_close(out, '}');
}

void
openapi_write_success_of(struct buffer *out, struct names *names, const struct op *op)
{
	if (openapi_begin(out, names, success_name(out->arena, op)))
		write_success(out, op);
}

void
openapi_write_responses(struct buffer *out, const struct op *op)
{
	bool set[PROBLEM_COUNT];
	const char *success = op->shape == SHAPE_NONE ? "204" : "200";

	op_problems(op, set);
	json_add_open(out, NULL, '{');
	schema_put_reference(out, op->answer.accepted ? "202" : success, "responses",
		success_name(out->arena, op));
	if (act_may_wait(op))
		schema_put_reference(out, "202", "responses", "AwaitingApproval");
	if (op->answer.tagged)
		schema_put_reference(out, "304", "responses", "NotModified");
	for (int status = 400; status < 600; status++) {
		const char *key = arena_printf(out->arena, "%d", status);
		struct refusal refusal = refusal_of(set, status);

		if (op == &op_health_ready && status == 503)
			schema_put_reference(out, key, "responses", "NotReady");
		else if (refusal.count > 0)
			schema_put_reference(out, key, "responses",
				refusal_name(out->arena, &refusal));
	}
	json_add_close(out, '}');
}
