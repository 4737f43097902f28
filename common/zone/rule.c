#include "common/zone/inside.h"

#include <string.h>

#define DAY_S INT64_C(86400)
#define DEFAULT_S 7200 /* 02:00 */

/* Days from 1970-01-01 to the first of a month, in the Gregorian calendar. */
static int64_t
days_of(int64_t year, int month)
{
	const int64_t y = month <= 2 ? year - 1 : year;
	const int64_t era = (y >= 0 ? y : y - 399) / 400;
	const int64_t year_of_era = y - era * 400;
	const int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5;

	return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 +
		day_of_year - 719468;
}

static bool
is_leap(int64_t year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* The year of a time, or a neighboring year. */
static int64_t
year_of(int64_t at)
{
	return 1970 + at / (DAY_S * 365 + DAY_S / 4);
}

/* Days from 1970-01-01 to the rule's day in a year. */
static int64_t
day_in(const struct zone_day *day, int64_t year)
{
	const int64_t begin = days_of(year, 1);
	int64_t first, wanted;

	if (day->kind == ZONE_DAY_OF_YEAR)
		return begin + day->day;
	if (day->kind == ZONE_DAY_JULIAN)
		return begin + day->day - 1 + (day->day >= 60 && is_leap(year));
	first = days_of(year, day->month);
	/* January 1, 1970 was a Thursday. */
	wanted = first + ((day->day - (first + 4)) % 7 + 7) % 7 +
		INT64_C(7) * (day->week - 1);
	if (day->week == 5) {
		const int64_t next = day->month == 12 ? days_of(year + 1, 1)
						      : days_of(year, day->month + 1);

		while (wanted >= next)
			wanted -= 7;
	}
	return wanted;
}

static void
changes_in(const struct zone_rule *rule, int64_t year, struct zone_change changes[2])
{
	changes[0] = (struct zone_change){
		.at = day_in(&rule->begins, year) * DAY_S + rule->begins.seconds -
			rule->standard.seconds,
		.before = rule->standard,
		.after = rule->daylight,
	};
	changes[1] = (struct zone_change){
		.at = day_in(&rule->ends, year) * DAY_S + rule->ends.seconds -
			rule->daylight.seconds,
		.before = rule->daylight,
		.after = rule->standard,
	};
}

bool
zone_rule_next(const struct zone_rule *rule, int64_t after, struct zone_change *change)
{
	bool found = false;

	for (int64_t year = year_of(after) - 1;
		rule->changes && year <= year_of(after) + 2; year++) {
		struct zone_change changes[2];

		changes_in(rule, year, changes);
		for (size_t i = 0; i < 2; i++) {
			if (changes[i].at > after &&
				(!found || changes[i].at < change->at)) {
				*change = changes[i];
				found = true;
			}
		}
	}
	return found;
}

struct zone_offset
zone_rule_at(const struct zone_rule *rule, int64_t at)
{
	struct zone_change next;

	return zone_rule_next(rule, at, &next) ? next.before : rule->standard;
}

/* ---- reading ---- */

/* Consumes a number up to `max`; false when there is none. */
static bool
take_number(const char **text, int max, int *number)
{
	const char *at = *text;
	int value = 0;

	while (*at >= '0' && *at <= '9' && value <= max)
		value = value * 10 + (*at++ - '0');
	*number = value;
	if (at == *text || value > max)
		return false;
	*text = at;
	return true;
}

static bool
take(const char **text, char wanted)
{
	if (**text != wanted)
		return false;
	++*text;
	return true;
}

/* Consumes [+-]hh[:mm[:ss]]. */
static bool
take_time(const char **text, int hours_max, int32_t *seconds)
{
	int sign = **text == '-' ? -1 : 1, hours, minutes = 0, rest = 0;

	if (**text == '-' || **text == '+')
		++*text;
	if (!take_number(text, hours_max, &hours))
		return false;
	if (take(text, ':') && !take_number(text, 59, &minutes))
		return false;
	if (take(text, ':') && !take_number(text, 59, &rest))
		return false;
	*seconds = sign * (hours * 3600 + minutes * 60 + rest);
	return true;
}

/* Consumes "CET" or "<+0530>". */
static bool
take_name(struct arena *arena, const char **text, const char **name)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
	const bool quoted = take(text, '<');
	const char *begin = *text;
	size_t size = quoted ? strcspn(begin, ">") : strspn(begin, letters);

	*name = arena_copy(arena, begin, size);
	*text += size;
	return size > 0 && (!quoted || take(text, '>'));
}

/* Consumes "M3.5.0", "J60" or "59", with an optional time such as "/3". */
static bool
take_day(const char **text, struct zone_day *day)
{
	bool whole;

	*day = (struct zone_day){.seconds = DEFAULT_S};
	if (take(text, 'M')) {
		day->kind = ZONE_DAY_OF_MONTH;
		whole = take_number(text, 12, &day->month) && day->month >= 1 &&
			take(text, '.') && take_number(text, 5, &day->week) &&
			day->week >= 1 && take(text, '.') &&
			take_number(text, 6, &day->day);
	} else if (take(text, 'J')) {
		day->kind = ZONE_DAY_JULIAN;
		whole = take_number(text, 365, &day->day) && day->day >= 1;
	} else {
		day->kind = ZONE_DAY_OF_YEAR;
		whole = take_number(text, 365, &day->day);
	}
	return whole && (!take(text, '/') || take_time(text, 167, &day->seconds));
}

/* POSIX counts seconds west of Greenwich; the result is seconds ahead of UTC. */
static bool
take_offset(const char **text, struct zone_offset *offset)
{
	int32_t west;

	if (!take_time(text, 24, &west))
		return false;
	offset->seconds = -west;
	return true;
}

bool
zone_rule_read(struct arena *arena, const char *text, struct zone_rule *rule)
{
	*rule = (struct zone_rule){.changes = false};
	if (!take_name(arena, &text, &rule->standard.name) ||
		!take_offset(&text, &rule->standard))
		return false;
	if (*text == '\0')
		return true;
	rule->changes = rule->daylight.daylight = true;
	if (!take_name(arena, &text, &rule->daylight.name))
		return false;
	rule->daylight.seconds = rule->standard.seconds + 3600;
	if (*text != ',' && !take_offset(&text, &rule->daylight))
		return false;
	return take(&text, ',') && take_day(&text, &rule->begins) && take(&text, ',') &&
		take_day(&text, &rule->ends) && *text == '\0';
}
