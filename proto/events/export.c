#include "proto/events/export.h"

#include "proto/records.h"

static const struct field export_event_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "evt", .doc = "The event's id."),
	OUT("title", TEXT, .doc = "The title."),
	OUT("description", TEXT, .doc = "The description."),
	OUT("startsAt", INSTANT, .doc = "When it starts."),
	OUT("endsAt", INSTANT, .doc = "When it ends."),
	OUT("timezone", TEXT, .format = FORMAT_TIMEZONE, .doc = "The IANA time zone."),
	OUT("locationKind", TEXT, .example = "\"in_person\"",
		.doc = "How people attend: in_person, virtual or hybrid."),
	OUT("location", TEXT, .doc = "The address or name of the location."),
	OUT("joinUrl", TEXT, .format = FORMAT_URI,
		.doc = "The URL for joining online, or empty."),
	OUT("coverImage", MEDIA, .nullable = true, .doc = "The URL of the cover image."),
	OUT("capacity", INTEGER, .nullable = true,
		.doc = "The number of seats; null if unlimited."),
	OUT("scope", TEXT, .example = "\"public\"",
		.doc = "The audience: public or org_members."),
	OUT("status", TEXT, .example = "\"published\"",
		.doc = "The state: draft, published or cancelled."),
	OUT("hostOrgSlug", TEXT, .nullable = true, .format = FORMAT_SLUG,
		.doc = "The slug of the host organization; null if there is none."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("updatedAt", INSTANT, .doc = "When it last changed."),
	OUT("cancelReason", TEXT,
		.doc = "The reason for cancelling it; empty if there is none."),
};

const struct record export_event_record = {
	.name = "ExportEvent",
	.doc = "An event that the member created.",
	.fields = export_event_fields,
	.count = COUNT_OF(export_event_fields),
};

static const struct field export_rsvp_fields[] = {
	OUT("eventId", IDENTIFIER, .prefix = "evt", .doc = "The event's id."),
	OUT("title", TEXT, .nullable = true,
		.doc = "The title; null if the member can no longer see the event."),
	OUT("startsAt", INSTANT, .nullable = true,
		.doc = "When it starts; null if the member can no longer see the event."),
	OUT("status", TEXT, .example = "\"going\"",
		.doc = "The RSVP: going, waitlist or cancelled."),
	OUT("createdAt", INSTANT, .doc = "When the member first answered."),
};

const struct record export_rsvp_record = {
	.name = "ExportRsvp",
	.doc = "An RSVP of the member.",
	.fields = export_rsvp_fields,
	.count = COUNT_OF(export_rsvp_fields),
};
