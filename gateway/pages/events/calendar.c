/*
 * calendar.c - the member's events in the member's own calendar.
 */
#include "proto/events/calendar.h"
#include "gateway/pages/events/inside.h"
#include "gateway/web/html.h"
#include "proto/events/events.h"

static const struct form form_rotate = {
	.path = "/events/calendar/rotate",
	.op = &op_calendar_rotate,
	.button = "Make a new address",
	.danger = true,
	.done = "/events/calendar",
	.said = "The previous address does not work any more.",
};

static void
write_calendar(struct view *view)
{
	html_put(view->out,
		"<p class=\"lead\">Subscribe to this address, and your calendar always "
		"shows the events that you host or attend.</p>\n");
	card_begin(view, NULL);
	html_putf(view->out, "<p class=\"copy\">%s</p>\n",
		view_text(view->answers[0], "url"));
	html_put(view->out,
		"<ul>\n"
		"<li>Google Calendar: <b>Other calendars</b>, <b>From URL</b></li>\n"
		"<li>Apple Calendar: <b>File</b>, <b>New Calendar "
		"Subscription</b></li>\n"
		"<li>Outlook: <b>Add calendar</b>, <b>Subscribe from web</b></li>\n"
		"</ul>\n"
		"<p>Whoever knows the address can read your events. Keep it to "
		"yourself.</p>\n");
	confirm_put(view, &form_rotate,
		"Calendars that use the present address stop showing your events.");
	card_end(view);
	html_put(view->out, "<p><a href=\"/events?mine=true\">Your events</a></p>\n");
}

const struct page page_calendar = {
	.path = "/events/calendar",
	.title = "Your calendar",
	.reads = {{.op = &op_calendar_get}},
	.forms = {&form_rotate},
	.write = write_calendar,
};
