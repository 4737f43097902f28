/*
 * clock.c - the system clocks, and times as RFC 3339 text.
 *
 * The calendar (days since 1970, proleptic Gregorian, in eras of 400 years that begin in
 * March) is computed here. gmtime(3) and timegm(3) silently normalize a 30th of February
 * and lock the time zone.
 */
#include "common/base/clock.h"

#include <string.h>
#include <time.h>

#define DAY_S 86400
#define SECOND_US INT64_C(1000000)
#define FIRST_US (INT64_C(-62135596800) * SECOND_US)                /* 0001-01-01 */
#define LAST_US (INT64_C(253402300799) * SECOND_US + SECOND_US - 1) /* 9999-12-31 */

/* Reads a clock in microseconds. CLOCK_MONOTONIC and CLOCK_REALTIME cannot fail. */
static int64_t
read_clock_us(clockid_t id)
{
	struct timespec now = {0};

	clock_gettime(id, &now);
	return (int64_t)now.tv_sec * SECOND_US + now.tv_nsec / 1000;
}

int64_t
clock_monotonic_ms(void)
{
	return read_clock_us(CLOCK_MONOTONIC) / 1000;
}

int64_t
clock_monotonic_us(void)
{
	return read_clock_us(CLOCK_MONOTONIC);
}

int64_t
clock_unix_us(void)
{
	return read_clock_us(CLOCK_REALTIME);
}

/* The number of days from 1970-01-01 to a date in the years 1 to 9999. */
static int64_t
days_from_date(int64_t year, int64_t month, int64_t day)
{
	int64_t shifted_year = month <= 2 ? year - 1 : year;
	int64_t era = shifted_year / 400;
	int64_t year_of_era = shifted_year - era * 400;
	int64_t day_of_year =
		(153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
	int64_t day_of_era =
		year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;

	return era * 146097 + day_of_era - 719468;
}

/* The date of a day in the year 1 or later. */
static void
date_from_days(int64_t days, int64_t *year, int64_t *month, int64_t *day)
{
	int64_t shifted = days + 719468;
	int64_t era = shifted / 146097;
	int64_t day_of_era = shifted - era * 146097;
	int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 -
				      day_of_era / 146096) /
		365;
	int64_t day_of_year =
		day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
	int64_t month_from_march = (5 * day_of_year + 2) / 153;

	*day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
	*month = month_from_march < 10 ? month_from_march + 3 : month_from_march - 9;
	*year = year_of_era + era * 400 + (*month <= 2 ? 1 : 0);
}

/* Writes a number with leading zeros. */
static void
put_digits(char *out, int64_t value, size_t digits)
{
	while (digits-- > 0) {
		out[digits] = (char)('0' + value % 10);
		value /= 10;
	}
}

/* Milliseconds are truncated, so the text is never later than the time. Times outside the
 * years 1 to 9999 are clamped. */
void
clock_format(char out[CLOCK_TEXT_SIZE], int64_t unix_us)
{
	int64_t since_first, days, second, year, month, day;

	if (unix_us < FIRST_US)
		unix_us = FIRST_US;
	else if (unix_us > LAST_US)
		unix_us = LAST_US;
	since_first = unix_us - FIRST_US;
	days = since_first / (DAY_S * SECOND_US);
	second = since_first / SECOND_US % DAY_S;
	date_from_days(days + FIRST_US / (DAY_S * SECOND_US), &year, &month, &day);

	memcpy(out, "0000-00-00T00:00:00.000Z", CLOCK_TEXT_SIZE);
	put_digits(out, year, 4);
	put_digits(out + 5, month, 2);
	put_digits(out + 8, day, 2);
	put_digits(out + 11, second / 3600, 2);
	put_digits(out + 14, second / 60 % 60, 2);
	put_digits(out + 17, second % 60, 2);
	put_digits(out + 20, since_first / 1000 % 1000, 3);
}

struct cursor {
	const char *next, *end;
	bool failed;
};

/* Consumes one character, which must be one of the two. */
static void
take(struct cursor *cursor, char either, char other)
{
	if (cursor->next == cursor->end ||
		(*cursor->next != either && *cursor->next != other)) {
		cursor->failed = true;
		return;
	}
	cursor->next++;
}

/* Consumes a number of exactly `digits` digits within bounds. */
static int64_t
take_number(struct cursor *cursor, int digits, int64_t min, int64_t max)
{
	int64_t value = 0;

	for (int i = 0; i < digits; i++) {
		if (cursor->next == cursor->end || *cursor->next < '0' ||
			*cursor->next > '9') {
			cursor->failed = true;
			return min;
		}
		value = value * 10 + (*cursor->next++ - '0');
	}
	if (value < min || value > max) {
		cursor->failed = true;
		return min;
	}
	return value;
}

static int64_t
days_in_month(int64_t year, int64_t month)
{
	static const int8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	return month == 2 && leap ? 29 : days[month - 1];
}

/* Consumes an optional fraction of a second; digits beyond microseconds are ignored. */
static int64_t
take_fraction_us(struct cursor *cursor)
{
	int64_t fraction_us = 0, unit_us = SECOND_US / 10;
	const char *begin;

	if (cursor->failed || cursor->next == cursor->end || *cursor->next != '.')
		return 0;
	begin = ++cursor->next;
	while (cursor->next < cursor->end && *cursor->next >= '0' &&
		*cursor->next <= '9') {
		fraction_us += (*cursor->next++ - '0') * unit_us;
		unit_us /= 10;
	}
	cursor->failed = cursor->next == begin;
	return fraction_us;
}

/* Consumes "Z" or "+05:30"; the offset in seconds east of Greenwich. */
static int64_t
take_offset_s(struct cursor *cursor)
{
	int64_t sign, hours, minutes;

	if (cursor->failed || cursor->next == cursor->end) {
		cursor->failed = true;
		return 0;
	}
	if (*cursor->next == 'Z' || *cursor->next == 'z') {
		cursor->next++;
		return 0;
	}
	sign = *cursor->next == '-' ? -1 : 1;
	take(cursor, '+', '-');
	hours = take_number(cursor, 2, 0, 23);
	take(cursor, ':', ':');
	minutes = take_number(cursor, 2, 0, 59);
	return sign * (hours * 3600 + minutes * 60);
}

/* RFC 3339, section 5.6. The instant in UTC must also lie in the years 1 to 9999. */
bool
clock_parse(const char *data, size_t size, int64_t *unix_us)
{
	struct cursor cursor = {.next = data, .end = data + size};
	int64_t year, month, day, second, result_us;

	year = take_number(&cursor, 4, 1, 9999);
	take(&cursor, '-', '-');
	month = take_number(&cursor, 2, 1, 12);
	take(&cursor, '-', '-');
	day = take_number(&cursor, 2, 1, days_in_month(year, month));
	take(&cursor, 'T', 't');
	second = take_number(&cursor, 2, 0, 23) * 3600;
	take(&cursor, ':', ':');
	second += take_number(&cursor, 2, 0, 59) * 60;
	take(&cursor, ':', ':');
	second += take_number(&cursor, 2, 0, 59);
	result_us = take_fraction_us(&cursor);
	second -= take_offset_s(&cursor);
	if (cursor.failed || cursor.next != cursor.end)
		return false;
	result_us += (days_from_date(year, month, day) * DAY_S + second) * SECOND_US;
	if (result_us < FIRST_US || result_us > LAST_US)
		return false;
	*unix_us = result_us;
	return true;
}
