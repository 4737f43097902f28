#include "proto/gateway.h"

#include "proto/records.h"

const struct op op_health_get = {
	.name = "health_get",
	.service = SERVICE_GATEWAY,
	.method = METHOD_GET,
	.path = "/health",
	.summary = "Check the health",
	.doc = "Returns the state of the instance, its version, and the state of its "
	       "database and of each service.",
	.output = &health_record,
	.ignores_query = true,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
	.tool =
		{
			.name = "get_health",
			.title = "Check the health",
			.doc = "Reads the state of the server and its database. Use it "
			       "if other tools fail.",
			.read_only = true,
			.idempotent = true,
			.rank = 900,
		},
};

const struct op op_health_ready = {
	.name = "health_ready",
	.service = SERVICE_GATEWAY,
	.method = METHOD_GET,
	.path = "/health/ready",
	.summary = "Check the readiness",
	.doc = "Returns 200 if every service and the database respond and messages are "
	       "delivered on time. Otherwise returns 503 with the same record.",
	.output = &health_record,
	.ignores_query = true,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
};

/* ---- fetch, for assistants ---- */

static const struct field fetch_in_fields[] = {
	IN(struct fetch_in, id, "id", TEXT, .required = true, .min = 1, .max = 120,
		.doc = "The id of a result of `search`."),
};

static const struct record fetch_input =
	INPUT_RECORD(fetch_in, "The search result to read.");

static const struct field document_metadata_fields[] = {
	OUT("type", TEXT, .example = "\"Post\"", .doc = "The type of the record."),
};

static const struct record document_metadata_record = {
	.name = "DocumentMetadata",
	.doc = "Metadata of a document.",
	.fields = document_metadata_fields,
	.count = COUNT_OF(document_metadata_fields),
};

static const struct field document_fields[] = {
	OUT("id", TEXT, .example = "\"kith://people/ada-lovelace\"",
		.doc = "The id from the request."),
	OUT("title", TEXT, .doc = "The name or title of the record."),
	OUT("text", TEXT, .example = "\"{}\"", .doc = "The record as JSON."),
	OUT("url", TEXT, .format = FORMAT_URI,
		.doc = "The page of the record, for a person to open."),
	OUT("metadata", OBJECT, .record = &document_metadata_record,
		.doc = "The type of the record."),
};

static const struct record document_record = {
	.name = "Document",
	.doc = "A record as a document.",
	.fields = document_fields,
	.count = COUNT_OF(document_fields),
};

static const enum problem fetch_problems[] = {PROBLEM_MEMBER_NOT_FOUND,
	PROBLEM_ORG_NOT_FOUND, PROBLEM_POST_NOT_FOUND, PROBLEM_PROJECT_NOT_FOUND,
	PROBLEM_EVENT_NOT_FOUND, PROBLEM_NONE};

/* The tool server calls the read operation of the record's service. */
const struct op op_fetch = {
	.name = "fetch",
	.service = SERVICE_GATEWAY,
	.summary = "Read a search result",
	.doc = "Reads a result of `search` in full.",
	.input = &fetch_input,
	.output = &document_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.problems = fetch_problems,
	.tool =
		{
			.name = "fetch",
			.title = "Read a search result",
			.read_only = true,
			.idempotent = true,
			.rank = 6,
		},
};
