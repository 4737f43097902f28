#include "gateway/http/http.h"
#include "tests/support/test.h"

TEST(compresses_for_who_takes_gzip_only)
{
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

TEST(leaves_out_what_has_no_value_or_no_room)
{
	struct http_headers headers = {.count = 0};

	http_headers_add(&headers, "A", NULL);
	assert_int_equal(headers.count, 0);
	for (int i = 0; i < 2 * HTTP_HEADERS_MAX; i++)
		http_headers_add(&headers, "A", "1");
	assert_int_equal(headers.count, HTTP_HEADERS_MAX);
}
