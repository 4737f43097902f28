#include <stdio.h>
#include <string.h>

#include "common/json/json.h"
#include "common/text/visible.h"
#include "common/wire/wire.h"
#include "gateway/mcp/text.h"
#include "tests/support/test.h"

/* UTF-8 of one code point and a NUL. */
static void
encode(char out[5], uint32_t point)
{
	unsigned char bytes[5] = {0};

	if (point < 0x80) {
		bytes[0] = (unsigned char)point;
	} else if (point < 0x800) {
		bytes[0] = (unsigned char)(0xC0 | point >> 6);
		bytes[1] = (unsigned char)(0x80 | (point & 0x3F));
	} else if (point < 0x10000) {
		bytes[0] = (unsigned char)(0xE0 | point >> 12);
		bytes[1] = (unsigned char)(0x80 | (point >> 6 & 0x3F));
		bytes[2] = (unsigned char)(0x80 | (point & 0x3F));
	} else {
		bytes[0] = (unsigned char)(0xF0 | point >> 18);
		bytes[1] = (unsigned char)(0x80 | (point >> 12 & 0x3F));
		bytes[2] = (unsigned char)(0x80 | (point >> 6 & 0x3F));
		bytes[3] = (unsigned char)(0x80 | (point & 0x3F));
	}
	memcpy(out, bytes, 5);
}

static void
expect(const char *from, const char *to)
{
	char out[256];
	size_t size = visible_strip(out, from, strlen(from));

	assert_int_equal(size, strlen(to));
	assert_memory_equal(out, to, size);
}

/* Whether the code point is removed between two letters. */
static bool
is_taken_out(uint32_t point)
{
	char character[5], text[16], out[16];
	int size;

	encode(character, point);
	size = snprintf(text, sizeof(text), "a%sb", character);
	if (point == 0) {
		text[1] = '\0';
		text[2] = 'b';
		size = 3;
	}
	return visible_strip(out, text, (size_t)size) == 2 && memcmp(out, "ab", 2) == 0;
}

TEST(takes_out_every_range_of_hidden_characters)
{
	static const uint32_t ranges[][2] = {{0x00, 0x08}, {0x0B, 0x1F}, {0x7F, 0x9F},
		{0xAD, 0xAD}, {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x2064},
		{0x2066, 0x206F}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB},
		{0xE0000, 0xE007F}, {0xE0100, 0xE01EF}};

	for (size_t at = 0; at < COUNT_OF(ranges); at++) {
		for (uint32_t point = ranges[at][0]; point <= ranges[at][1]; point++)
			assert_true(is_taken_out(point));
	}
}

TEST(keeps_what_people_write)
{
	static const uint32_t kept[] = {'\n', '\t', ' ', '~', 0xA0, 0xA9, 0xE9, 0x391,
		0x627, 0x905, 0x200A, 0x2010, 0x2027, 0x202F, 0x20AC, 0x3042, 0xAC00,
		0xFB01, 0xFFFD, 0x1F600, 0x10FFFD};

	for (size_t at = 0; at < COUNT_OF(kept); at++)
		assert_false(is_taken_out(kept[at]));
	expect("Caf\xC3\xA9\n\xE4\xBD\xA0\xE5\xA5\xBD\t\xF0\x9F\x91\x8D",
		"Caf\xC3\xA9\n\xE4\xBD\xA0\xE5\xA5\xBD\t\xF0\x9F\x91\x8D");
	expect("", "");
}

TEST(keeps_joined_and_styled_emoji)
{
	static const char *const emoji[] = {
		"\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB",
		"\xE2\x9D\xA4\xEF\xB8\x8F", "1\xEF\xB8\x8F\xE2\x83\xA3"};

	/* A woman technologist, a red heart, a keycap. */
	for (size_t at = 0; at < COUNT_OF(emoji); at++)
		expect(emoji[at], emoji[at]);
}

TEST(lets_no_joiner_or_selector_carry_hidden_bytes)
{
	expect("ig\xE2\x80\x8Dnore", "ignore");
	expect("\xE2\x80\x8D\xE2\x80\x8Dx", "x");
	expect("\xE2\x9D\xA4\xEF\xB8\x8F\xEF\xB8\x8F\xEF\xB8\x8E",
		"\xE2\x9D\xA4\xEF\xB8\x8F");
	expect("\xF0\x9F\x91\xA9\xE2\x80\x8D\xE2\x80\x8D",
		"\xF0\x9F\x91\xA9\xE2\x80\x8D");
}

#define FLAG_OF_ENGLAND \
	"\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"

TEST(keeps_joiners_and_selectors_that_are_spelling)
{
	static const char *const spelled[] = {
		"\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", /* Persian */
		"\u0647\u200d",                                     /* Persian */
		"\u0915\u094d\u200d\u0937",                         /* Devanagari */
		"\u0d28\u0d4d\u200d",                               /* Malayalam */
		"\u845b\U000e0100\u57ce", /* an ideographic variant */
		"\u4fae\ufe00",           /* a standardized variant */
		"\u1820\u180b",           /* Mongolian */
		FLAG_OF_ENGLAND, "\U0001f3f3\ufe0f\u200d\U0001f308",
		"\U0001f469\U0001f3fd\u200d\U0001f4bb"};

	for (size_t at = 0; at < COUNT_OF(spelled); at++)
		expect(spelled[at], spelled[at]);
}

TEST(lets_no_flag_carry_a_message)
{
	expect("\U0001f3f4\U000e0067\U000e0062x", "\U0001f3f4x");
	expect("\U0001f3f4\U000e0067\U000e0062\U000e007f", "\U0001f3f4");
	expect("\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067"
	       "\U000e0067\U000e0062\U000e0065\U000e007f",
		"\U0001f3f4");
	expect("\U0001f3f4\U000e0067\U000e0062\U000e0020\U000e007f", "\U0001f3f4");
	expect("\U0001f600\U000e0067\U000e0062\U000e0065\U000e007f", "\U0001f600");
	expect("\u0645\u200c\u200d\u200c\u06cc", "\u0645\u200c\u06cc");
	expect("\U0001f600\U000e0101\U000e0102", "\U0001f600");
	expect("\u845b\U000e0100\U000e0101", "\u845b\U000e0100");
	expect("a \u200cb", "a b");
}

TEST(shows_nothing_without_a_character_that_can_be_seen)
{
	static const char *const empty[] = {"", " ", "\u2800", "\u3164", "\u00ad\u200b",
		"\u0301\u0302", "\u0e31", "\u093e", "\ufe0f", "\U000e0100", "\u115f",
		"\u1160", "\uffa0", "\u3000\u2800", "\u200d", "\u2060\ufeff", "\u20dd",
		"\t", "\U0001d159", "\u034f"};
	static const char *const shown[] = {"a", ".", "\u2801", "e\u0301", "\u592a",
		"\U0001f600", "\u0627", "\u3131", "\U0001f1e9"};

	for (size_t at = 0; at < COUNT_OF(empty); at++)
		assert_false(visible_shows(empty[at], strlen(empty[at])));
	for (size_t at = 0; at < COUNT_OF(shown); at++)
		assert_true(visible_shows(shown[at], strlen(shown[at])));
}

TEST(survives_bytes_that_are_not_utf8)
{
	static const char *const broken[] = {
		"\xFF", "a\xC3", "\xE2\x80", "\xF0\x9F\x91", "\x80\x80"};
	char out[16];

	for (size_t at = 0; at < COUNT_OF(broken); at++) {
		assert_true(visible_strip(out, broken[at], strlen(broken[at])) <=
			strlen(broken[at]));
	}
}

TEST(cleans_keys_and_values_at_any_depth)
{
	struct arena *arena;
	struct buffer dirty, clean, json;

	arena = arena_new(4096);
	dirty = (struct buffer){.arena = arena};
	clean = (struct buffer){.arena = arena};
	json = (struct buffer){.arena = arena};
	wire_map(&dirty, 2);
	wire_cstring(&dirty, "li\xE2\x80\x8Bnks");
	wire_array(&dirty, 4);
	wire_cstring(&dirty, "a\xE2\x80\xAEz");
	wire_nil(&dirty);
	wire_boolean(&dirty, true);
	wire_map(&dirty, 1);
	wire_cstring(&dirty, "n");
	wire_integer(&dirty, -7);
	wire_cstring(&dirty, "f");
	wire_double(&dirty, 0.5);
	assert_true(mcp_text_clean(&clean, dirty.data, dirty.size));
	assert_true(wire_check(clean.data, clean.size));
	assert_true(json_from_wire(&json, clean.data, clean.size));
	assert_string_equal(arena_copy(arena, json.data, json.size),
		"{\"links\":[\"az\",null,true,{\"n\":-7}],\"f\":0.5}");
	arena_free(arena);
}

TEST(refuses_a_broken_answer)
{
	static const uint8_t cut[] = {0xA5, 'a'};
	struct arena *arena;
	struct buffer out;

	arena = arena_new(4096);
	out = (struct buffer){.arena = arena};
	assert_false(mcp_text_clean(&out, cut, sizeof(cut)));
	assert_false(mcp_text_clean(&out, "", 0));
	arena_free(arena);
}

TEST(repeats_no_half_character_to_a_client)
{
	char text[201];
	struct arena *arena;

	arena = arena_new(1024);
	for (size_t at = 0; at < 200; at += 2)
		memcpy(text + at, "\xC3\xA9", 2);
	text[200] = '\0';
	assert_string_equal(mcp_text_excerpt(arena, "short"), "short");
	assert_int_equal(strlen(mcp_text_excerpt(arena, text)), 100);
	assert_int_equal(strlen(mcp_text_excerpt(arena, "")), 0);
	text[0] = 'a';
	text[1] = 'b';
	assert_int_equal(strlen(mcp_text_excerpt(arena, text)), 100);
	memmove(text + 1, text, 199);
	text[0] = 'x';
	text[199] = '\0';
	assert_int_equal(strlen(mcp_text_excerpt(arena, text)), 99);
	assert_string_equal(mcp_text_excerpt(arena, "\xFF"), "?");
	arena_free(arena);
}
