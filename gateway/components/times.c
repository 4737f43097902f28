#include <string.h>

#include "common/base/clock.h"
#include "gateway/components/components.h"
#include "gateway/web/html.h"

#define SECOND_US INT64_C(1000000)

/* "2026-11-25" */
#define DAY_SIZE 10

void
time_put(struct view *view, const char *time)
{
	html_time(view->out, time);
}

/* The text does not end with a zone, so the script does not replace it. */
void
day_put(struct view *view, const char *time)
{
	static const char *const months[] = {"January", "February", "March", "April",
		"May", "June", "July", "August", "September", "October", "November",
		"December"};
	const size_t month = strlen(time) < DAY_SIZE
		? 0
		: (size_t)(time[5] - '0') * 10 + (size_t)(time[6] - '0');

	if (month < 1 || month > COUNT_OF(months))
		return;
	html_putf(view->out, "<time>%s %s %s</time>",
		arena_copy(view->arena, time + (time[8] == '0' ? 9 : 8),
			time[8] == '0' ? 1 : 2),
		months[month - 1], arena_copy(view->arena, time, 4));
}

/* Units from the largest, in seconds. A unit without `one` is used for two of it or more:
 * 13 days are not a week. */
static const struct unit {
	int64_t seconds;
	const char *one, *several;
} units[] = {
	{INT64_C(31557600), NULL, "years"},
	{INT64_C(2629800), NULL, "months"},
	{INT64_C(604800), NULL, "weeks"},
	{INT64_C(86400), "a day", "days"},
	{INT64_C(3600), "an hour", "hours"},
	{INT64_C(60), "a minute", "minutes"},
};

/* "3 days" */
static const char *
length_of(struct arena *arena, int64_t seconds)
{
	for (size_t i = 0; i < COUNT_OF(units); i++) {
		const long long count = (long long)(seconds / units[i].seconds);

		if (count == 1 && units[i].one != NULL)
			return units[i].one;
		if (count > 1)
			return arena_printf(arena, "%lld %s", count, units[i].several);
	}
	return NULL;
}

void
ago_put(struct view *view, const char *time)
{
	const int64_t now = clock_unix_us();
	const char *length;
	int64_t us;

	if (!clock_parse(time, strlen(time), &us))
		return;
	length = length_of(view->arena, (us > now ? us - now : now - us) / SECOND_US);
	html_putf(view->out, "<time datetime=\"%s\">%s</time>", time,
		length == NULL     ? "just now"
			: us > now ? arena_printf(view->arena, "in %s", length)
				   : arena_printf(view->arena, "%s ago", length));
}
