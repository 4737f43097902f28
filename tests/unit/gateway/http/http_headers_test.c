/* clang-format off */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include "gateway/http/http.h"

static void
matches_tags_as_rfc_9110_compares_them(void **state)
{
	(void)state;
	assert_true(http_headers_match_tag("\"a\"", "\"a\""));
	assert_true(http_headers_match_tag("\"b\", W/\"a\"", "\"a\""));
	assert_true(http_headers_match_tag("*", "\"a\""));
	assert_false(http_headers_match_tag("\"ab\"", "\"a\""));
	assert_false(http_headers_match_tag("a", "\"a\""));
	assert_false(http_headers_match_tag("", "\"a\""));
	assert_false(http_headers_match_tag(NULL, "\"a\""));
}

static void
compresses_for_who_takes_gzip_only(void **state)
{
	(void)state;
	assert_true(http_headers_take_gzip("gzip"));
	assert_true(http_headers_take_gzip("br, GZIP;q=0.5"));
	assert_true(http_headers_take_gzip("*"));
	assert_true(http_headers_take_gzip("identity;q=0.5, *;q=0.1"));
	assert_false(http_headers_take_gzip("gzip;q=0"));
	assert_false(http_headers_take_gzip("gzip; q=0.000, *"));
	assert_false(http_headers_take_gzip("*;q=0"));
	assert_false(http_headers_take_gzip("br, gzipped"));
	assert_false(http_headers_take_gzip(""));
	assert_false(http_headers_take_gzip(NULL));
}

static void
leaves_out_what_has_no_value_or_no_room(void **state)
{
	struct http_headers headers = {.count = 0};

	(void)state;
	http_headers_add(&headers, "A", NULL);
	assert_int_equal(headers.count, 0);
	for (int i = 0; i < 2 * HTTP_HEADERS_MAX; i++)
		http_headers_add(&headers, "A", "1");
	assert_int_equal(headers.count, HTTP_HEADERS_MAX);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(matches_tags_as_rfc_9110_compares_them),
		cmocka_unit_test(compresses_for_who_takes_gzip_only),
		cmocka_unit_test(leaves_out_what_has_no_value_or_no_room),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
