#include <string.h>

#include "gateway/core/request/media.h"
#include "gateway/mcp/header.h"
#include "tests/support/test.h"

TEST(trims_white_space_around_a_header)
{
	struct arena *arena;

	arena = arena_new(1024);
	assert_string_equal(mcp_header_trim(arena, " \t2025-11-25 \t "), "2025-11-25");
	assert_string_equal(mcp_header_trim(arena, "  "), "");
	assert_null(mcp_header_trim(arena, NULL));
	arena_free(arena);
}

TEST(undoes_the_base64_form_of_a_name)
{
	static const char *const broken[] = {"Z2V0X3Bvc3Q",
		"Z2V0X3Bvc3Q==", "Z2V0!3Bvc3Q=", "-_-_", "AGEA", "/w==", "=", "===="};
	struct arena *arena;

	arena = arena_new(4096);
	assert_string_equal(mcp_header_name(arena, "get_post"), "get_post");
	assert_string_equal(
		mcp_header_name(arena, "=?base64?Z2V0X3Bvc3Q=?="), "get_post");
	assert_string_equal(mcp_header_name(arena, "=?base64?w6TDtsO8?="),
		"\xC3\xA4\xC3\xB6\xC3\xBC");
	assert_string_equal(mcp_header_name(arena,
				    "=?base64?"
				    "?="),
		"");
	assert_string_equal(mcp_header_name(arena, "=?base64?"), "=?base64?");
	for (size_t at = 0; at < COUNT_OF(broken); at++) {
		assert_null(mcp_header_name(
			arena, arena_printf(arena, "=?base64?%s?=", broken[at])));
	}
	arena_free(arena);
}

TEST(takes_json_when_the_client_does)
{
	static const char *const taken[] = {NULL, "", " ", "*/*", "application/json",
		"application/*", "Application/JSON",
		"text/event-stream, application/json",
		"text/html;q=0.9, application/json;q=0.1", "application/json;q=0.01",
		"application/json, text/event-stream", "text/html,*/*;q=0.1"};
	static const char *const refused[] = {"text/html", "text/*", "application/xml",
		"application/json;q=0", "application/json; q=0.0", "application/jsonx",
		"json", "text/event-stream", "application/json-seq", "application/"};

	for (size_t at = 0; at < COUNT_OF(taken); at++)
		assert_true(mcp_header_accepts(taken[at], "application/json"));
	for (size_t at = 0; at < COUNT_OF(refused); at++)
		assert_false(mcp_header_accepts(refused[at], "application/json"));
	assert_true(mcp_header_accepts("text/event-stream", "text/event-stream"));
}

TEST(knows_json_by_its_content_type)
{
	assert_true(media_type_is("application/json", "application/json"));
	assert_true(media_type_is("Application/Json; charset=utf-8", "application/json"));
	assert_true(media_type_is("application/json;charset=utf-8", "application/json"));
	assert_false(media_type_is(NULL, "application/json"));
	assert_false(media_type_is("", "application/json"));
	assert_false(media_type_is("text/plain", "application/json"));
	assert_false(media_type_is("application/jsonp", "application/json"));
	assert_false(
		media_type_is("application/x-www-form-urlencoded", "application/json"));
}
