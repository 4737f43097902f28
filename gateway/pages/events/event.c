/*
 * event.c - an event: time, place, and the visitor's attendance.
 */
#include <string.h>

#include "common/base/clock.h"
#include "common/zone/zone.h"
#include "gateway/components/components.h"
#include "gateway/pages/events/events.h"
#include "gateway/web/html.h"
#include "proto/events/events.h"
#include "proto/events/rsvps.h"

static const struct form form_go = {
	.path = "/events/{id}/go",
	.op = &op_event_rsvp,
	.also = "status=going",
	.button = "I am going",
	.done = "/events/{id}",
	.said = "Your answer is saved.",
};

static const struct form form_stay = {
	.path = "/events/{id}/stay",
	.op = &op_event_rsvp,
	.also = "status=cancelled",
	.button = "I cannot come",
	.danger = true,
	.done = "/events/{id}",
	.said = "Your answer is saved.",
};

static bool
is(const char *text, const char *other)
{
	return strcmp(text, other) == 0;
}

/* The visitor's attendance, and the possible changes. */
static void
put_answer(struct view *view, const json_t *event)
{
	const char *rsvp = view_text(event, "myRsvpStatus");
	const bool takes_part = is(rsvp, "going") || is(rsvp, "waitlist");

	if (!is(view_text(event, "status"), "published"))
		return;
	if (view_has_passed(view_text(event, "endsAt"))) {
		html_put(view->out, "<p>The event is over.</p>\n");
		return;
	}
	if (takes_part)
		html_put(view->out,
			is(rsvp, "going")
				? "<div class=\"notice good\"><p>You are "
				  "going.</p></div>\n"
				: "<div class=\"notice warn\"><p>You are on the "
				  "waiting list.</p></div>\n");
	html_put(view->out, "<div class=\"actions\">\n");
	form_put(view, takes_part ? &form_stay : &form_go, NULL);
	html_putf(view->out,
		"<a class=\"button plain\" href=\"/v1/events/%s/calendar.ics\">Add to "
		"your calendar</a>\n"
		"</div>\n",
		view_text(event, "id"));
}

/* ---- when ---- */

#define SECOND_US INT64_C(1000000)
#define DAY_S INT64_C(86400)

/* The zone's abbreviation at a moment near a clock change, when local time alone is
 * ambiguous. */
static const char *
called(const struct zone *zone, int64_t at)
{
	return zone_at(zone, at - DAY_S).seconds == zone_at(zone, at + DAY_S).seconds
		? ""
		: zone_at(zone, at).name;
}

/* A time in the event's zone; in UTC without a zone. */
static void
put_time(struct view *view, const char *name, const struct zone *zone, const char *time)
{
	char local[CLOCK_TEXT_SIZE];
	int64_t us;

	if (zone == NULL || !clock_parse(time, strlen(time), &us)) {
		fact_time(view, name, time);
		return;
	}
	clock_format(local, us + zone_at(zone, us / SECOND_US).seconds * SECOND_US);
	html_putf(view->out, "<div><dt>%s</dt><dd>", name);
	html_local_time(view->out, time, local, called(zone, us / SECOND_US));
	html_put(view->out, "</dd></div>\n");
}

/* Writes times in the event's time zone, which is named once. Readers may be anywhere. */
static void
put_when(struct view *view, const json_t *event)
{
	const struct text name = arena_text(view->arena, view_text(event, "timezone"));
	const struct zone *zone = zone_load(view->arena, &name);

	put_time(view, "Starts", zone, view_text(event, "startsAt"));
	put_time(view, "Ends", zone, view_text(event, "endsAt"));
	fact_put(view, "Time zone", name.data);
}

/* ---- the page ---- */

/* "3 of 20 places", or "3". */
static const char *
going(struct view *view, const json_t *event)
{
	const char *count = view_number(view, event, "goingCount");

	return json_is_integer(view_member(event, "capacity"))
		? arena_printf(view->arena, "%s of %s places", count,
			  view_number(view, event, "capacity"))
		: count;
}

static void
write_event(struct view *view)
{
	const json_t *event = view->answers[0];
	const char *status = view_text(event, "status");
	const char *org = view_text(event, "hostOrgName");

	head_put(view, view_text(event, "title"), "");
	if (is(status, "cancelled"))
		html_put(view->out,
			"<div class=\"notice bad\"><p><strong>The event is "
			"cancelled.</strong></p></div>\n");
	else if (is(status, "draft"))
		html_put(view->out,
			"<div class=\"notice warn\"><p>The event is a "
			"draft.</p></div>\n");
	facts_begin(view);
	put_when(view, event);
	fact_put(view, "Place", view_text(event, "location"));
	fact_address(view, "Join at", view_text(event, "joinUrl"));
	fact_put(view, "Host", org[0] != '\0' ? org : view_text(event, "hostName"));
	fact_put(view, "Going", going(view, event));
	facts_end(view);
	put_answer(view, event);
	if (view_text(event, "description")[0] != '\0')
		html_put(view->out, "<h2>About the event</h2>\n");
	written_put(view, view_text(event, "description"));
}

const struct page page_event = {
	.path = "/events/{id}",
	.title = "Event",
	.reads = {{.op = &op_event_get}},
	.forms = {&form_go, &form_stay},
	.write = write_event,
	.titled = true,
};
