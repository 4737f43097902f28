#include "proto/events/export.h"

#include "proto/records.h"

static const struct field export_event_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "evt", .doc = "The event's id."),
	OUT("title", TEXT, .doc = "The event in one line."),
	OUT("description", TEXT, .doc = "What it is about."),
	OUT("startsAt", INSTANT, .doc = "When it starts."),
	OUT("endsAt", INSTANT, .doc = "When it ends."),
	OUT("timezone", TEXT, .format = FORMAT_TIMEZONE, .doc = "Its time zone."),
	OUT("locationKind", TEXT, .example = "\"in_person\"",
		.doc = "in_person, virtual or hybrid."),
	OUT("location", TEXT, .doc = "The place."),
	OUT("joinUrl", TEXT, .format = FORMAT_URI,
		.doc = "Where to join over the network, or empty."),
	OUT("coverImage", MEDIA, .nullable = true, .doc = "The address of an image."),
	OUT("capacity", INTEGER, .nullable = true, .doc = "How many can go."),
	OUT("scope", TEXT, .example = "\"public\"", .doc = "public or org_members."),
	OUT("status", TEXT, .example = "\"published\"",
		.doc = "draft, published or cancelled."),
	OUT("hostOrgSlug", TEXT, .nullable = true, .format = FORMAT_SLUG,
		.doc = "The slug of the organization that hosts it."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("updatedAt", INSTANT, .doc = "When it last changed."),
};

const struct record export_event_record = {
	.name = "ExportEvent",
	.doc = "An event of the member.",
	.fields = export_event_fields,
	.count = COUNT_OF(export_event_fields),
};

static const struct field export_rsvp_fields[] = {
	OUT("eventId", IDENTIFIER, .prefix = "evt", .doc = "The event's id."),
	OUT("title", TEXT, .doc = "The event in one line."),
	OUT("startsAt", INSTANT, .doc = "When it starts."),
	OUT("status", TEXT, .example = "\"going\"",
		.doc = "going, waitlist or cancelled."),
	OUT("createdAt", INSTANT, .doc = "When the member first answered."),
};

const struct record export_rsvp_record = {
	.name = "ExportRsvp",
	.doc = "An answer of the member to an event.",
	.fields = export_rsvp_fields,
	.count = COUNT_OF(export_rsvp_fields),
};
