/*
 * attend.c - the visitor's attendance: a seat, or a place on the waiting list.
 */
#include "gateway/pages/events/inside.h"
#include "gateway/web/html.h"
#include "proto/events/events.h"
#include "proto/events/rsvps.h"

const struct form event_form_go = {
	.path = "/events/{id}/go",
	.op = &op_event_rsvp,
	.also = "status=going",
	.button = "I am going",
	.done = "/events/{id}",
	.said = "Your answer is saved.",
};

const struct form event_form_stay = {
	.path = "/events/{id}/stay",
	.op = &op_event_rsvp,
	.also = "status=cancelled",
	.button = "I cannot come",
	.danger = true,
	.done = "/events/{id}",
	.said = "Your answer is saved.",
};

static long long
number(const json_t *event, const char *name)
{
	return (long long)json_integer_value(view_member(event, name));
}

static bool
is_full(const json_t *event)
{
	return json_is_integer(view_member(event, "capacity")) &&
		number(event, "goingCount") >= number(event, "capacity");
}

/* The button that takes a seat, or says how long the waiting list is. */
static void
put_go(struct view *view, const json_t *event)
{
	const long long waiting = number(event, "waitlistCount");
	struct form form = event_form_go;

	if (is_full(event)) {
		note_put(view, "warn", "The event is full.");
		form.button = waiting > 0
			? arena_printf(view->arena,
				  "Join the waiting list (%lld before you)", waiting)
			: "Join the waiting list (nobody before you)";
	}
	actions_begin(view);
	form_put(view, &form, NULL);
}

/* What cannot be undone has a step more: others wait for the seat, or the place on the
 * waiting list is lost. */
static void
put_stay(struct view *view, const json_t *event)
{
	const bool waits = event_is(event, "myRsvpStatus", "waitlist");
	struct form form = event_form_stay;

	if (waits)
		form.button = "Leave the waiting list";
	if (waits)
		note_put(view, "warn",
			arena_printf(view->arena,
				"You are on the waiting list: number %lld of %lld. You "
				"are told as soon as there is a place for you.",
				number(event, "myWaitlistPosition"),
				number(event, "waitlistCount")));
	else
		note_put(view, "good", "You are going.");
	actions_begin(view);
	if (waits)
		confirm_put(view, &form, "If you come back, you are the last again.");
	else if (is_full(event))
		confirm_put(view, &form,
			number(event, "waitlistCount") > 0
				? "Your place goes to the first member on the waiting "
				  "list."
				: "The event is full, so another member may take your "
				  "place.");
	else
		form_put(view, &form, NULL);
}

void
event_put_answer(struct view *view, const json_t *event)
{
	const bool takes_part = event_is(event, "myRsvpStatus", "going") ||
		event_is(event, "myRsvpStatus", "waitlist");

	if (!event_is(event, "status", "published"))
		return;
	if (view_has_passed(view_text(event, "endsAt"))) {
		note_put(view, "", "The event is over.");
		return;
	}
	if (takes_part)
		put_stay(view, event);
	else
		put_go(view, event);
	button_put(view, "Add to your calendar",
		arena_printf(view->arena, "/v1/events/%s/calendar.ics",
			view_text(event, "id")),
		false);
	actions_end(view);
}
