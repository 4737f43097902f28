#include <string.h>

#include "common/json/json.h"
#include "gateway/reference/openapi.h"
#include "gateway/reference/schema.h"
#include "gateway/rest/rest.h"

#define RECORDS_MAX 512

/* The records that are written as components, each once, in the order of the operations. */
struct known {
	const struct record *records[RECORDS_MAX];
	size_t count;
};

/* Notes a record; false when it was there. */
static bool
note(struct known *known, const struct record *record)
{
	for (size_t i = 0; i < known->count; i++)
		if (known->records[i] == record)
			return false;
	if (known->count == RECORDS_MAX)
		return false;
	known->records[known->count++] = record;
	return true;
}

/* Writes the components of records nested in a record, and theirs. Records do not nest deep,
 * and never in themselves. */
static void
write_nested(struct buffer *out, struct known *known, const struct record *record,
	enum schema_use use)
{
	for (size_t i = 0; i < record->count; i++) {
		const struct record *nested = record->fields[i].record;
		if (nested == NULL || !note(known, nested))
			continue;
		json_add_key(out, schema_name(out->arena, nested));
		schema_of_record(out, nested, use);
		write_nested(out, known, nested, use);
	}
}

static void
write_of_op(struct buffer *out, struct known *known, const struct op *op)
{
	if (op->input != NULL && op_takes_body(op) && note(known, op->input)) {
		json_add_key(out, schema_name(out->arena, op->input));
		schema_of_body(out, op);
		write_nested(out, known, op->input, SCHEMA_INPUT);
	}
	if (op->output != NULL && note(known, op->output)) {
		json_add_key(out, schema_name(out->arena, op->output));
		schema_of_record(out, op->output, SCHEMA_OUTPUT);
		write_nested(out, known, op->output, SCHEMA_OUTPUT);
	}
}

/* An enumeration of all codes of a kind. */
static void
write_codes(struct buffer *out, bool faults)
{
	json_add_open(out, "code", '{');
	json_add_text(out, "type", "string");
	json_add_open(out, "enum", '[');
	for (size_t i = 0; faults && i < FAULT_COUNT; i++)
		json_add_text(out, NULL, fault_codes[i]);
	for (size_t i = 1; !faults && i < PROBLEM_COUNT; i++)
		json_add_text(out, NULL, problems[i].code);
	json_add_close(out, ']');
	json_add_close(out, '}');
}

/* Members that are described by hand: `{"type": …, "description": …}`. */
static void
put_member(struct buffer *out, const char *name, const char *type, const char *doc)
{
	json_add_open(out, name, '{');
	json_add_text(out, "type", type);
	json_add_text(out, "description", doc);
	json_add_close(out, '}');
}

static void
write_fault(struct buffer *out)
{
	json_add_open(out, "Fault", '{');
	json_add_text(out, "type", "object");
	json_add_text(out, "description", "What is wrong with one field of a request.");
	json_add_open(out, "properties", '{');
	write_codes(out, true);
	put_member(out, "pointer", "string",
		"The field of the body, as a JSON Pointer fragment.");
	put_member(out, "parameter", "string", "The parameter of path or query.");
	put_member(out, "header", "string", "The header.");
	put_member(out, "detail", "string", "The fault in words.");
	put_member(out, "min", "integer", "The lower bound that was missed.");
	put_member(out, "max", "integer", "The upper bound that was missed.");
	json_add_close(out, '}');
	json_add_raw(out, "required", "[\"code\"]");
	json_add_close(out, '}');
}

static void
write_problem(struct buffer *out)
{
	json_add_open(out, "Problem", '{');
	json_add_text(out, "type", "object");
	json_add_text(out, "description", "Why a request was refused (RFC 9457).");
	json_add_open(out, "properties", '{');
	put_member(
		out, "type", "string", "The address of the page that explains the code.");
	put_member(out, "title", "string",
		"The problem in a few words; the same for a code.");
	put_member(out, "status", "integer", "The HTTP status.");
	put_member(out, "detail", "string", "This occurrence in a sentence.");
	write_codes(out, false);
	put_member(out, "instance", "string", "The path of the request.");
	put_member(out, "requestId", "string", "The request, as the logs name it.");
	json_add_raw(out, "errors",
		"{\"type\":\"array\",\"description\":\"Every fault; only with validation_failed.\","
		"\"items\":{\"$ref\":\"#/components/schemas/Fault\"}}");
	json_add_raw(out, "requires",
		"{\"type\":\"object\",\"description\":\"What would be enough, by kind.\","
		"\"additionalProperties\":{\"type\":\"array\",\"items\":{\"type\":\"string\"}}}");
	put_member(out, "nextStep", "string", "What to do about it.");
	json_add_close(out, '}');
	json_add_raw(
		out, "required", "[\"type\",\"title\",\"status\",\"detail\",\"code\"]");
	json_add_close(out, '}');
}

static void
write_schemas(struct buffer *out)
{
	struct known known = {.count = 0};
	json_add_open(out, "schemas", '{');
	for (size_t i = 0; i < op_count; i++)
		if (ops[i]->method != METHOD_NONE && ops[i]->guard != GUARD_INTERNAL)
			write_of_op(out, &known, ops[i]);
	write_problem(out);
	write_fault(out);
	json_add_close(out, '}');
}

struct header_doc {
	const char *component, *name, *doc, *schema;
};

static const struct header_doc request_headers[] = {
	{"IdempotencyKey", "Idempotency-Key",
		"A name for this request, chosen by the client: for 24 hours a repetition under "
		"the same name gets the first answer again. Without a credential, the name is the "
		"request's own: another request under it is just another one, and a request that "
		"holds no secret is carried out again.",
		"{\"type\":\"string\",\"minLength\":1,\"maxLength\":255,"
		"\"pattern\":\"^[!-~]+$\"}"},
	{"IfMatch", "If-Match",
		"Carry the change out only if the record still has this tag.",
		"{\"type\":\"string\"}"},
	{"IfNoneMatch", "If-None-Match",
		"Answer 304 if the record still has one of these tags.",
		"{\"type\":\"string\"}"},
	{"RequestId", "X-Request-Id",
		"A name for the request, repeated in answer and logs.",
		"{\"type\":\"string\",\"pattern\":\"^[A-Za-z0-9._-]{1,64}$\"}"},
};

static const struct header_doc answer_headers[] = {
	{"RequestId", NULL, "The request, as the logs name it.", "{\"type\":\"string\"}"},
	{"ETag", NULL, "The tag of the record as the caller sees it.",
		"{\"type\":\"string\"}"},
	{"Location", NULL, "The address of what was created.",
		"{\"type\":\"string\",\"format\":\"uri\"}"},
	{"Link", NULL, "The next page, with the relation next (RFC 8288).",
		"{\"type\":\"string\"}"},
	{"IdempotencyReplayed", NULL, "true when this is the first answer again.",
		"{\"type\":\"string\",\"enum\":[\"true\"]}"},
	{"RateLimit", NULL, "What is left, and after how many seconds all of it is back.",
		"{\"type\":\"string\"}"},
	{"RateLimitPolicy", NULL, "How many requests a window of 60 seconds allows.",
		"{\"type\":\"string\"}"},
	{"RetryAfter", NULL, "Seconds to wait.", "{\"type\":\"integer\",\"minimum\":1}"},
	{"WWWAuthenticate", NULL, "The challenge (RFC 6750).", "{\"type\":\"string\"}"},
};

static void
write_headers(struct buffer *out, const char *kind, const struct header_doc *headers,
	size_t count)
{
	json_add_open(out, kind, '{');
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
	json_add_close(out, '}');
}

void
openapi_write_components(struct buffer *out)
{
	json_add_open(out, NULL, '{');
	write_schemas(out);
	write_headers(out, "parameters", request_headers, COUNT_OF(request_headers));
	write_headers(out, "headers", answer_headers, COUNT_OF(answer_headers));
	json_add_raw(out, "securitySchemes",
		"{\"bearer\":{\"type\":\"http\",\"scheme\":\"bearer\",\"description\":"
		"\"A session, a personal access token or an OAuth access token.\"},"
		"\"cookie\":{\"type\":\"apiKey\",\"in\":\"cookie\","
		"\"name\":\"__Host-kith_session\",\"description\":"
		"\"The session of a browser; kith_session on an instance without TLS.\"}}");
	json_add_close(out, '}');
}
