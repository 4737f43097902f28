/*
 * Times as text and as microseconds: reading and writing keeps the millisecond, and the C
 * library agrees about the calendar.
 */
#include <strings.h>
#include <time.h>

#include "common/base/clock.h"
#include "tests/fuzz/fuzz.h"

/* 0001-01-01 and the end of 9999, in microseconds. */
#define FIRST_US INT64_C(-62135596800000000)
#define LAST_US INT64_C(253402300799999999)

static int64_t
divide_down(int64_t value, int64_t by)
{
	return value / by - (value % by < 0);
}

static void
check_format(int64_t unix_us)
{
	char text[CLOCK_TEXT_SIZE], expected[64];
	int64_t kept_us = unix_us, read_us = 0;
	struct tm parts;
	time_t second;

	if (kept_us < FIRST_US)
		kept_us = FIRST_US;
	if (kept_us > LAST_US)
		kept_us = LAST_US;
	clock_format(text, unix_us);
	FUZZ_HOLDS(clock_parse(text, strlen(text), &read_us));
	FUZZ_HOLDS(read_us == divide_down(kept_us, 1000) * 1000);
	second = (time_t)divide_down(kept_us, 1000000);
	gmtime_r(&second, &parts);
	snprintf(expected, sizeof(expected), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ",
		parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour,
		parts.tm_min, parts.tm_sec,
		(int)(divide_down(kept_us, 1000) - (int64_t)second * 1000));
	FUZZ_HOLDS(strcmp(text, expected) == 0);
}

/* A time in UTC is written as it was read, down to the second. */
static void
check_same(const char *read, int64_t unix_us)
{
	char written[CLOCK_TEXT_SIZE];

	clock_format(written, unix_us);
	FUZZ_HOLDS(strncasecmp(read, written, strlen("2026-11-21T09:36:00")) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int64_t unix_us;

	if (size >= sizeof(unix_us)) {
		memcpy(&unix_us, data, sizeof(unix_us));
		check_format(unix_us);
	}
	if (!clock_parse((const char *)data, size, &unix_us))
		return 0;
	FUZZ_HOLDS(unix_us >= FIRST_US && unix_us <= LAST_US);
	check_format(unix_us);
	if (data[size - 1] == 'Z' || data[size - 1] == 'z')
		check_same((const char *)data, unix_us);
	return 0;
}
