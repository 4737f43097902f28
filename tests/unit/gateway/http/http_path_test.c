/* Parsing of request targets. */
#include <stdlib.h>
#include <string.h>

#include "gateway/http/path.h"
#include "tests/support/test.h"

static struct http_request request;

/* Parses a target; the result is valid until the next call. */
static void
take(const char *target)
{
	static struct arena *arena;

	arena_free(arena);
	arena = arena_new(1024);
	request = (struct http_request){.arena = arena};
	http_path_take_apart(&request, target);
}

static void
tear_down(void)
{
	arena_free(request.arena);
}

static void
assert_path_is_malformed(const char *target)
{
	take(target);
	if (!request.path_malformed)
		fail_msg("%s is not malformed", target);
	assert_int_equal(request.segment_count, 0);
}

static void
assert_query_is_malformed(const char *target)
{
	take(target);
	if (!request.query_malformed)
		fail_msg("%s is not malformed", target);
	assert_int_equal(request.query_count, 0);
	assert_false(request.path_malformed);
}

TEST(splits_a_path_into_segments)
{
	take("/v1/posts/post_01?limit=2");
	assert_false(request.path_malformed);
	assert_false(request.trailing_slash);
	assert_int_equal(request.segment_count, 3);
	assert_string_equal(request.segments[0].data, "v1");
	assert_string_equal(request.segments[1].data, "posts");
	assert_string_equal(request.segments[2].data, "post_01");
	assert_int_equal(request.segments[2].size, 7);
	assert_string_equal(request.path, "/v1/posts/post_01");
}

TEST(gives_no_segments_for_the_root)
{
	take("/");
	assert_false(request.path_malformed);
	assert_false(request.trailing_slash);
	assert_int_equal(request.segment_count, 0);
	take("/?a=b");
	assert_string_equal(request.path, "/");
	assert_int_equal(request.segment_count, 0);
	assert_int_equal(request.query_count, 1);
}

TEST(notes_one_slash_at_the_end)
{
	take("/mcp/");
	assert_false(request.path_malformed);
	assert_true(request.trailing_slash);
	assert_int_equal(request.segment_count, 1);
	assert_string_equal(request.segments[0].data, "mcp");
	assert_path_is_malformed("/mcp//");
}

TEST(decodes_a_segment_once)
{
	take("/a%20b/%2541/%c3%A4+");
	assert_false(request.path_malformed);
	assert_string_equal(request.segments[0].data, "a b");
	assert_string_equal(request.segments[1].data, "%41");
	assert_string_equal(request.segments[2].data, "\xc3\xa4+");
	assert_string_equal(request.path, "/a%20b/%2541/%c3%A4+");
}

TEST(refuses_a_path_with_two_readings)
{
	static const char *const targets[] = {"//", "//a", "/a//b", "/./a", "/a/..",
		"/..", "/%2e%2e/a", "/.%2E", "/%2e", "/a%2fb", "/a%2Fb", "/a%5cb",
		"/a\\b", "/a%00", "/%00", "/a%01", "/a%1f", "/a%7F", "/a%", "/a%4",
		"/a%zz", "/a%4g", "/a%%41", "/%c0%af", "/%ff", "/%ed%a0%80",
		"/%f5%80%80%80", "/%c3", "/a/%2e%2e/?b=c"};
	for (size_t i = 0; i < COUNT_OF(targets); i++)
		assert_path_is_malformed(targets[i]);
}

TEST(takes_dots_that_are_part_of_a_name)
{
	take("/...a/.well-known/a..b/..a");
	assert_false(request.path_malformed);
	assert_int_equal(request.segment_count, 4);
	assert_string_equal(request.segments[1].data, ".well-known");
}

TEST(reads_parameters_as_forms_write_them)
{
	take("/p?q=a+b%2Bc&empty=&bare&x=1&x=2&%C3%A4=%26%3D&t=a=b");
	assert_false(request.query_malformed);
	assert_int_equal(request.query_count, 7);
	assert_string_equal(request.query[0].name.data, "q");
	assert_string_equal(request.query[0].value.data, "a b+c");
	assert_string_equal(request.query[1].value.data, "");
	assert_int_equal(request.query[1].value.presence, GIVEN);
	assert_string_equal(request.query[2].name.data, "bare");
	assert_string_equal(request.query[2].value.data, "");
	assert_string_equal(request.query[4].value.data, "2");
	assert_string_equal(request.query[5].name.data, "\xc3\xa4");
	assert_string_equal(request.query[5].value.data, "&=");
	assert_string_equal(request.query[6].value.data, "a=b");
}

TEST(passes_over_empty_pieces_of_a_query)
{
	take("/p?");
	assert_int_equal(request.query_count, 0);
	take("/p?&&a=b&");
	assert_false(request.query_malformed);
	assert_int_equal(request.query_count, 1);
	take("/p?a=b?c=/d");
	assert_string_equal(request.query[0].value.data, "b?c=/d");
}

TEST(lets_a_value_hold_a_line_end_but_no_nul)
{
	take("/p?q=a%0Ab");
	assert_false(request.query_malformed);
	assert_string_equal(request.query[0].value.data, "a\nb");
	assert_query_is_malformed("/p?q=a%00b");
}

TEST(refuses_a_query_that_cannot_be_read)
{
	static const char *const targets[] = {"/p?a=%", "/p?a=%4", "/p?a=%xy", "/p?%=b",
		"/p?a=%ff", "/p?%c0%80=a", "/p?a%00=b", "/p?a%0a=b", "/p?=b",
		"/p?a=b&=c"};
	for (size_t i = 0; i < COUNT_OF(targets); i++)
		assert_query_is_malformed(targets[i]);
}

TEST(takes_64_parameters_and_no_more)
{
	char target[3 + (HTTP_PARAMETERS_MAX + 1) * 4 + 1] = "/p?";

	for (size_t i = 0; i < HTTP_PARAMETERS_MAX; i++)
		memcpy(target + 3 + i * 4, "a=b&", 4);
	take(target);
	assert_false(request.query_malformed);
	assert_int_equal(request.query_count, HTTP_PARAMETERS_MAX);
	memcpy(target + 3 + HTTP_PARAMETERS_MAX * 4, "a=b", 3);
	assert_query_is_malformed(target);
}

/* Every target of up to six critical characters: no crash, and no segment that another
 * parser could take for a different path. */
TEST(never_gives_a_doubtful_segment)
{
	static const char alphabet[] = "/.%2ef0?\\";
	const size_t letters = sizeof(alphabet) - 1;

	for (size_t n = 0; n < 9 * 9 * 9 * 9 * 9 * 9; n++) {
		char target[8] = "/";
		size_t rest = n;

		for (int i = 1; i < 7; i++, rest /= letters)
			target[i] = alphabet[rest % letters];
		take(target);
		for (size_t i = 0; i < request.segment_count; i++) {
			const char *segment = request.segments[i].data;

			assert_int_equal(strlen(segment), request.segments[i].size);
			assert_true(segment[0] && strpbrk(segment, "/\\") == NULL);
			assert_true(
				strcmp(segment, ".") != 0 && strcmp(segment, "..") != 0);
		}
	}
}

int
main(void)
{
	const int failed = test_main();

	tear_down();
	return failed;
}
