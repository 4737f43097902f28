#include "proto/events/events.h"
#include "proto/records.h"

static const enum problem public_problems[] = {PROBLEM_EVENT_NOT_FOUND, PROBLEM_NONE};

static const struct field public_event_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "evt", .doc = "The event's id."),
	OUT("hostOrgSlug", TEXT, .nullable = true, .format = FORMAT_SLUG,
		.doc = "The slug of the host organization; null if a member hosts it."),
	OUT("hostOrgName", TEXT, .nullable = true, .example = "\"Analytical Engines\"",
		.doc = "The name of the host organization."),
	OUT("hostHandle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The handle of the member who hosts it; null if an organization "
		       "does."),
	OUT("hostName", TEXT, .nullable = true, .example = "\"Ada Lovelace\"",
		.doc = "The name of the member who hosts it."),
	OUT("title", TEXT, .example = "\"Looms and lunch\"", .doc = "The title."),
	OUT("description", TEXT, .doc = "The description."),
	OUT("startsAt", INSTANT, .doc = "When it starts."),
	OUT("endsAt", INSTANT, .doc = "When it ends."),
	OUT("timezone", TEXT, .format = FORMAT_TIMEZONE,
		.doc = "The IANA time zone of the event."),
	OUT("locationKind", ENUM, .values = event_location_kind_values,
		.doc = "How people attend: in person, online, or both."),
	OUT("location", TEXT,
		.doc = "The address or name of the location; empty if a member hosts "
		       "it, because only members may know where."),
	OUT("coverImage", MEDIA, .nullable = true, .doc = "The URL of the cover image."),
	OUT("capacity", INTEGER, .nullable = true, .min = 1, .max = 1000000,
		.doc = "The number of seats; null if unlimited."),
	OUT("status", ENUM, .values = event_status_values,
		.doc = "Whether it takes place: `published` or `cancelled`."),
	OUT("goingCount", INTEGER, .doc = "The number of members who are going."),
};

static const struct record public_event_record = {
	.name = "PublicEvent",
	.doc = "An event as everybody sees it.",
	.fields = public_event_fields,
	.count = COUNT_OF(public_event_fields),
};

static const struct field event_public_get_in_fields[] = {
	EVENT_ID(struct event_public_get_in),
};

static const struct record event_public_get_input =
	INPUT_RECORD(event_public_get_in, "The event.");

const struct op op_event_public_get = {
	.name = "event_public_get",
	.service = SERVICE_EVENTS,
	.method = METHOD_GET,
	.path = "/v1/public/events/{id}",
	.summary = "Read a public event",
	.doc = "Reads a published event whose scope is `public`, if its host "
	       "organization is public or its host has a public profile. Anyone can "
	       "read it, without a credential.",
	.input = &event_public_get_input,
	.output = &public_event_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.problems = public_problems,
};
