#include <string.h>

#include "common/json/json.h"
#include "gateway/reference/example.h"
#include "gateway/reference/inside.h"
#include "gateway/reference/resource.h"

/* ---- schemas and examples, each once, in the order of the operations ---- */

/* The records nested in a record, recursively; records never contain themselves. */
static void
write_nested(struct buffer *out, struct names *names, const struct record *record,
	enum schema_use use)
{
	for (size_t i = 0; i < record->count; i++) {
		const struct record *nested = record->fields[i].record;

		if (nested == NULL ||
			!openapi_begin(out, names, schema_name(out->arena, nested)))
			continue;
		schema_of_record(out, nested, use);
		write_nested(out, names, nested, use);
	}
}

/* The schemas of an operation's body and answer. */
static void
write_schemas_of(struct buffer *out, struct names *names, const struct op *op)
{
	if (schema_has_body(op)) {
		if (openapi_begin(out, names, schema_name(out->arena, op->input)))
			schema_of_body(out, op);
		write_nested(out, names, op->input, SCHEMA_INPUT);
	}
	if (op->output == NULL)
		return;
	if (openapi_begin(out, names, schema_name(out->arena, op->output)))
		schema_of_record(out, op->output, SCHEMA_OUTPUT);
	write_nested(out, names, op->output, SCHEMA_OUTPUT);
	if (op->shape == SHAPE_PAGE &&
		openapi_begin(out, names, schema_page_name(out->arena, op->output)))
		schema_of_page(out, op->output);
}

static void
write_examples_of(struct buffer *out, struct names *names, const struct op *op)
{
	if (schema_has_body(op) &&
		openapi_begin(out, names, schema_name(out->arena, op->input))) {
		json_add_open(out, NULL, '{');
		json_add_key(out, "value");
		example_of_body(out, op);
		json_add_close(out, '}');
	}
	if (op->output != NULL &&
		openapi_begin(out, names, openapi_answer_name(out->arena, op))) {
		json_add_open(out, NULL, '{');
		json_add_key(out, "value");
		example_of_answer(out, op);
		json_add_close(out, '}');
	}
}

static void
write_of_all(struct buffer *out,
	void (*write)(struct buffer *out, struct names *names, const struct op *op))
{
	struct names *names = arena_alloc(out->arena, sizeof(*names));

	names->count = 0;
	for (size_t i = 0; i < op_count; i++)
		if (resource_shows(ops[i]))
			write(out, names, ops[i]);
}

/* ---- headers ---- */

struct header_doc {
	const char *component, *name, *doc, *schema;
};

static const struct header_doc request_headers[] = {
	{"IdempotencyKey", "Idempotency-Key",
		"A key that you choose for this request. For 24 hours, a repeated "
		"request with the same key has no second effect and gets the first "
		"answer again. Without a credential, the key applies only to an "
		"identical request, and a request without a secret is carried out "
		"again.",
		"{\"type\":\"string\",\"minLength\":1,\"maxLength\":255,"
		"\"pattern\":\"^[!-~]+$\"}"},
	{"IfMatch", "If-Match", "Change the record only if it still has this tag.",
		"{\"type\":\"string\"}"},
	{"IfNoneMatch", "If-None-Match",
		"Answer 304 if the record has one of these tags.",
		"{\"type\":\"string\"}"},
	{"RequestId", "X-Request-Id",
		"An id for the request, of 1 to 64 letters, digits, dots, hyphens and "
		"underscores. The answer and the logs contain it. An invalid id is "
		"replaced by a new one.",
		"{\"type\":\"string\"}"},
};

static const struct header_doc answer_headers[] = {
	{"RequestId", NULL, "The id of the request in the logs.",
		"{\"type\":\"string\"}"},
	{"ETag", NULL, "The tag of the record, as the caller sees it.",
		"{\"type\":\"string\"}"},
	{"Location", NULL, "The address of the created record.",
		"{\"type\":\"string\",\"format\":\"uri\"}"},
	{"Link", NULL, "The next page, with the relation next (RFC 8288).",
		"{\"type\":\"string\"}"},
	{"IdempotencyReplayed", NULL,
		"true when the answer is that to the first request.",
		"{\"type\":\"string\",\"enum\":[\"true\"]}"},
	{"RateLimit", NULL,
		"The remaining requests, and the seconds until the limit is full again.",
		"{\"type\":\"string\"}"},
	{"RateLimitPolicy", NULL, "How many requests a window of 60 seconds allows.",
		"{\"type\":\"string\"}"},
	{"RetryAfter", NULL, "How many seconds to wait.",
		"{\"type\":\"integer\",\"minimum\":1}"},
	{"WWWAuthenticate", NULL, "The challenge (RFC 6750).", "{\"type\":\"string\"}"},
};

static void
write_headers(struct buffer *out, const struct header_doc *headers, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		json_add_open(out, headers[i].component, '{');
		if (headers[i].name != NULL) {
			json_add_text(out, "name", headers[i].name);
			json_add_text(out, "in", "header");
		}
		json_add_text(out, "description", headers[i].doc);
		json_add_raw(out, "schema", headers[i].schema);
		json_add_close(out, '}');
	}
}

/* ---- all of them ---- */

void
openapi_write_components(struct buffer *out)
{
	json_add_open(out, NULL, '{');
	json_add_open(out, "schemas", '{');
	write_of_all(out, write_schemas_of);
	openapi_write_problem(out);
	openapi_write_fault(out);
	json_add_close(out, '}');
	json_add_open(out, "parameters", '{');
	openapi_write_parameters(out);
	write_headers(out, request_headers, COUNT_OF(request_headers));
	json_add_close(out, '}');
	json_add_open(out, "responses", '{');
	json_add_raw(out, "NotModified",
		"{\"description\":\"The record still has a tag that If-None-Match "
		"names.\"}");
	json_add_raw(out, "NotReady",
		"{\"description\":\"A service or the database does not answer.\","
		"\"content\":{\"application/json\":"
		"{\"schema\":{\"$ref\":\"#/components/schemas/Health\"},"
		"\"example\":{\"status\":\"degraded\",\"version\":\"0.1.0\","
		"\"db\":\"up\",\"parts\":{\"database\":\"up\",\"identity\":\"up\","
		"\"orgs\":\"down\",\"content\":\"up\",\"projects\":\"up\","
		"\"events\":\"up\",\"notifications\":\"up\",\"media\":\"up\"}}}}}");
	json_add_raw(out, "AwaitingApproval",
		"{\"description\":\"Nothing was done: the member must approve the "
		"request of this app or token first. The body is the approval.\","
		"\"content\":{\"application/json\":"
		"{\"schema\":{\"$ref\":\"#/components/schemas/Approval\"}}}}");
	write_of_all(out, openapi_write_success_of);
	openapi_write_refusals(out);
	json_add_close(out, '}');
	json_add_open(out, "examples", '{');
	write_of_all(out, write_examples_of);
	json_add_close(out, '}');
	json_add_open(out, "headers", '{');
	write_headers(out, answer_headers, COUNT_OF(answer_headers));
	json_add_close(out, '}');
	json_add_raw(out, "securitySchemes",
		"{\"bearer\":{\"type\":\"http\",\"scheme\":\"bearer\","
		"\"description\":\"A session, a personal access token or an OAuth "
		"access token.\"},\"cookie\":{\"type\":\"apiKey\",\"in\":\"cookie\","
		"\"name\":\"__Host-kith_session\",\"description\":\"The session of a "
		"browser; kith_session on an instance without TLS.\"}}");
	json_add_close(out, '}');
}
