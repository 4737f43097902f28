#include "proto/events/covers.h"

#include "proto/events/events.h"
#include "proto/media/image_ops.h"

static const enum problem cover_problems[] = {PROBLEM_EVENT_NOT_FOUND,
	PROBLEM_HOST_REQUIRED, PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};

static const struct conflict cover_conflicts[] = {
	IMAGE_GONE("events_cover_fkey"),
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

#define EVENT_COVER(KIND, ...) \
	KIND(SERVICE_EVENTS, "/v1/events/{id}/cover", "an event's cover image", \
		"the cover image of an event that you manage", \
		" The event must not be cancelled.", IMAGE_FITTED, IMAGE_WIDE, \
		&event_record, &op_event_get, cover_problems, cover_conflicts, \
		__VA_ARGS__)

static const struct field cover_fields[] = {
	EVENT_ID(struct event_cover_in),
	IMAGE_URL_FIELD(struct event_cover_in, .required = true),
};
static const struct field choose_fields[] = {
	EVENT_ID(struct event_cover_in),
	IMAGE_URL_FIELD(struct event_cover_in, .required = false),
	IMAGE_REMOVE_FIELD(struct event_cover_in),
};

static const struct record cover_input = IMAGE_INPUT(
	"event_cover_in", struct event_cover_in, cover_fields, 1, "The event.");
static const struct record from_url_input = IMAGE_INPUT("event_cover_from_url_in",
	struct event_cover_in, cover_fields, 2, "The URL of the image.");
static const struct record choose_input = IMAGE_INPUT("event_cover_choose_in",
	struct event_cover_in, choose_fields, 3, "The new image, or its removal.");

const struct op op_event_cover_set =
	EVENT_COVER(IMAGE_SET, "event_cover_set", &cover_input);
const struct op op_event_cover_set_from_url =
	EVENT_COVER(IMAGE_SET_FROM_URL, "event_cover_set_from_url", &from_url_input);
const struct op op_event_cover_remove =
	EVENT_COVER(IMAGE_REMOVE, "event_cover_remove", &cover_input);
const struct op op_event_cover_choose = EVENT_COVER(
	IMAGE_CHOOSE, "event_cover_choose", &choose_input, "set_event_cover", 515);
