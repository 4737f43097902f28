#include "proto/gateway.h"

#include "proto/records.h"

const struct op op_health_get = {
	.name = "health_get",
	.service = SERVICE_GATEWAY,
	.method = METHOD_GET,
	.path = "/health",
	.summary = "Check the health",
	.doc = "Whether the API is up, its version, and whether its database answers.",
	.output = &health_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
	.tool =
		{
			.name = "get_health",
			.title = "Check the health",
			.doc = "Checks the API and its database. Use it when other tools "
			       "fail.",
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
	.doc = "Answers 200 if every service and the database can take requests and "
	       "messages are delivered in time, otherwise 503 with the same record.",
	.output = &health_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
};

/* ---- what assistants search with
 * ------------------------------------------------------------- */

static const struct field fetch_in_fields[] = {
	IN(struct fetch_in, id, "id", TEXT, .required = true, .min = 1, .max = 120,
		.doc = "The id of one of the results of search."),
};

static const struct record fetch_input = INPUT_RECORD(fetch_in, "What to read.");

static const struct field document_metadata_fields[] = {
	OUT("type", TEXT, .example = "\"Post\"", .doc = "What kind of record it is."),
};

static const struct record document_metadata_record = {
	.name = "DocumentMetadata",
	.doc = "What is known of a document beside its text.",
	.fields = document_metadata_fields,
	.count = COUNT_OF(document_metadata_fields),
};

static const struct field document_fields[] = {
	OUT("id", TEXT, .example = "\"kith://people/ada-lovelace\"",
		.doc = "The id that was asked for."),
	OUT("title", TEXT, .doc = "Its name or title."),
	OUT("text", TEXT, .example = "\"{}\"", .doc = "The record as JSON."),
	OUT("url", TEXT, .format = FORMAT_URI, .doc = "Where the API has it."),
	OUT("metadata", OBJECT, .record = &document_metadata_record,
		.doc = "What kind of record it is."),
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

/* The tool server answers it by one of the reads of the other services. */
const struct op op_fetch = {
	.name = "fetch",
	.service = SERVICE_GATEWAY,
	.summary = "Read a search result",
	.doc = "Reads one of the results of search in full.",
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
