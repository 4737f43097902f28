#include <string.h>

#include "gateway/mcp/message.h"
#include "gateway/mcp/protocol.h"
#include "gateway/mcp/reply.h"
#include "tests/support/test.h"

static struct mcp_message
read_text(struct arena *arena, const char *text)
{
	const char *fault = NULL;
	const json_t *value = json_parse(arena, text, strlen(text), &fault);

	assert_non_null(value);
	return mcp_message_read(value);
}

static enum mcp_kind
kind_of(const char *text)
{
	struct arena *arena = arena_new(4096);
	enum mcp_kind kind = read_text(arena, text).kind;

	arena_free(arena);
	return kind;
}

TEST(reads_a_request_with_a_string_or_an_integer_as_id)
{
	struct arena *arena;
	struct mcp_message message;

	arena = arena_new(4096);
	message = read_text(arena,
		"{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/call\","
		"\"params\":{\"name\":\"x\",\"_meta\":{\"k\":1}}}");
	assert_int_equal(message.kind, MCP_REQUEST);
	assert_string_equal(json_string_value(message.id), "a");
	assert_string_equal(message.method, "tools/call");
	assert_string_equal(mcp_message_param(&message, "name"), "x");
	assert_null(mcp_message_param(&message, "missing"));
	assert_int_equal(json_integer_value(mcp_message_meta(&message, "k")), 1);
	assert_null(mcp_message_meta(&message, "missing"));
	arena_free(arena);
	assert_int_equal(kind_of("{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"ping\"}"),
		MCP_REQUEST);
}

TEST(refuses_every_other_id)
{
	static const char *const ids[] = {"null", "true", "1.5", "1.0", "[]", "{}"};

	for (size_t at = 0; at < COUNT_OF(ids); at++) {
		char text[100];

		snprintf(text, sizeof(text),
			"{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}", ids[at]);
		assert_int_equal(kind_of(text), MCP_INVALID);
	}
}

TEST(tells_notifications_and_responses_from_requests)
{
	assert_int_equal(
		kind_of("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"),
		MCP_NOTIFICATION);
	assert_int_equal(
		kind_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"), MCP_RESPONSE);
	assert_int_equal(kind_of("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,"
				 "\"message\":\"x\"}}"),
		MCP_RESPONSE);
	assert_int_equal(
		kind_of("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":1,\"message\":\"x\"}}"),
		MCP_RESPONSE);
}

TEST(refuses_what_is_not_json_rpc)
{
	static const char *const texts[] = {
		"{}",
		"[]",
		"{\"id\":1,\"method\":\"ping\"}",
		"{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
		"{\"jsonrpc\":2.0,\"id\":1,\"method\":\"ping\"}",
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}",
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}",
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":null}",
		"{\"jsonrpc\":\"2.0\",\"id\":1}",
		"{\"jsonrpc\":\"2.0\",\"result\":{}}",
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{}}",
		"{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"x\"}",
	};

	for (size_t at = 0; at < COUNT_OF(texts); at++)
		assert_int_equal(kind_of(texts[at]), MCP_INVALID);
}

TEST(leaves_an_unknown_id_out_of_an_error)
{
	struct mcp_error error = {
		.status = 400, .code = MCP_PARSE_ERROR, .message = "no \"JSON\""};
	struct arena *arena;
	struct buffer out;

	arena = arena_new(4096);
	out = (struct buffer){.arena = arena};
	mcp_reply_write_error(&out, NULL, &error);
	assert_string_equal(arena_copy(arena, out.data, out.size),
		"{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"no "
		"\\\"JSON\\\"\"}}");
	arena_free(arena);
}
