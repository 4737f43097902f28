/*
 * guests.c - who is going to an event; for those who manage it, also who waits and who
 * has cancelled.
 */
#include "gateway/pages/events/inside.h"
#include "gateway/web/html.h"
#include "proto/events/events.h"
#include "proto/events/rsvps.h"

static const char *
state(const struct view *view)
{
	const char *status = view_query(view, "status");

	return status[0] != '\0' ? status : "going";
}

static const char *
with_guests(const struct view *view)
{
	return view_query(view, "status")[0] != '\0' ? "" : "status=going";
}

static void
guest_row(struct view *view, const json_t *guest)
{
	const char *handle = view_text(guest, "handle");

	row_begin_with_picture(view, view_text(guest, "image"), view_text(guest, "name"),
		handle[0] != '\0' ? path_of_member(view->arena, handle) : NULL,
		view_text(guest, "name"));
	row_line(view, view_text(guest, "headline"));
	line_begin(view);
	if (json_is_integer(view_member(guest, "waitlistPosition"))) {
		html_putf(view->out, "Number %s on the waiting list",
			view_number(view, guest, "waitlistPosition"));
		line_dot(view);
	}
	html_put(view->out, "answered ");
	ago_put(view, view_text(guest, "createdAt"));
	line_end(view);
	row_end(view);
}

static void
put_tabs(struct view *view, const json_t *event)
{
	const char *path = event_path(view, event, "/guests");
	const char *shown = state(view);
	const struct tab tabs[] = {
		{arena_printf(view->arena, "Going (%s)",
			 view_number(view, event, "goingCount")),
			path, strcmp(shown, "going") == 0},
		{arena_printf(view->arena, "Waiting list (%s)",
			 view_number(view, event, "waitlistCount")),
			path_with_query(view->arena, path, "status", "waitlist"),
			strcmp(shown, "waitlist") == 0},
		{"Cancelled", path_with_query(view->arena, path, "status", "cancelled"),
			strcmp(shown, "cancelled") == 0},
	};

	tabs_put(view, "Guests", tabs, COUNT_OF(tabs));
}

static void
write_guests(struct view *view)
{
	const json_t *event = view->answers[0];
	const struct list list = {
		.row = guest_row,
		.empty = strcmp(state(view), "going") == 0 ? "Nobody is going yet."
			: strcmp(state(view), "waitlist") == 0
			? "Nobody is waiting for a place."
			: "Nobody has cancelled.",
		.action = "Back to the event",
		.path = event_path(view, event, ""),
	};

	head_put(view,
		arena_printf(view->arena, "Guests of \u201c%s\u201d",
			view_text(event, "title")),
		event_when(view, event));
	if (json_is_true(view_member(event, "canManage")))
		put_tabs(view, event);
	list_put(view, view->answers[1], &list);
	html_putf(view->out, "<p><a href=\"%s\">Back to the event</a></p>\n",
		event_path(view, event, ""));
}

const struct page page_guests = {
	.path = "/events/{id}/guests",
	.title = "Guests",
	.reads = {{.op = &op_event_get},
		{.op = &op_event_rsvp_list, .with = with_guests}},
	.write = write_guests,
	.titled = true,
};
