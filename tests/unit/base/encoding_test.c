/*
 * encoding_test.c - base64url and hexadecimal.
 */
#include <string.h>

#include "common/secret/secret.h"
#include "tests/support/arena_scene.h"
#include "tests/support/test.h"

/* RFC 4648, section 10, without the padding. */
TEST(encodes_base64url_as_the_standard_says)
{
	static const char *const pairs[][2] = {{"", ""}, {"f", "Zg"}, {"fo", "Zm8"},
		{"foo", "Zm9v"}, {"foob", "Zm9vYg"}, {"fooba", "Zm9vYmE"},
		{"foobar", "Zm9vYmFy"}, {"\xfb\xff\xfe", "-__-"}};

	for (size_t i = 0; i < COUNT_OF(pairs); i++) {
		size_t size = strlen(pairs[i][0]), decoded = 99;
		const uint8_t *back;

		assert_string_equal(
			base64url_encode(arena, pairs[i][0], size), pairs[i][1]);
		back = base64url_decode(
			arena, pairs[i][1], strlen(pairs[i][1]), &decoded);
		assert_non_null(back);
		assert_int_equal(decoded, size);
		assert_memory_equal(back, pairs[i][0], size);
	}
}

TEST(refuses_base64url_of_another_spelling)
{
	static const char *const wrong[] = {"Z", "Zg==", "Zg=", "Zm9vY", "Zm 9", "Zm+v",
		"Zm/v", "Zh", "Zm9", "Zm9v\n", "Zm9vYg==", "aa\xc3\xa4"};
	size_t decoded;

	for (size_t i = 0; i < COUNT_OF(wrong); i++)
		assert_null(
			base64url_decode(arena, wrong[i], strlen(wrong[i]), &decoded));
	assert_null(base64url_decode(arena, "Zm\0v", 4, &decoded));
}

TEST(writes_hex_in_lower_case)
{
	assert_string_equal(hex_encode(arena, "\x00\x7f\xab\xff", 4), "007fabff");
	assert_string_equal(hex_encode(arena, "", 0), "");
}
