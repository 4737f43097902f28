#include <string.h>

#include "common/json/json.h"
#include "gateway/reference/op_problems.h"
#include "gateway/reference/openapi.h"
#include "gateway/reference/schema.h"
#include "proto/gateway.h"

static void
put_header(struct buffer *out, const char *name, const char *component)
{
	json_add_open(out, name, '{');
	json_add_text(out, "$ref",
		arena_printf(out->arena, "#/components/headers/%s", component));
	json_add_close(out, '}');
}

static void
write_success_headers(struct buffer *out, const struct op *op)
{
	json_add_open(out, "headers", '{');
	put_header(out, "X-Request-Id", "RequestId");
	if (op->service != SERVICE_GATEWAY) {
		put_header(out, "RateLimit", "RateLimit");
		put_header(out, "RateLimit-Policy", "RateLimitPolicy");
	}
	if (op->tagged)
		put_header(out, "ETag", "ETag");
	if (op->location != NULL)
		put_header(out, "Location", "Location");
	if (op->shape == SHAPE_ARRAY)
		put_header(out, "Link", "Link");
	if (op->method == METHOD_POST)
		put_header(out, "Idempotency-Replayed", "IdempotencyReplayed");
	json_add_close(out, '}');
}

/* The answer of an operation that succeeds, under a status. */
static void
write_success(struct buffer *out, const struct op *op, const char *status,
	const char *description)
{
	json_add_open(out, status, '{');
	json_add_text(out, "description", description);
	write_success_headers(out, op);
	if (op->shape != SHAPE_NONE) {
		json_add_open(out, "content", '{');
		json_add_open(out, "application/json", '{');
		json_add_key(out, "schema");
		schema_of_answer(out, op);
		json_add_close(out, '}');
		json_add_close(out, '}');
	}
	json_add_close(out, '}');
}

/* Whether any problem of the set has the status. */
static bool
has_status(const bool set[PROBLEM_COUNT], int status)
{
	for (size_t i = 1; i < PROBLEM_COUNT; i++)
		if (set[i] && problems[i].status == status)
			return true;
	return false;
}

/* "`post_not_found`: There is no such ask." for each problem of the status. */
static const char *
describe(struct arena *arena, const bool set[PROBLEM_COUNT], int status)
{
	struct buffer text = {.arena = arena};
	for (size_t i = 1; i < PROBLEM_COUNT; i++) {
		if (!set[i] || problems[i].status != status)
			continue;
		const char *line = arena_printf(arena, "%s`%s`: %s.",
			text.size > 0 ? "\n\n" : "", problems[i].code, problems[i].title);
		buffer_append(&text, line, strlen(line));
	}
	buffer_append(&text, "", 1);
	return (const char *)text.data;
}

/* A problem document with one of the codes of a status. */
static void
write_refusal_schema(struct buffer *out, const bool set[PROBLEM_COUNT], int status)
{
	json_add_open(out, NULL, '{');
	json_add_open(out, "allOf", '[');
	json_add_raw(out, NULL, "{\"$ref\":\"#/components/schemas/Problem\"}");
	json_add_open(out, NULL, '{');
	json_add_open(out, "properties", '{');
	json_add_open(out, "code", '{');
	json_add_open(out, "enum", '[');
	for (size_t i = 1; i < PROBLEM_COUNT; i++)
		if (set[i] && problems[i].status == status)
			json_add_text(out, NULL, problems[i].code);
	json_add_close(out, ']');
	for (int level = 0; level < 3; level++)
		json_add_close(out, '}');
	json_add_close(out, ']');
	json_add_close(out, '}');
}

static void
write_refusal(struct buffer *out, const bool set[PROBLEM_COUNT], int status)
{
	json_add_open(out, arena_printf(out->arena, "%d", status), '{');
	json_add_text(out, "description", describe(out->arena, set, status));
	json_add_open(out, "headers", '{');
	put_header(out, "X-Request-Id", "RequestId");
	if (status == 401)
		put_header(out, "WWW-Authenticate", "WWWAuthenticate");
	if (status == 429 || status == 503)
		put_header(out, "Retry-After", "RetryAfter");
	json_add_close(out, '}');
	json_add_open(out, "content", '{');
	json_add_open(out, "application/problem+json", '{');
	json_add_key(out, "schema");
	write_refusal_schema(out, set, status);
	for (int level = 0; level < 3; level++)
		json_add_close(out, '}');
}

void
openapi_write_responses(struct buffer *out, const struct op *op)
{
	bool set[PROBLEM_COUNT];
	op_problems(op, set);
	json_add_open(out, NULL, '{');
	if (op->shape == SHAPE_NONE)
		write_success(out, op, "204", "Done; there is nothing to say.");
	else if (op->accepted)
		write_success(out, op, "202", op->output->doc);
	else
		write_success(out, op, "200", op->output->doc);
	if (op->tagged)
		json_add_raw(out, "304",
			"{\"description\":\"The record is the one that If-None-Match names.\"}");
	for (int status = 400; status < 600; status++) {
		bool ready = op == &op_health_ready && status == 503;
		if (ready)
			write_success(out, op, "503", "Not everything answers.");
		else if (has_status(set, status))
			write_refusal(out, set, status);
	}
	json_add_close(out, '}');
}
