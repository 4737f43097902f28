#include "proto/events/events.h"

#include "proto/orgs/orgs.h"
#include "proto/records.h"

const char *const event_location_kind_values[] = {"in_person", "virtual", "hybrid", NULL};
static const char *const scope_values[] = {"public", "org_members", NULL};
const char *const event_status_values[] = {"draft", "published", "cancelled", NULL};

/* ---- the record ---- */

static const struct field event_warning_element = OUT("warning", TEXT,
	.example = "\"The event now lasts 3 hours; before, it lasted 2 hours.\"",
	.doc = "What the edit changed beside its fields.");

static const struct field event_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "evt", .doc = "The event's id."),
	OUT("hostOrgSlug", TEXT, .nullable = true, .format = FORMAT_SLUG,
		.doc = "The slug of the host organization; null if there is none or you "
		       "cannot see it."),
	OUT("hostOrgName", TEXT, .nullable = true, .example = "\"Analytical Engines\"",
		.doc = "The name of the host organization."),
	OUT("hostUserId", IDENTIFIER, .prefix = "usr",
		.doc = "The id of the member who hosts the event or created it for the "
		       "organization."),
	OUT("hostHandle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The host's handle; null for deleted members."),
	OUT("hostName", TEXT, .example = "\"Ada Lovelace\"", .doc = "The host's name."),
	OUT("title", TEXT, .example = "\"Looms and lunch\"", .doc = "The title."),
	OUT("description", TEXT, .doc = "The description."),
	OUT("startsAt", INSTANT, .doc = "When it starts."),
	OUT("endsAt", INSTANT, .doc = "When it ends."),
	OUT("timezone", TEXT, .format = FORMAT_TIMEZONE,
		.doc = "The IANA time zone of the event."),
	OUT("locationKind", ENUM, .values = event_location_kind_values,
		.doc = "How people attend: in person, online, or both."),
	OUT("location", TEXT, .doc = "The address or name of the location."),
	OUT("joinUrl", TEXT, .nullable = true, .format = FORMAT_URI,
		.doc = "The URL for joining online. Only members who manage the event or "
		       "are going can see it; null otherwise."),
	OUT("coverImage", MEDIA, .nullable = true, .doc = "The URL of the cover image."),
	OUT("capacity", INTEGER, .nullable = true, .min = 1, .max = 1000000,
		.doc = "The number of seats; null if unlimited."),
	OUT("scope", ENUM, .values = scope_values,
		.doc = "`public`: every active member can see it, and everybody if the "
		       "host organization or the host's profile is public. "
		       "`org_members`: only members of the host organization."),
	OUT("status", ENUM, .values = event_status_values,
		.doc = "The state. Only members who manage the event can see a draft."),
	OUT("cancelReason", TEXT,
		.doc = "The reason for cancelling it; empty if there is none."),
	OUT("goingCount", INTEGER, .doc = "The number of members who are going."),
	OUT("waitlistCount", INTEGER,
		.doc = "The number of members on the waiting list."),
	OUT("myRsvpStatus", ENUM, .nullable = true, .values = rsvp_status_values,
		.doc = "Your RSVP; null if you have not answered."),
	OUT("myWaitlistPosition", INTEGER, .nullable = true,
		.doc = "Your position on the waiting list, from 1; null if you are not "
		       "on it."),
	OUT("canManage", BOOLEAN,
		.doc = "Whether you can edit, publish and cancel the event."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("updatedAt", INSTANT, .doc = "When it last changed."),
	OUT("warnings", LIST, .element = &event_warning_element, .optional = true,
		.doc = "After an edit that changed how long the event lasts: its new and "
		       "its former duration. Absent otherwise."),
};

const struct record event_record = {
	.name = "Event",
	.doc = "An event of a member or of an organization.",
	.fields = event_fields,
	.count = COUNT_OF(event_fields),
};

/* The input fields that creating and editing an event share. OR adds the default of a
 * field; an edit has no defaults, and leaves absent fields unchanged. */
#define EVENT_INPUT_FIELDS(holder, must, OR) \
	IN(holder, event.title, "title", TEXT, .format = FORMAT_LINE, .trimmed = true, \
		.min = 3, .max = 140, .example = "\"Looms and lunch\"", \
		.doc = "The title.", must), \
		IN(holder, event.description, "description", TEXT, .max = 4000, \
			.doc = "The description.", OR("\"\"")), \
		IN(holder, event.starts_at, "startsAt", INSTANT, \
			.doc = "When it starts.", must), \
		IN(holder, event.ends_at, "endsAt", INSTANT, \
			.doc = "At most 31 days after the start.", must), \
		IN(holder, event.timezone, "timezone", TEXT, .format = FORMAT_TIMEZONE, \
			.min = 1, .max = 64, .doc = "The IANA time zone.", \
			OR("\"America/New_York\"")), \
		IN(holder, event.location_kind, "locationKind", ENUM, \
			.values = event_location_kind_values, \
			.doc = "`virtual`: online; `hybrid`: both.", \
			OR("\"in_person\"")), \
		IN(holder, event.location, "location", TEXT, .format = FORMAT_LINE, \
			.max = 200, .doc = "The address or name.", OR("\"\"")), \
		IN(holder, event.join_url, "joinUrl", TEXT, .format = FORMAT_URI, \
			.max = 400, .nullable = true, .empty_allowed = true, \
			.doc = "The URL for joining online.", OR("\"\"")), \
		IN(holder, event.capacity, "capacity", INTEGER, .nullable = true, \
			.min = 1, .max = 1000000, \
			.doc = "The seats; null if unlimited.", OR("null")), \
		IN(holder, event.scope, "scope", ENUM, .values = scope_values, \
			.doc = "`org_members`: only members of the host organization.", \
			OR("\"public\""))

#define OR_FALLBACK(json) .fallback = (json)
#define OR_UNCHANGED(json) .fallback = NULL

#define EVENT_PUBLISH(holder) \
	IN(holder, publish, "publish", BOOLEAN, .fallback = "false", \
		.doc = "Whether to publish it. Only managers see a draft.")

static const enum problem create_problems[] = {PROBLEM_ORG_NOT_FOUND,
	PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_RATE_LIMITED, PROBLEM_NONE};
static const enum problem get_problems[] = {PROBLEM_EVENT_NOT_FOUND, PROBLEM_NONE};
static const enum problem update_problems[] = {PROBLEM_EVENT_NOT_FOUND,
	PROBLEM_HOST_REQUIRED, PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};
static const enum problem cancel_problems[] = {
	PROBLEM_EVENT_NOT_FOUND, PROBLEM_HOST_REQUIRED, PROBLEM_NONE};

/* ---- creating ---- */

static const struct field event_create_in_fields[] = {
	EVENT_INPUT_FIELDS(struct event_create_in, .required = true, OR_FALLBACK),
	EVENT_PUBLISH(struct event_create_in),
	IN(struct event_create_in, org_slug, "orgSlug", TEXT, .format = FORMAT_SLUG,
		.min = 3, .max = 40,
		.doc = "The organization's slug, if you own or administer it. Default: you."),
};

static const struct record event_create_input =
	INPUT_RECORD(event_create_in, "A new event.");

const struct op op_event_create = {
	.name = "event_create",
	.service = SERVICE_EVENTS,
	.method = METHOD_POST,
	.path = "/v1/events",
	.summary = "Create an event",
	.doc = "Creates an event that you host, or that an organization hosts in which "
	       "you are owner or admin. It is a draft unless `publish` is true.",
	.input = &event_create_input,
	.output = &event_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_event_get,
	.answer = {.location = "/v1/events/{id}"},
	.problems = create_problems,
	.tool =
		{
			.name = "create_event",
			.title = "Create an event",
			.doc = "Creates an event, hosted by you or by your organization "
			       "(orgSlug). It is a draft unless publish is true.",
			.rank = 82,
		},
};

static const struct field org_event_create_in_fields[] = {
	ORG_SLUG(struct org_event_create_in),
	EVENT_INPUT_FIELDS(struct org_event_create_in, .required = true, OR_FALLBACK),
	EVENT_PUBLISH(struct org_event_create_in),
};

static const struct record org_event_create_input =
	INPUT_RECORD(org_event_create_in, "A new event of an organization.");

const struct op op_org_event_create = {
	.name = "org_event_create",
	.service = SERVICE_EVENTS,
	.method = METHOD_POST,
	.path = "/v1/orgs/{slug}/events",
	.summary = "Create an organization's event",
	.doc = "Creates an event that an organization hosts. Requires the role owner or "
	       "admin. The event is a draft unless `publish` is true.",
	.input = &org_event_create_input,
	.output = &event_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_event_get,
	.answer = {.location = "/v1/events/{id}"},
	.problems = create_problems,
};

/* ---- reading one ---- */

static const struct field event_get_in_fields[] = {
	EVENT_ID(struct event_get_in),
};

static const struct record event_get_input = INPUT_RECORD(event_get_in, "The event.");

const struct op op_event_get = {
	.name = "event_get",
	.service = SERVICE_EVENTS,
	.method = METHOD_GET,
	.path = "/v1/events/{id}",
	.summary = "Read an event",
	.doc = "Reads an event with your RSVP and the number of members who are going.",
	.input = &event_get_input,
	.output = &event_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.problems = get_problems,
	.tool =
		{
			.name = "get_event",
			.title = "Read an event",
			.doc = "Reads an event with your RSVP.",
			.read_only = true,
			.idempotent = true,
			.rank = 50,
		},
};

/* ---- changing ---- */

static const struct field event_update_in_fields[] = {
	EVENT_ID(struct event_update_in),
	EVENT_INPUT_FIELDS(struct event_update_in, .required = false, OR_UNCHANGED),
};

static const struct record event_update_input = INPUT_RECORD(
	event_update_in, "The fields to change. Fields that you omit keep their values.");

static const struct hint update_hints[] = {
	{PROBLEM_VALIDATION_FAILED, NULL, NULL,
		"Correct the fields that `errors` lists. {event_publish} shows a "
		"draft to its audience, and {event_cancel} cancels an event."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

const struct op op_event_update = {
	.name = "event_update",
	.service = SERVICE_EVENTS,
	.method = METHOD_PATCH,
	.path = "/v1/events/{id}",
	.summary = "Edit an event",
	.doc = "Changes fields of an event that you manage and that is not cancelled. "
	       "Members who are going are notified of a new time or location. Additional "
	       "seats go to the waiting list. A capacity below the number of members who "
	       "are going is refused.",
	.input = &event_update_input,
	.output = &event_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_event_get,
	.problems = update_problems,
	.hints = update_hints,
	.tool =
		{
			.name = "update_event",
			.title = "Edit an event",
			.doc = "Changes an event that you manage. Members who are going "
			       "are notified of a new time or location.",
			.destructive = true,
			.idempotent = true,
			.rank = 183,
		},
};

static const struct field event_publish_in_fields[] = {
	EVENT_ID(struct event_publish_in),
};

static const struct record event_publish_input =
	INPUT_RECORD(event_publish_in, "The event.");

const struct op op_event_publish = {
	.name = "event_publish",
	.service = SERVICE_EVENTS,
	.method = METHOD_POST,
	.path = "/v1/events/{id}/publish",
	.summary = "Publish an event",
	.doc = "Publishes a draft of an event that you manage. Publishing a published "
	       "event changes nothing. A cancelled event cannot be published.",
	.input = &event_publish_input,
	.output = &event_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_event_get,
	.problems = update_problems,
	.tool =
		{
			.name = "publish_event",
			.title = "Publish an event",
			.doc = "Publishes a draft of an event that you manage, so that "
			       "its audience can see it.",
			.idempotent = true,
			.rank = 187,
		},
};

static const struct field event_cancel_in_fields[] = {
	EVENT_ID(struct event_cancel_in),
	IN(struct event_cancel_in, reason, "reason", TEXT, .trimmed = true, .max = 500,
		.example = "\"The hall is flooded.\"", .fallback = "\"\"",
		.doc = "The reason. The guests can read it."),
};

static const struct record event_cancel_input =
	INPUT_RECORD(event_cancel_in, "The event and the reason.");

static const struct hint cancel_hints[] = {
	{PROBLEM_HOST_REQUIRED, NULL, NULL,
		"Ask the host of the event to do this. {event_rsvp} withdraws your "
		"own RSVP."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

const struct op op_event_cancel = {
	.name = "event_cancel",
	.service = SERVICE_EVENTS,
	.method = METHOD_POST,
	.path = "/v1/events/{id}/cancel",
	.summary = "Cancel an event",
	.doc = "Cancels an event that you manage permanently, and notifies the members "
	       "who are going or on the waiting list, with your reason. Cancelling a "
	       "cancelled event changes nothing.",
	.input = &event_cancel_input,
	.output = &event_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_event_get,
	.problems = cancel_problems,
	.hints = cancel_hints,
	.tool =
		{
			.name = "cancel_event",
			.title = "Cancel an event",
			.doc = "Cancels an event that you manage for good, and tells "
			       "its guests.",
			.destructive = true,
			.idempotent = true,
			.rank = 192,
		},
};
