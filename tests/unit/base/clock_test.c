#include <stdio.h>
#include <string.h>
#include <time.h>

#include "common/base/clock.h"
#include "tests/support/test.h"

#define HOUR_US INT64_C(3600000000)

static const struct {
	const char *text;
	int64_t unix_us;
} good[] = {
	{"1970-01-01T00:00:00Z", 0},
	{"1970-01-01t00:00:00z", 0},
	{"1970-01-01T00:00:00-00:00", 0},
	{"1970-01-01T00:00:00.0Z", 0},
	{"2026-11-21T09:36:00Z", 1795253760000000},
	{"2026-11-21T09:36:00.1Z", 1795253760100000},
	{"2026-11-21T09:36:00.123456Z", 1795253760123456},
	{"2026-11-21T09:36:00.1234569Z", 1795253760123456},
	{"2026-11-21T09:36:00.12345699999999999999999999999999Z", 1795253760123456},
	{"2026-11-21T09:36:00.0000009Z", 1795253760000000},
	{"2026-11-21T09:36:00+05:30", 1795233960000000},
	{"2026-11-21T09:36:00-23:59", 1795340100000000},
	{"2026-11-21T09:36:00+23:59", 1795167420000000},
	{"2026-12-31T23:30:00-01:00", 1798763400000000},
	{"2000-02-29T23:59:59.999999Z", 951868799999999},
	{"2024-02-29T12:00:00Z", 1709208000000000},
	{"1600-02-29T00:00:00Z", -11670998400000000},
	{"1900-03-01T00:00:00Z", -2203891200000000},
	{"1969-12-31T23:59:59.999999Z", -1},
	{"0001-01-01T00:00:00Z", -62135596800000000},
	{"9999-12-31T23:59:59.999999Z", 253402300799999999},
};

static const char *const bad[] = {
	"",
	"Z",
	"2026",
	"2026-11-21",
	"2026-11-21T09:36Z",
	"2026-11-21T09:36:00",
	"2026-11-21 09:36:00Z",
	"2026-11-21T09:36:00 Z",
	" 2026-11-21T09:36:00Z",
	"2026-11-21T09:36:00Z ",
	"2026-11-21T09:36:00ZZ",
	"2026-11-21T09:36:00.Z",
	"2026-11-21T09:36:00,5Z",
	"2026-11-21T09:36:00.1.2Z",
	"2026-11-21T09:36:60Z",
	"2016-12-31T23:59:60Z",
	"2026-11-21T09:60:00Z",
	"2026-11-21T24:00:00Z",
	"2026-11-21T9:36:00Z",
	"2026-1-21T09:36:00Z",
	"2026-11-2T09:36:00Z",
	"2026-00-21T09:36:00Z",
	"2026-13-21T09:36:00Z",
	"2026-11-00T09:36:00Z",
	"2026-11-31T09:36:00Z",
	"2026-02-29T09:36:00Z",
	"2026-02-30T09:36:00Z",
	"1900-02-29T00:00:00Z",
	"2100-02-29T00:00:00Z",
	"2024-02-30T00:00:00Z",
	"2026-04-31T00:00:00Z",
	"0000-01-01T00:00:00Z",
	"12026-01-01T00:00:00Z",
	"+2026-01-01T00:00:00Z",
	"-026-01-01T00:00:00Z",
	"2026-11-21T09:36:00+24:00",
	"2026-11-21T09:36:00+05:60",
	"2026-11-21T09:36:00+0530",
	"2026-11-21T09:36:00+05",
	"2026-11-21T09:36:00+5:30",
	"2026-11-21T09:36:00~05:30",
	"2026-11-21T09:36:00+05:30Z",
	"2026-11-21T09:36:00+",
	"2026-11-21T09:36:0xZ",
	"2026-W47-6T09:36:00Z",
	"20261121T093600Z",
	"2026/11/21T09:36:00Z",
	"1795253760",
	/* In UTC these would need a year outside of the four digits. */
	"0001-01-01T00:00:00+00:01",
	"9999-12-31T23:59:59-00:01",
};

TEST(reads_every_form_of_a_time)
{
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		int64_t unix_us = 0;

		if (!clock_parse(good[i].text, strlen(good[i].text), &unix_us)) {
			fail_msg("refused: %s", good[i].text);
		}
		assert_true(unix_us == good[i].unix_us);
	}
}

TEST(refuses_what_is_not_a_time)
{
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		int64_t unix_us = 4711;

		if (clock_parse(bad[i], strlen(bad[i]), &unix_us)) {
			fail_msg("accepted: %s", bad[i]);
		}
		assert_true(unix_us == 4711);
	}
}

TEST(refuses_every_part_and_every_continuation)
{
	const char *text = "2026-11-21T09:36:00.123+05:30";
	int64_t unix_us;

	for (size_t size = 0; size < strlen(text); size++) {
		assert_false(clock_parse(text, size, &unix_us));
	}
	assert_true(clock_parse(text, strlen(text), &unix_us));
	assert_false(clock_parse(text, strlen(text) + 1, &unix_us)); /* with its NUL */
}

TEST(survives_every_byte_at_every_place)
{
	char text[] = "2026-11-21T09:36:00.123+05:30";
	const size_t size = sizeof(text) - 1;
	unsigned accepted = 0;

	for (size_t at = 0; at < size; at++) {
		char kept = text[at];

		for (int byte = 0; byte < 256; byte++) {
			int64_t unix_us;

			text[at] = (char)byte;
			accepted += clock_parse(text, size, &unix_us);
		}
		text[at] = kept;
	}
	/* Only other digits, the small t and the other sign are accepted. */
	assert_in_range(accepted, size, 200);
}

TEST(writes_exact_milliseconds)
{
	static const struct {
		int64_t unix_us;
		const char *text;
	} cases[] = {
		{0, "1970-01-01T00:00:00.000Z"},
		{999, "1970-01-01T00:00:00.000Z"},
		{1000, "1970-01-01T00:00:00.001Z"},
		{-1, "1969-12-31T23:59:59.999Z"},
		{-1000, "1969-12-31T23:59:59.999Z"},
		{-1001, "1969-12-31T23:59:59.998Z"},
		{1795253760123456, "2026-11-21T09:36:00.123Z"},
		{951868799999999, "2000-02-29T23:59:59.999Z"},
		{-62135596800000000, "0001-01-01T00:00:00.000Z"},
		{253402300799999999, "9999-12-31T23:59:59.999Z"},
		{INT64_MAX, "9999-12-31T23:59:59.999Z"},
		{INT64_MIN, "0001-01-01T00:00:00.000Z"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char out[CLOCK_TEXT_SIZE];

		clock_format(out, cases[i].unix_us);
		assert_string_equal(out, cases[i].text);
	}
}

TEST(agrees_with_the_c_library_on_the_calendar)
{
	const int64_t step_us = 37 * 24 * HOUR_US + 11 * HOUR_US + 61 * 1000000 + 7000;

	for (int64_t at = -62135596800000000; at < 253402300799999999; at += step_us) {
		int64_t seconds = at >= 0 ? at / 1000000 : (at - 999999) / 1000000,
			parsed;
		time_t time = (time_t)seconds;
		char expected[64], out[CLOCK_TEXT_SIZE];
		struct tm tm;

		assert_non_null(gmtime_r(&time, &tm));
		snprintf(expected, sizeof(expected),
			"%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", tm.tm_year + 1900,
			tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec,
			(int)((at - seconds * 1000000) / 1000));
		clock_format(out, at);
		assert_string_equal(out, expected);
		assert_true(clock_parse(out, sizeof(out) - 1, &parsed));
		assert_true(parsed == at);
	}
}

TEST(never_goes_back)
{
	int64_t last_us = clock_monotonic_us(), last_ms = clock_monotonic_ms();

	for (int i = 0; i < 10000; i++) {
		int64_t now_us = clock_monotonic_us(), now_ms = clock_monotonic_ms();

		assert_true(now_us >= last_us && now_ms >= last_ms);
		assert_true(now_ms >= now_us / 1000);
		last_us = now_us;
		last_ms = now_ms;
	}
}

TEST(tells_the_time_of_day)
{
	time_t before = time(NULL);
	int64_t now_us = clock_unix_us();

	assert_in_range(now_us / 1000000, before, before + 5);
}
