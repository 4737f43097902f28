#include "proto/events/covers.h"

#include "proto/events/events.h"
#include "proto/media/media.h"

static const enum problem cover_problems[] = {PROBLEM_EVENT_NOT_FOUND,
	PROBLEM_HOST_REQUIRED, PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};

static const struct conflict cover_conflicts[] = {
	IMAGE_GONE("events_cover_fkey"),
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field event_cover_in_fields[] = {
	EVENT_ID(struct event_cover_in),
};

static const struct record cover_input = INPUT_RECORD(event_cover_in, "Which event.");

static const struct field event_cover_from_url_in_fields[] = {
	EVENT_ID(struct event_cover_from_url_in),
	IMAGE_URL_FIELD(struct event_cover_from_url_in, .required = true),
};

static const struct record from_url_input =
	INPUT_RECORD(event_cover_from_url_in, "Where the image is.");

static const struct field event_cover_choose_in_fields[] = {
	EVENT_ID(struct event_cover_choose_in),
	IMAGE_URL_FIELD(struct event_cover_choose_in, .required = false),
	IMAGE_REMOVE_FIELD(struct event_cover_choose_in),
};

static const struct record choose_input =
	INPUT_RECORD(event_cover_choose_in, "The image, or that there shall be none.");

const struct op op_event_cover_set = {
	.name = "event_cover_set",
	.service = SERVICE_EVENTS,
	.method = METHOD_PUT,
	.path = "/v1/events/{id}/cover",
	.summary = "Set an event's cover image",
	.doc = "Sets the cover image of an event that you manage and that is not cancelled. "
	       "It is made to fit into 1600 x 1600 pixels. Send the bytes of a JPEG, PNG, "
	       "WebP or GIF image, or a form with one part `file`: at most 8 MiB and 40 "
	       "megapixels, each side 32 to 10,000 pixels.",
	.input = &cover_input,
	.output = &event_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_event_get,
	.image = {.source = IMAGE_BODY, .use = IMAGE_WIDE},
	.problems = cover_problems,
	.conflicts = cover_conflicts,
};

const struct op op_event_cover_set_from_url = {
	.name = "event_cover_set_from_url",
	.service = SERVICE_EVENTS,
	.method = METHOD_PUT,
	.path = "/v1/events/{id}/cover/from-url",
	.summary = "Set an event's cover image from an address",
	.doc = "Sets the cover image of an event that you manage and that is not cancelled "
	       "to an image on the web, made to fit into 1600 x 1600 pixels. The image is "
	       "copied; the address itself is not served.",
	.input = &from_url_input,
	.output = &event_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_event_get,
	.image = {.source = IMAGE_URL, .use = IMAGE_WIDE},
	.problems = cover_problems,
	.conflicts = cover_conflicts,
};

const struct op op_event_cover_remove = {
	.name = "event_cover_remove",
	.service = SERVICE_EVENTS,
	.method = METHOD_DELETE,
	.path = "/v1/events/{id}/cover",
	.summary = "Remove an event's cover image",
	.doc = "Removes the cover image of an event that you manage and that is not "
	       "cancelled.",
	.input = &cover_input,
	.output = &event_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_event_get,
	.problems = cover_problems,
};

const struct op op_event_cover_choose = {
	.name = "event_cover_choose",
	.service = SERVICE_EVENTS,
	.summary = "Set or remove an event's cover image",
	.doc = "Sets the cover image of an event that you manage and that is not cancelled "
	       "to an image on the web, or removes it. The image is copied; the address "
	       "itself is not served.",
	.input = &choose_input,
	.output = &event_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.image = {.source = IMAGE_CHOSEN, .use = IMAGE_WIDE},
	.problems = cover_problems,
	.conflicts = cover_conflicts,
	.tool =
		{
			.name = "set_event_cover",
			.title = "Set an event's cover image",
			.doc = "Sets the cover image of an event that you manage to a copy of an image "
			       "on the web, or removes it.",
			.destructive = true,
			.idempotent = true,
			.open_world = true,
			.rank = 515,
		},
};
