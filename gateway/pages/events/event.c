/*
 * event.c - an event: for members everything, for strangers a public event.
 */
#include "gateway/components/report.h"
#include "gateway/pages/events/inside.h"
#include "gateway/web/html.h"
#include "proto/events/events.h"
#include "proto/events/rsvps.h"

/* The order of the page's reads. Everybody may read PUBLIC. A stranger who finds nothing
 * there reads EVENT, which leads to the sign-in page. */
enum {
	PUBLIC,
	EVENT,
	GUESTS,
};

static bool
is_member(const struct view *view)
{
	return view->principal->membership == MEMBERSHIP_ACTIVE;
}

static const char *
with_event(const struct view *view)
{
	return is_member(view) || view->answers[PUBLIC] == NULL ? "" : NULL;
}

static const char *
with_guests(const struct view *view)
{
	return is_member(view) ? "" : NULL;
}

/* ---- facts ---- */

/* "3 of 20 places", or "3". */
static const char *
going(struct view *view, const json_t *event)
{
	const char *count = view_number(view, event, "goingCount");
	const char *capacity = view_number(view, event, "capacity");

	return json_is_integer(view_member(event, "capacity"))
		? arena_printf(view->arena, "%s of %s %s", count, capacity,
			  strcmp(capacity, "1") == 0 ? "place" : "places")
		: count;
}

static void
put_facts(struct view *view, const json_t *event)
{
	facts_begin(view);
	event_put_times(view, event);
	fact_put(view, "Takes place", event_how(event));
	fact_put(view, "Place", view_text(event, "location"));
	fact_address(view, "Join at", view_text(event, "joinUrl"));
	fact_begin(view, "Host");
	event_put_host(view, event);
	fact_end(view);
	fact_put(view, "Going", going(view, event));
	if (json_integer_value(view_member(event, "waitlistCount")) > 0)
		fact_put(view, "Waiting list", view_number(view, event, "waitlistCount"));
	if (event_is(event, "scope", "org_members"))
		fact_put(view, "Visible to", "Members of the organization");
	facts_end(view);
}

/* ---- who is going ---- */

static void
put_guests(struct view *view, const json_t *event)
{
	const json_t *guests = view->answers[GUESTS];
	const json_t *items = view_member(guests, "items");

	if (json_array_size(items) == 0)
		return;
	html_put(view->out, "<h2>Who is going</h2>\n<ul class=\"rows\">\n");
	for (size_t i = 0; i < json_array_size(items); i++)
		row_member(view, json_array_get(items, i));
	html_put(view->out, "</ul>\n");
	if (view_text(guests, "nextCursor")[0] == '\0')
		return;
	html_put(view->out, "<p>");
	link_put(view, event_path(view, event, "/guests"),
		arena_printf(view->arena, "All %s who are going",
			view_number(view, event, "goingCount")));
	html_put(view->out, "</p>\n");
}

/* ---- reports ---- */

static const struct form form_report =
	REPORT_FORM("/events/{id}", "event", "Report this event");

/* ---- strangers ---- */

static void
put_for_stranger(struct view *view, const json_t *event)
{
	const char *path = event_path(view, event, "");

	if (view->principal->membership != MEMBERSHIP_NONE)
		return;
	card_begin(view, "Do you want to come?");
	html_put(view->out,
		"<p>Members say that they are going, and see who else is.</p>\n");
	actions_begin(view);
	button_put(view, "Sign up", "/sign-up", true);
	button_put(view, "Sign in",
		path_with_query(view->arena, "/sign-in", "next", path), false);
	actions_end(view);
	card_end(view);
}

/* What previews of links and search engines show. */
static void
preview(struct view *view, const json_t *event)
{
	struct preview *shown = arena_alloc(view->arena, sizeof(*shown));
	const char *place = view_text(event, "location");

	*shown = (struct preview){
		.type = "website",
		.description =
			arena_printf(view->arena, "%s, %s", event_when(view, event),
				place[0] != '\0' ? place : event_how(event)),
		.image = view_text(event, "coverImage"),
	};
	view->preview = shown;
}

/* ---- the page ---- */

static void
put_state(struct view *view, const json_t *event)
{
	if (event_is(event, "status", "cancelled")) {
		note_put(view, "bad", "The event is cancelled.");
		quote_put(view, view_text(event, "cancelReason"));
	} else if (event_is(event, "status", "draft"))
		note_put(view, "warn",
			"The event is a draft. Only those who manage it see it.");
}

static void
write_event(struct view *view)
{
	const bool whole = view->answers[EVENT] != NULL;
	const json_t *event = view->answers[whole ? EVENT : PUBLIC];
	const bool managed = json_is_true(view_member(event, "canManage"));

	if (view->answers[PUBLIC] != NULL)
		preview(view, event);
	head_put(view, view_text(event, "title"), "");
	put_state(view, event);
	photo_put(view, view_text(event, "coverImage"), "");
	put_facts(view, event);
	if (whole)
		event_put_answer(view, event);
	else
		put_for_stranger(view, event);
	if (managed)
		event_put_managing(view, event);
	if (view_text(event, "description")[0] != '\0')
		html_put(view->out, "<h2>About the event</h2>\n");
	written_put(view, view_text(event, "description"));
	put_guests(view, event);
	if (whole && !managed)
		report_put(view, &form_report, view_text(event, "id"));
}

const struct page page_event = {
	.path = "/events/{id}",
	.title = "Event",
	.reads = {[PUBLIC] = {.op = &op_event_public_get, .optional = true},
		[EVENT] = {.op = &op_event_get, .with = with_event},
		[GUESTS] = {.op = &op_event_rsvp_list,
			.also = "status=going&limit=6",
			.with = with_guests,
			.apart = true,
			.optional = true}},
	.forms = {&event_form_go, &event_form_stay, &event_form_publish,
		&event_form_cancel, &event_form_cover, &event_form_no_cover,
		&form_report},
	.write = write_event,
	.titled = true,
};
