#include <stdio.h>
#include <string.h>

#include "gateway/mcp/era.h"
#include "gateway/mcp/header.h"
#include "gateway/mcp/message.h"
#include "gateway/mcp/protocol.h"
#include "tests/support/test.h"

#define VERSION "\"" MCP_META_VERSION "\":\"2026-07-28\""
#define CAPABILITIES "\"" MCP_META_CAPABILITIES "\":{}"
#define CLAIM "\"_meta\":{" VERSION "," CAPABILITIES "}"
#define NO_HEADERS ((struct mcp_headers){0})
#define HEADERS(v, m, n) \
	((struct mcp_headers){.version = (v), .method = (m), .name = (n)})

/* A request and the expected result; status 0 = served. */
struct expectation {
	const char *method, *params;
	struct mcp_headers headers;
	enum mcp_era era;
	int status;
	int code;
	const char *says; /* part of the message or of the data */
};

static void
check(const struct expectation *expected)
{
	struct arena *arena = arena_new(8192);
	const char *fault = NULL;
	const char *text = arena_printf(arena,
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s}}",
		expected->method, expected->params);

	struct mcp_message message =
		mcp_message_read(json_parse(arena, text, strlen(text), &fault));
	struct mcp_error error;
	enum mcp_era era;

	assert_int_equal(message.kind, MCP_REQUEST);
	era = mcp_era_of(arena, &message, &expected->headers, &error);
	if (error.status != expected->status || (int)error.code != expected->code) {
		print_error("%s with %s: %d %d %s\n", expected->method, expected->params,
			error.status, (int)error.code,
			error.message != NULL ? error.message : "");
	}
	assert_int_equal(error.status, expected->status);
	assert_int_equal(error.code, expected->code);
	if (expected->status == 0)
		assert_int_equal(era, expected->era);
	if (expected->says != NULL) {
		assert_non_null(strstr(
			error.data != NULL ? error.data : error.message, expected->says));
	}
	arena_free(arena);
}

TEST(serves_the_legacy_era_without_a_claim)
{
	const struct expectation cases[] = {
		{"initialize", "\"protocolVersion\":\"2025-11-25\"", NO_HEADERS,
			MCP_LEGACY, 0, 0, 0},
		{"ping", "", NO_HEADERS, MCP_LEGACY, 0, 0, 0},
		{"tools/list", "", HEADERS("2025-11-25", 0, 0), MCP_LEGACY, 0, 0, 0},
		{"tools/list", "", HEADERS("2025-06-18", 0, 0), MCP_LEGACY, 0, 0, 0},
		{"tools/list", "", HEADERS("2025-03-26", 0, 0), MCP_LEGACY, 0, 0, 0},
		{"initialize", "", HEADERS(0, "initialize", 0), MCP_LEGACY, 0, 0, 0},
		{"tools/list", "\"_meta\":{\"progressToken\":1}", NO_HEADERS, MCP_LEGACY,
			0, 0, 0},
		{"tools/list", "\"_meta\":{\"" MCP_META_VERSION "\":\"2025-11-25\"}",
			HEADERS("2025-11-25", 0, 0), MCP_LEGACY, 0, 0, 0},
		{"initialize", "\"_meta\":{" VERSION "}", NO_HEADERS, MCP_LEGACY, 0, 0,
			0},
	};

	for (size_t at = 0; at < COUNT_OF(cases); at++)
		check(&cases[at]);
}

TEST(serves_the_modern_era_when_body_and_headers_agree)
{
	const struct expectation cases[] = {
		{"server/discover", CLAIM, HEADERS("2026-07-28", "server/discover", 0),
			MCP_MODERN, 0, 0, 0},
		{"tools/call", "\"name\":\"get_post\"," CLAIM,
			HEADERS("2026-07-28", "tools/call", "get_post"), MCP_MODERN, 0, 0,
			0},
		{"tools/call", "\"name\":\"get_post\"," CLAIM,
			HEADERS("2026-07-28", "tools/call", "=?base64?Z2V0X3Bvc3Q=?="),
			MCP_MODERN, 0, 0, 0},
		{"initialize", CLAIM, HEADERS("2026-07-28", "initialize", 0), MCP_MODERN,
			0, 0, 0},
		{"ping", CLAIM, HEADERS("2026-07-28", "ping", 0), MCP_MODERN, 0, 0, 0},
	};

	for (size_t at = 0; at < COUNT_OF(cases); at++)
		check(&cases[at]);
}

TEST(refuses_an_incomplete_claim)
{
	const struct mcp_headers headers = HEADERS("2026-07-28", "tools/list", 0);
	const struct expectation cases[] = {
		{"tools/list", "\"_meta\":{" VERSION "}", headers, 0, 400, -32602,
			MCP_META_CAPABILITIES},
		{"tools/list", "\"_meta\":{" VERSION ",\"" MCP_META_CAPABILITIES "\":[]}",
			headers, 0, 400, -32602, "object"},
		{"tools/list", "\"_meta\":{\"" MCP_META_VERSION "\":1," CAPABILITIES "}",
			headers, 0, 400, -32602, MCP_META_VERSION},
		{"tools/list",
			"\"_meta\":{" VERSION "," CAPABILITIES ",\"" MCP_META_CLIENT
			"\":\"x\"}",
			headers, 0, 400, -32602, MCP_META_CLIENT},
		{"tools/list", "", headers, 0, 400, -32602, "_meta"},
		{"tools/list", "\"_meta\":{}", headers, 0, 400, -32602,
			MCP_META_CAPABILITIES},
		{"tools/list", "\"_meta\":{" CAPABILITIES "}", headers, 0, 400, -32602,
			MCP_META_VERSION},
	};

	for (size_t at = 0; at < COUNT_OF(cases); at++)
		check(&cases[at]);
}

TEST(refuses_headers_that_contradict_the_body)
{
	const struct expectation cases[] = {
		{"initialize", "", HEADERS("2026-07-28", 0, 0), 0, 400, -32020, 0},
		{"tools/list", CLAIM, HEADERS("2025-11-25", "tools/list", 0), 0, 400,
			-32020, 0},
		{"tools/list", CLAIM, HEADERS("2026-07-28", "tools/call", 0), 0, 400,
			-32020, 0},
		{"tools/list", CLAIM, HEADERS("2026-07-28", "Tools/list", 0), 0, 400,
			-32020, 0},
		{"tools/list", CLAIM, HEADERS("2026-07-28", 0, 0), 0, 400, -32020,
			"Mcp-Method"},
		{"tools/list", CLAIM, HEADERS(0, "tools/list", 0), 0, 400, -32020,
			"Version"},
		{"tools/call", "\"name\":\"a\"," CLAIM,
			HEADERS("2026-07-28", "tools/call", 0), 0, 400, -32020,
			"Mcp-Name"},
		{"tools/call", "\"name\":\"a\"," CLAIM,
			HEADERS("2026-07-28", "tools/call", "b"), 0, 400, -32020,
			"Mcp-Name"},
		{"tools/call", "\"name\":\"a\"," CLAIM,
			HEADERS("2026-07-28", "tools/call", "=?base64?!!!!?="), 0, 400,
			-32020, "base64"},
		{"resources/read", "\"uri\":\"a:b\"," CLAIM,
			HEADERS("2026-07-28", "resources/read", "a:c"), 0, 400, -32020,
			"Mcp-Name"},
	};

	for (size_t at = 0; at < COUNT_OF(cases); at++)
		check(&cases[at]);
}

TEST(refuses_versions_that_are_not_served)
{
	const char *newer =
		"\"_meta\":{\"" MCP_META_VERSION "\":\"2027-01-01\"," CAPABILITIES "}";
	const char *older =
		"\"_meta\":{\"" MCP_META_VERSION "\":\"1999-01-01\"," CAPABILITIES "}";
	const struct expectation cases[] = {
		{"tools/list", newer, HEADERS("2027-01-01", "tools/list", 0), 0, 400,
			-32022, "\"requested\":\"2027-01-01\""},
		{"tools/list", older, HEADERS("1999-01-01", "tools/list", 0), 0, 400,
			-32022, "\"supported\":[\"2026-07-28\",\"2025-11-25\""},
		{"tools/list", "", HEADERS("1999-01-01", 0, 0), 0, 400, -32022,
			"\"requested\":\"1999-01-01\""},
		{"tools/list", "", HEADERS("2024-11-05", 0, 0), 0, 400, -32022, 0},
	};

	for (size_t at = 0; at < COUNT_OF(cases); at++)
		check(&cases[at]);
}

TEST(knows_batches_in_one_revision_only)
{
	assert_true(mcp_era_has_batches(NULL));
	assert_true(mcp_era_has_batches("2025-03-26"));
	assert_false(mcp_era_has_batches("2025-06-18"));
	assert_false(mcp_era_has_batches("2026-07-28"));
}
