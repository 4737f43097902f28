/*
 * when.c - the times of an event, in its time zone. Readers may be anywhere.
 */
#include "common/base/clock.h"
#include "common/zone/zone.h"
#include "gateway/pages/events/inside.h"
#include "gateway/web/html.h"

#define SECOND_US INT64_C(1000000)
#define DAY_S INT64_C(86400)
#define WEEK_S (7 * DAY_S)

static const struct zone *
zone_of(struct view *view, const json_t *event)
{
	const struct text name = arena_text(view->arena, view_text(event, "timezone"));

	return zone_load(view->arena, &name);
}

/* A moment, and the local time of a zone at it; UTC without a zone. */
struct moment {
	int64_t at; /* seconds since 1970 */
	int64_t local;
	char text[CLOCK_TEXT_SIZE]; /* the local time in the form of a time */
};

static bool
moment_of(const struct zone *zone, const char *time, struct moment *moment)
{
	int64_t us;

	if (!clock_parse(time, strlen(time), &us))
		return false;
	moment->at = us / SECOND_US;
	moment->local =
		moment->at + (zone != NULL ? zone_at(zone, moment->at).seconds : 0);
	clock_format(moment->text, moment->local * SECOND_US);
	return true;
}

static const char *
weekday(const struct moment *moment)
{
	/* 1 January 1970 was a Thursday. */
	static const char *const days[] = {"Thursday", "Friday", "Saturday", "Sunday",
		"Monday", "Tuesday", "Wednesday"};
	const int64_t day = moment->local / DAY_S - (moment->local % DAY_S < 0);

	return days[((day % 7) + 7) % 7];
}

/* The zone's abbreviation at a moment near a clock change, when local time alone is
 * ambiguous. */
static const char *
called(const struct zone *zone, int64_t at)
{
	if (zone == NULL)
		return "UTC";
	return zone_at(zone, at - DAY_S).seconds == zone_at(zone, at + DAY_S).seconds
		? ""
		: zone_at(zone, at).name;
}

static void
put_time(struct view *view, const char *name, const struct zone *zone, const char *time)
{
	struct moment moment;

	if (!moment_of(zone, time, &moment))
		return;
	fact_begin(view, name);
	html_putf(view->out, "%s, ", weekday(&moment));
	html_local_time(view->out, time, moment.text, called(zone, moment.at));
	fact_end(view);
}

void
event_put_times(struct view *view, const json_t *event)
{
	const struct zone *zone = zone_of(view, event);

	put_time(view, "Starts", zone, view_text(event, "startsAt"));
	put_time(view, "Ends", zone, view_text(event, "endsAt"));
	fact_begin(view, "Time zone");
	html_putf(view->out, "<bdi id=\"zone\">%s</bdi>", view_text(event, "timezone"));
	fact_end(view);
}

const char *
event_when(struct view *view, const json_t *event)
{
	static const char *const months[] = {"January", "February", "March", "April",
		"May", "June", "July", "August", "September", "October", "November",
		"December"};
	const struct zone *zone = zone_of(view, event);
	struct moment moment;
	const char *at = moment.text;
	size_t month;

	if (!moment_of(zone, view_text(event, "startsAt"), &moment))
		return "";
	month = (size_t)(at[5] - '0') * 10 + (size_t)(at[6] - '0');
	if (month < 1 || month > COUNT_OF(months))
		return "";
	return arena_printf(view->arena, "%s, %s %s %.4s, %.5s", weekday(&moment),
		event_day(view, event), months[month - 1], at, at + 11);
}

const char *
event_day(struct view *view, const json_t *event)
{
	struct moment moment;

	if (!moment_of(zone_of(view, event), view_text(event, "startsAt"), &moment))
		return "";
	return moment.text[8] == '0' ? arena_printf(view->arena, "%.1s", moment.text + 9)
				     : arena_printf(view->arena, "%.2s", moment.text + 8);
}

const char *
event_again(struct view *view, const json_t *event)
{
	const struct zone *zone = zone_of(view, event);
	const int64_t now = clock_unix_us() / SECOND_US;
	char *time = arena_alloc(view->arena, CLOCK_TEXT_SIZE);
	struct moment moment;
	int64_t weeks, at;

	if (!moment_of(zone, view_text(event, "startsAt"), &moment))
		return "";
	weeks = now > moment.at ? (now - moment.at) / WEEK_S + 1 : 1;
	moment.local += weeks * WEEK_S;
	at = moment.local;
	if (zone != NULL)
		at -= zone_at(zone, at - zone_at(zone, at).seconds).seconds;
	clock_format(time, at * SECOND_US);
	return time;
}
