#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text/text.h"
#include "tests/support/test.h"

/* Fails, and prints the text, when a format's verdict is not the expected one. */
static void
judge(enum text_format format, const char *text, size_t size, bool expected)
{
	/* A copy of the exact size, so that a read past it is found. */
	char *copy = malloc(size ? size : 1);
	bool holds;

	memcpy(copy, text, size);
	holds = text_format_check(format, copy, size) == NULL;
	free(copy);
	if (holds != expected)
		fail_msg("format %d says %s to \"%s\"", (int)format, holds ? "yes" : "no",
			text);
}

static void
judge_all(enum text_format format, const char *const *texts, bool expected)
{
	for (size_t i = 0; texts[i] != NULL; i++)
		judge(format, texts[i], strlen(texts[i]), expected);
}

TEST(accepts_slugs_of_3_to_40_characters)
{
	static const char *const good[] = {"abc", "a-c", "a--c", "123", "0a9",
		"abcdefghijklmnopqrstuvwxyz0123456789abcd", NULL};
	static const char *const bad[] = {"", "a", "ab", "-ab", "ab-", "---", "aBc",
		"a_c", "a c", "a.c", "abcdefghijklmnopqrstuvwxyz0123456789abcde",
		"\xc3\xa4"
		"bc",
		"abc\n", NULL};

	judge_all(FORMAT_SLUG, good, true);
	judge_all(FORMAT_SLUG, bad, false);
	judge(FORMAT_SLUG, "ab\0", 3, false);
}

TEST(accepts_handles_of_3_to_30_characters)
{
	static const char *const good[] = {
		"abc", "a-c", "123", "abcdefghijklmnopqrstuvwxyz0123", NULL};
	static const char *const bad[] = {"", "ab", "-ab", "ab-", "Abc", "a_c",
		"abcdefghijklmnopqrstuvwxyz01234", NULL};

	judge_all(FORMAT_HANDLE, good, true);
	judge_all(FORMAT_HANDLE, bad, false);
}

TEST(accepts_colors_of_six_digits)
{
	static const char *const good[] = {
		"#88D1FF", "#000000", "#abcdef", "#ABCDEF", NULL};
	static const char *const bad[] = {"", "#", "#88D1F", "#88D1FFF", "88D1FF",
		"#88D1FG", "#88D1F ", "##8D1FF", NULL};

	judge_all(FORMAT_COLOR, good, true);
	judge_all(FORMAT_COLOR, bad, false);
}

TEST(accepts_mailboxes)
{
	static const char *const good[] = {"a@b.co", "name@example.org",
		"first.last@example.org", "a+tag@sub.example.co.uk", "o'neil@example.org",
		"x_y-z=1/2@example.org", "!#$%&'*+-/=?^_`{|}~@example.org", "a@1.example",
		"a@b-c.example", "A@B.CO", "a@xn--bcher-kva.example",
		"1234567890123456789012345678901234567890123456789012345678901234@example.org",
		NULL};
	static const char *const bad[] = {"", "@", "a", "a@", "@example.org",
		"a@localhost", "a@example", "a@example.", "a@.example.org",
		"a@example..org", "a@-example.org", "a@example-.org", "a@exam_ple.org",
		".a@example.org", "a.@example.org", "a..b@example.org", "a b@example.org",
		" a@example.org", "a@example.org ", "\"a b\"@example.org",
		"\"a\"@example.org", "<a@example.org>", "a@b@example.org",
		"a,b@example.org", "a;b@example.org", "a:b@example.org",
		"a(b)@example.org", "a\\b@example.org", "a@[127.0.0.1]", "a@127.0.0.1",
		"a@example.org\r\nRCPT TO:<x>", "a\r\n@example.org", "a@example.org\n",
		"a\t@example.org", "\xc3\xa4@example.org", "a@\xc3\xa4.example",
		"12345678901234567890123456789012345678901234567890123456789012345@example.org",
		"a@1234567890123456789012345678901234567890123456789012345678901234.org",
		NULL};

	judge_all(FORMAT_EMAIL, good, true);
	judge_all(FORMAT_EMAIL, bad, false);
	judge(FORMAT_EMAIL, "a\0@example.org", 14, false);
	judge(FORMAT_EMAIL, "a@example.org\0", 14, false);
}

TEST(accepts_mailboxes_of_200_characters)
{
	char text[256];

	for (int size = 190; size <= 210; size++) {
		/* a@ and labels of nine letters, the last of them padded to the size */
		int length = snprintf(text, sizeof(text), "a@");

		while (length + 10 < size - 3)
			length += snprintf(text + length, sizeof(text) - (size_t)length,
				"aaaaaaaaa.");
		while (length < size)
			text[length++] = 'b';
		text[length] = '\0';
		judge(FORMAT_EMAIL, text, (size_t)length, size <= 200);
	}
}

TEST(accepts_absolute_web_addresses)
{
	static const char *const good[] = {"http://a", "https://example.org",
		"HTTPS://Example.org/", "https://example.org./",
		"https://example.org:8443/path", "http://localhost:8080",
		"http://127.0.0.1/", "http://[::1]/", "http://[::1]:80/",
		"https://[2001:db8::1]", "https://example.org?q=1",
		"https://example.org#top", "https://example.org/a/b?c=d&e=f#g",
		"https://example.org/%C3%A4", "https://example.org/a@b:c",
		"https://example.org/it's(fine)*!,;=$+~", "https://my_site.example.org",
		"https://example.org/a?b/c?d#e/f?g", "http://a:1", "http://a:65535",
		NULL};
	static const char *const bad[] = {"", "http", "http:", "http://", "https://",
		"http:///path", "http://?q", "http://#f", "//example.org", "/path",
		"example.org", "ftp://example.org", "javascript:alert(1)",
		"data:text/html,x", "mailto:a@example.org", "file:///etc/passwd",
		"https:/example.org", "https:example.org", " https://example.org",
		"https://example.org ", "https://exa mple.org",
		"https://user@example.org", "https://user:pw@example.org",
		"https://@example.org", "https://example.org\\@evil.example",
		"https://example.org/a b", "https://example.org/<script>",
		"https://example.org/\"x\"", "https://example.org/`x`",
		"https://example.org/{x}", "https://example.org/a|b",
		"https://example.org/a^b", "https://example.org/[x]",
		"https://example.org/%", "https://example.org/%4",
		"https://example.org/%4g", "https://example.org/%zz",
		"https://example.org/#a#b",
		"https://example.org:", "https://example.org:/", "https://example.org:0",
		"https://example.org:080", "https://example.org:65536",
		"https://example.org:99999", "https://example.org:123456",
		"https://example.org:8a", "https://example.org:-1",
		"https://ex%61mple.org", "https://[::1", "https://::1]", "https://[]",
		"https://[::1]x", "https://[::g]", "https://[127.0.0.1]",
		"https://[fe80::1%25eth0]", "https://[::1]:", "https://a..b",
		"https://.a", "https://.", "https://-a.example", "https://a-.example",
		"https://example.org/\xc3\xa4", "https://\xc3\xa4.example",
		"https://example.org/\n", "https://example.org\r\nX: y",
		"https://example.org/\t", "https://example.org/\x7f", NULL};

	judge_all(FORMAT_URI, good, true);
	judge_all(FORMAT_URI, bad, false);
	judge(FORMAT_URI, "https://example.org/\0", 21, false);
	judge(FORMAT_URI, "https://[::1\0]/", 15, false);
}

/* Some parsers read 127.1, 0x7f000001 and 017700000001 as 127.0.0.1, others as names. */
TEST(knows_only_one_way_to_write_an_address_of_ipv4)
{
	static const char *const good[] = {"http://127.0.0.1", "http://192.0.2.7:8080/a",
		"http://255.255.255.255", "http://1.2.3.4.example", "http://0xample",
		"http://1.2.3.example4", NULL};
	static const char *const bad[] = {"https://8", "http://127.1",
		"http://2130706433", "http://0x7f000001", "http://0X7F.1",
		"http://017700000001", "http://0177.0.0.1", "http://1.2.3.4.5",
		"http://256.1.1.1", "http://a.1", "http://a.0x", "http://1.2.3.04",
		"http://example.0x1f.", "http://127.0.0.1.", NULL};

	judge_all(FORMAT_URI, good, true);
	judge_all(FORMAT_URI, bad, false);
	judge(FORMAT_URI, "http://1.2.3.4\0.5", 16, false);
}

TEST(accepts_names_of_time_zones)
{
	static const char *const good[] = {"Europe/Berlin", "America/New_York", "UTC",
		"Etc/GMT+1", "Etc/GMT-14", "America/Argentina/Buenos_Aires",
		"America/Port-au-Prince", "GMT0", "Asia/Kolkata", NULL};
	static const char *const bad[] = {"", "Europe", "Europe/", "/Europe/Berlin",
		"Europe//Berlin", "europe/berlin", "Europe/berlin", "Europe/Berlin/",
		"Mars/Olympus", "../../../etc/passwd", "Europe/../UTC", "./UTC",
		"Europe/Berlin\n", "+01:00", "posix/UTC", "right/UTC", "posixrules",
		"localtime", "tzdata.zi", "zone.tab", "Europe\\Berlin", "Europe/Berlin ",
		"E",
		"Europe/Berlinnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
		"nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn",
		NULL};

	judge_all(FORMAT_TIMEZONE, good, true);
	judge_all(FORMAT_TIMEZONE, bad, false);
	judge(FORMAT_TIMEZONE, "UTC\0", 4, false);
}

TEST(takes_one_line_and_nothing_that_breaks_or_reorders_it)
{
	static const char *const good[] = {"", "x", "Ada King",
		"\xd7\xa2\xd7\x93\xd7\x94 \xe2\x80\x8f(Ada)", /* with a mark, U+200F */
		"Zo\xc3\xab \xe2\x80\x93 \xe6\x9d\x8e\xe5\xb0\x8f\xe9\xbe\x99",
		"\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb", /* joined by U+200D */
		"\xc2\xa0", "\xe2\x80\xa7", "\xe2\x80\xaf", "\xe2\x81\xa5",
		"\xe2\x81\xaa",
		"\xed\x9f\xbf\xef\xa4\x80\xf3\xa0\x87\xaf", /* around private use */
		NULL};
	static const char *const bad[] = {"\n", "a\nb", "a\rb", "a\tb", "\x01", "a\x1f",
		"a\x7f", "a\xc2\x80",
		"\xc2\x85"
		"b",
		"\xc2\x9f",
		"a\xe2\x80\xa8"
		"b",
		"\xe2\x80\xa9", "\xe2\x80\xaa", "\xe2\x80\xab", "\xe2\x80\xac",
		"\xe2\x80\xad",
		"a\xe2\x80\xae"
		"b",
		"\xe2\x81\xa6", "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9",
		"\xee\x80\x80", "a\xef\xa3\xbf", "\xf3\xb0\x80\x80", "\xf4\x8f\xbf\xbd",
		NULL};

	judge_all(FORMAT_LINE, good, true);
	judge_all(FORMAT_LINE, bad, false);
	judge(FORMAT_LINE, "a\0b", 3, false);
}

TEST(takes_names_whose_words_have_letters_of_one_alphabet)
{
	static const char *const good[] = {"", "Ada King", "Zo\u00eb O'Brien-\u0141ucka",
		"\u0410\u0434\u0430 \u041a\u0438\u043d\u0433",
		"Ada \u041a\u0438\u043d\u0433", "\u0391\u03b4\u03b1 Ltd",
		"Kith/\u041a\u0438\u0442", "\u5c71\u7530Taro", "K-\u30dd\u30c3\u30d7",
		"\uae40Kim", "\u0e01a", "\u00b5Torrent", "C++ 17", "\u0410-dm",
		"Ada (\u0410\u0434\u0430)", "\u05d0b", "\u10d0b",
		/* joiners and marks that are spelling */
		"\u0645\u06cc\u200c\u062e", "\u0d28\u0d4d\u200d",
		"\U0001f469\u200d\U0001f4bb", "\u05e2\u05d3\u05d4 \u200f(Ada)",
		"\u0639\u061c-1", "1\ufe0f\u20e3", NULL};
	static const char *const bad[] = {"\u0410dm", "Ad\u043cin", "A\u03bfn",
		"P\u0430y P\u0430l", "x \u0410dm y", "\u0391\u0410", "\u0410\u200cdm",
		"\u0410\u0301dm", "\u0410'dm", "\u04101dm", "\uff21\u0410", "a\nb",
		"\ue000", "o\u2019\u043e",
		/* invisible */
		"Name\u200bvictim", "Ada\u2060", "\ufeffAda", "A\u00adda", "A\u034fda",
		"Ada\u3164King", "A\u200cda", "Ada\u200d\u200dKing", "A\ufe0fda", NULL};

	judge_all(FORMAT_NAME, good, true);
	judge_all(FORMAT_NAME, bad, false);
	judge(FORMAT_NAME, "a\xd0", 2, true);
}

TEST(leaves_cursors_and_plain_texts_alone)
{
	static const char *const any[] = {"", "x", "not a cursor at all", "\n", NULL};

	judge_all(FORMAT_CURSOR, any, true);
	judge_all(FORMAT_PLAIN, any, true);
}

TEST(says_what_a_format_wants)
{
	for (int format = FORMAT_SLUG; format < FORMAT_CURSOR; format++)
		assert_string_equal(text_format_check((enum text_format)format, "\n", 1),
			text_formats[format].sentence);
}

/* Whether bytes at this position of a text are accepted as well-formed, with ASCII around
 * them. */
static bool
valid_at(const char *bytes, size_t size, size_t before)
{
	char text[32];

	memset(text, 'a', sizeof(text));
	memcpy(text + before, bytes, size);
	return utf8_valid(text, before + size) && utf8_valid(text, before + size + 3);
}

TEST(accepts_every_code_point_and_no_surrogate)
{
	for (uint32_t point = 1; point <= 0x110000; point++) {
		char bytes[4];
		size_t size;
		bool lawful = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);

		if (point < 0x80) {
			size = 1;
			bytes[0] = (char)point;
		} else if (point < 0x800) {
			size = 2;
			bytes[0] = (char)(0xc0 | point >> 6);
		} else if (point < 0x10000) {
			size = 3;
			bytes[0] = (char)(0xe0 | point >> 12);
		} else {
			size = 4;
			bytes[0] = (char)(0xf0 | point >> 18);
		}
		for (size_t i = 1; i < size; i++)
			bytes[i] = (char)(0x80 | (point >> (6 * (size - 1 - i)) & 0x3f));
		if (utf8_valid(bytes, size) != lawful)
			fail_msg("U+%04X", point);
		if (lawful)
			assert_int_equal(utf8_length(bytes, size), 1);
	}
}

TEST(refuses_malformed_utf8_wherever_it_stands)
{
	static const char *const bad[] = {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2",
		"\xc2"
		"a",
		"\xe0\x80\x80", "\xe0\x9f\xbf", "\xe1\x80",
		"\xe1\x80"
		"a",
		"\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf",
		"\xf1\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80",
		"\xf8\x88\x80\x80\x80", "\xfe", "\xff"};
	static const char *const good[] = {"a", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80",
		"\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbf", "\xf0\x90\x80\x80",
		"\xf4\x8f\xbf\xbf"};

	for (size_t before = 0; before < 18; before++) {
		for (size_t i = 0; i < COUNT_OF(bad); i++)
			assert_false(valid_at(bad[i], strlen(bad[i]), before));
		for (size_t i = 0; i < COUNT_OF(good); i++)
			assert_true(valid_at(good[i], strlen(good[i]), before));
	}
	assert_true(utf8_valid("", 0));
}

TEST(counts_code_points)
{
	assert_int_equal(utf8_length("", 0), 0);
	assert_int_equal(utf8_length("abc", 3), 3);
	assert_int_equal(utf8_length("\xc3\xa4", 2), 1);
	assert_int_equal(utf8_length("\xf0\x9f\x98\x80\xf0\x9f\x98\x80", 8), 2);
}
