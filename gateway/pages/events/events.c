/*
 * events.c - the lists of events: to come, past, and the member's own.
 */
#include "proto/events/events.h"
#include "gateway/components/offers.h"
#include "gateway/components/save_search.h"
#include "gateway/pages/events/inside.h"
#include "gateway/web/html.h"
#include "proto/orgs/orgs.h"

/* The order of the page's reads. */
enum {
	MY_ORGS,
	ALL,
	OF_ORG,
};

static bool
asks_for(const struct view *view, const char *name, const char *value)
{
	return strcmp(view_query(view, name), value) == 0;
}

/* The next events first, and of past ones the latest. */
static const char *
order(const struct view *view)
{
	return asks_for(view, "when", "past") ? "order=latest" : "order=soonest";
}

static const char *
with_all(const struct view *view)
{
	return view_query(view, "org")[0] == '\0' ? order(view) : NULL;
}

static const char *
with_org(const struct view *view)
{
	const char *org = view_query(view, "org");

	if (org[0] == '\0')
		return NULL;
	return arena_printf(view->arena, "%s%s", order(view),
		path_with_query(view->arena, "?", "slug", org) + strlen("?"));
}

/* ---- the list ---- */

static void
put_attendance(struct view *view, const json_t *event)
{
	const bool draft = event_is(event, "status", "draft");

	if (draft || event_is(event, "status", "cancelled")) {
		line_dot(view);
		word_put(view, view_text(event, "status"));
	}
	if (event_is(event, "myRsvpStatus", "going"))
		html_put(view->out, " <span class=\"tag good\">You are going</span>");
	else if (event_is(event, "myRsvpStatus", "waitlist"))
		html_put(view->out, " <span class=\"tag warn\">Waiting list</span>");
}

void
event_row(struct view *view, const json_t *event)
{
	const char *place = view_text(event, "location");

	html_putf(view->out,
		"<li><span class=\"avatar\" aria-hidden=\"true\">%s</span>"
		"<div class=\"what\"><p class=\"name\">",
		event_day(view, event));
	link_put(view, path_of_event(view->arena, view_text(event, "id")),
		view_text(event, "title"));
	html_put(view->out, "</p>\n");
	line_begin(view);
	html_putf(view->out, "%s (%s)", event_when(view, event),
		view_text(event, "timezone"));
	line_end(view);
	line_begin(view);
	if (place[0] != '\0')
		text_put(view, place);
	else
		html_putf(view->out, "%s", event_how(event));
	html_put(view->out, ", by ");
	event_put_host(view, event);
	line_dot(view);
	html_putf(view->out, "%s going", view_number(view, event, "goingCount"));
	put_attendance(view, event);
	line_end(view);
	row_end(view);
}

static const struct control filters[] = {
	{.name = "when", .kind = CONTROL_HIDDEN},
	{.name = "org",
		.kind = CONTROL_CHOICE,
		.label = "Organization",
		.offer = offer_orgs_or_all},
};

static void
put_tabs(struct view *view)
{
	const bool mine = asks_for(view, "mine", "true");
	const bool past = asks_for(view, "when", "past");
	const struct tab tabs[] = {
		{"Upcoming", "/events", !mine && !past},
		{"Past", "/events?when=past", !mine && past},
		{"Mine", "/events?mine=true", mine && !past},
		{"Mine, past", "/events?mine=true&when=past", mine && past},
	};

	tabs_put(view, "Events", tabs, COUNT_OF(tabs));
}

static void
put_list(struct view *view)
{
	const bool past = asks_for(view, "when", "past");
	const struct list list = {
		.row = event_row,
		.empty = past ? "No event here is over yet."
			: asks_for(view, "mine", "true")
			? "You neither host nor attend an event yet."
			: "No event is planned here. Invite the others to one.",
		.action = past ? "See what is planned" : "Create an event",
		.path = past ? "/events" : "/events/new",
	};

	list_put(
		view, view->answers[view->answers[OF_ORG] != NULL ? OF_ORG : ALL], &list);
}

static void
write_events(struct view *view)
{
	const bool mine = asks_for(view, "mine", "true");
	const struct chip chips[] = {
		{"org", "Organization", offer_orgs_or_all(view)},
	};

	head_with_action(view, "Events", "New event", "/events/new");
	put_tabs(view);
	if (!mine && offer_orgs_or_all(view)[1].value != NULL)
		form_filters(view, &op_org_event_list, filters, COUNT_OF(filters));
	chips_put(view, chips, COUNT_OF(chips));
	save_search_put(view, "events");
	put_list(view);
	html_put(view->out,
		"<p><a href=\"/events/calendar\">See your events in your own "
		"calendar</a></p>\n");
}

const struct page page_events = {
	.path = "/events",
	.title = "Events",
	.reads = {[MY_ORGS] = {.op = &op_org_list, .also = "limit=100", .apart = true},
		[ALL] = {.op = &op_event_list, .with = with_all},
		[OF_ORG] = {.op = &op_org_event_list, .with = with_org}},
	.write = write_events,
	.titled = true,
};
