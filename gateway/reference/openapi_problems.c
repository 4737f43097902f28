/*
 * openapi_problems.c - refusals: the problem document, and a response for each set of
 * problems with one status.
 */
#include "common/json/json.h"
#include "gateway/reference/example.h"
#include "gateway/reference/inside.h"
#include "gateway/reference/op_problems.h"
#include "gateway/reference/resource.h"

#define REFUSALS_MAX 512

/* Writes an enum of all codes of a kind. */
static void
write_codes(struct buffer *out, bool faults)
{
	json_add_open(out, "code", '{');
	json_add_text(out, "type", "string");
	json_add_text(out, "description",
		faults ? "The kind of the fault."
		       : "The code of the problem, for programs.");
	json_add_open(out, "enum", '[');
	for (size_t i = 0; faults && i < FAULT_COUNT; i++)
		json_add_text(out, NULL, fault_codes[i]);
	for (size_t i = 1; !faults && i < PROBLEM_COUNT; i++)
		json_add_text(out, NULL, problems[i].code);
	json_add_close(out, ']');
	json_add_close(out, '}');
}

/* Hand-written members: `{"type": …, "description": …}`. */
static void
put_member(struct buffer *out, const char *name, const char *type, const char *doc)
{
	json_add_open(out, name, '{');
	json_add_text(out, "type", type);
	json_add_text(out, "description", doc);
	json_add_close(out, '}');
}

void
openapi_write_fault(struct buffer *out)
{
	json_add_open(out, "Fault", '{');
	json_add_text(out, "type", "object");
	json_add_text(out, "description", "A fault of one field of a request.");
	json_add_open(out, "properties", '{');
	write_codes(out, true);
	put_member(out, "pointer", "string",
		"The field of the body, as a JSON Pointer fragment.");
	put_member(out, "parameter", "string", "The parameter of the path or query.");
	put_member(out, "header", "string", "The header.");
	put_member(out, "detail", "string", "The fault as a sentence.");
	put_member(out, "min", "integer", "The lower bound.");
	put_member(out, "max", "integer", "The upper bound.");
	json_add_close(out, '}');
	json_add_raw(out, "required", "[\"code\"]");
	json_add_close(out, '}');
}

void
openapi_write_problem(struct buffer *out)
{
	json_add_open(out, "Problem", '{');
	json_add_text(out, "type", "object");
	json_add_text(out, "description", "Says why a request was refused (RFC 9457).");
	json_add_open(out, "properties", '{');
	put_member(
		out, "type", "string", "The address of the page that explains the code.");
	put_member(out, "title", "string", "A short description of the code.");
	put_member(out, "status", "integer", "The HTTP status.");
	put_member(out, "detail", "string", "A description of this refusal.");
	write_codes(out, false);
	put_member(out, "instance", "string", "The path of the request.");
	put_member(out, "requestId", "string", "The id of the request in the logs.");
	json_add_raw(out, "errors",
		"{\"type\":\"array\",\"description\":\"Every fault; only with "
		"validation_failed.\","
		"\"items\":{\"$ref\":\"#/components/schemas/Fault\"}}");
	json_add_raw(out, "requires",
		"{\"type\":\"object\",\"description\":\"The values that would suffice, "
		"by kind, such as `orgRole`.\","
		"\"additionalProperties\":{\"type\":\"array\","
		"\"items\":{\"type\":\"string\"}}}");
	put_member(out, "nextStep", "string", "What to do next.");
	json_add_close(out, '}');
	json_add_raw(out, "required", "[\"type\",\"title\",\"status\",\"code\"]");
	json_add_close(out, '}');
}

/* "`post_not_found`: There is no such ask." for each problem. */
static const char *
describe(struct arena *arena, const struct refusal *refusal)
{
	const char *text = "";

	for (size_t i = 0; i < refusal->count; i++) {
		const struct problem_info *info = &problems[refusal->problems[i]];

		text = arena_printf(arena, "%s%s`%s`: %s.", text, i > 0 ? "\n\n" : "",
			info->code, info->title);
	}
	return text;
}

/* A problem document with a code of the status. */
static void
write_refusal_content(struct buffer *out, const struct refusal *refusal)
{
	json_add_open(out, "application/problem+json", '{');
	json_add_open(out, "schema", '{');
	json_add_open(out, "allOf", '[');
	schema_put_reference(out, NULL, "schemas", "Problem");
	json_add_open(out, NULL, '{');
	json_add_text(out, "type", "object");
	json_add_open(out, "properties", '{');
	json_add_open(out, "code", '{');
	json_add_text(out, "type", "string");
	json_add_open(out, "enum", '[');
	for (size_t i = 0; i < refusal->count; i++)
		json_add_text(out, NULL, problems[refusal->problems[i]].code);
	json_add_close(out, ']');
	for (int level = 0; level < 3; level++)
		json_add_close(out, '}');
	json_add_close(out, ']');
	json_add_close(out, '}');
	json_add_key(out, "example");
	example_of_refusal(out, refusal);
	json_add_close(out, '}');
}

static void
write_refusal(struct buffer *out, const struct refusal *refusal)
{
	int status = refusal->status;

	json_add_open(out, refusal_name(out->arena, refusal), '{');
	json_add_text(out, "description", describe(out->arena, refusal));
	json_add_open(out, "headers", '{');
	schema_put_reference(out, "X-Request-Id", "headers", "RequestId");
	if (status == 401)
		schema_put_reference(
			out, "WWW-Authenticate", "headers", "WWWAuthenticate");
	if (status == 429 || status == 503)
		schema_put_reference(out, "Retry-After", "headers", "RetryAfter");
	json_add_close(out, '}');
	json_add_open(out, "content", '{');
	write_refusal_content(out, refusal);
	json_add_close(out, '}');
	json_add_close(out, '}');
}

/* Each refusal once. */
static void
write_refusals_of(
	struct buffer *out, struct refusal *known, size_t *count, const struct op *op)
{
	bool set[PROBLEM_COUNT];

	op_problems(op, set);
	for (int status = 400; status < 600; status++) {
		struct refusal refusal = refusal_of(set, status);
		size_t at = 0;

		while (at < *count && !refusal_equals(&known[at], &refusal))
			at++;
		if (refusal.count == 0 || at < *count || *count == REFUSALS_MAX)
			continue;
		known[(*count)++] = refusal;
		write_refusal(out, &refusal);
	}
}

void
openapi_write_refusals(struct buffer *out)
{
	struct refusal *known =
		arena_array(out->arena, REFUSALS_MAX, sizeof(struct refusal));
	size_t count = 0;

	for (size_t i = 0; i < op_count; i++)
		if (resource_shows(ops[i]))
			write_refusals_of(out, known, &count, ops[i]);
}
