/*
 * manage.c - what those who manage an event do with it.
 */
#include "gateway/pages/events/inside.h"
#include "gateway/web/html.h"
#include "proto/events/covers.h"
#include "proto/events/events.h"

const struct form event_form_publish = {
	.path = "/events/{id}/publish",
	.op = &op_event_publish,
	.button = "Publish the event",
	.done = "/events/{id}",
	.said = "The event is published.",
};

static const struct control cancel_controls[] = {
	{.name = "reason",
		.kind = CONTROL_AREA,
		.label = "Why?",
		.hint = "Everybody who is told reads it. You can leave it out."},
};

const struct form event_form_cancel = {
	.path = "/events/{id}/cancel",
	.op = &op_event_cancel,
	.controls = cancel_controls,
	.control_count = COUNT_OF(cancel_controls),
	.button = "Cancel the event",
	.danger = true,
	.done = "/events/{id}",
	.said = "The event is cancelled.",
};

static const struct control cover_controls[] = {
	{.name = "file",
		.kind = CONTROL_FILE,
		.label = "Cover",
		.hint = "JPEG, PNG, WebP or GIF, at most 8 MB. It is cut to a wide "
			"format."},
};

const struct form event_form_cover = {
	.path = "/events/{id}/cover",
	.op = &op_event_cover_set,
	.controls = cover_controls,
	.control_count = COUNT_OF(cover_controls),
	.button = "Upload the cover",
	.plain = true,
	.done = "/events/{id}",
	.said = "The event has a new cover.",
};

const struct form event_form_no_cover = {
	.path = "/events/{id}/cover/remove",
	.op = &op_event_cover_remove,
	.button = "Remove the cover",
	.danger = true,
	.done = "/events/{id}",
	.said = "The cover is removed.",
};

static void
put_cover_forms(struct view *view, const json_t *event)
{
	const bool has_one = view_text(event, "coverImage")[0] != '\0';

	form_fold_begin(view, &event_form_cover,
		has_one ? "Change the cover" : "Add a cover", NULL, "");
	form_put(view, &event_form_cover, NULL);
	if (has_one)
		form_put(view, &event_form_no_cover, NULL);
	form_fold_end(view);
}

static void
put_cancelling(struct view *view, const json_t *event)
{
	const bool draft = event_is(event, "status", "draft");

	confirm_put(view, &event_form_cancel,
		draft ? "A cancelled draft cannot be published any more."
		      : "A cancelled event stays cancelled. Everybody who is going or on "
			"the waiting list is told.");
}

void
event_put_managing(struct view *view, const json_t *event)
{
	const bool draft = event_is(event, "status", "draft");
	const bool cancelled = event_is(event, "status", "cancelled");

	card_begin(view, "You manage this event");
	actions_begin(view);
	if (draft)
		form_put(view, &event_form_publish, NULL);
	if (!cancelled)
		button_put(view, "Edit", event_path(view, event, "/edit"), false);
	button_put(view, "Duplicate", event_path(view, event, "/copy"), false);
	if (!draft)
		button_put(view, "Guests", event_path(view, event, "/guests"), false);
	actions_end(view);
	if (!cancelled) {
		put_cover_forms(view, event);
		put_cancelling(view, event);
	}
	card_end(view);
}
