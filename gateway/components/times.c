#include <string.h>

#include "common/base/clock.h"
#include "gateway/components/components.h"
#include "gateway/web/html.h"

#define SECOND_US INT64_C(1000000)

void
time_put(struct view *view, const char *time)
{
	html_time(view->out, time);
}

/* Units from the largest, in seconds. */
static const struct unit {
	int64_t seconds;
	const char *one, *several;
} units[] = {
	{INT64_C(31557600), "a year", "years"},
	{INT64_C(2629800), "a month", "months"},
	{INT64_C(604800), "a week", "weeks"},
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

		if (count == 1)
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
