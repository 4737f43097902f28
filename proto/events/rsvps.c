#include "proto/events/events.h"
#include "proto/records.h"

const char *const rsvp_status_values[] = {"going", "waitlist", "cancelled", NULL};
static const char *const answer_values[] = {"going", "cancelled", NULL};

static const enum problem rsvp_problems[] = {PROBLEM_EVENT_NOT_FOUND,
	PROBLEM_EVENT_NOT_OPEN, PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_NONE};
static const enum problem list_problems[] = {PROBLEM_EVENT_NOT_FOUND, PROBLEM_NONE};

static const struct field result_fields[] = {
	OUT("title", TEXT, .nullable = true, .example = "\"Looms and lunch\"",
		.doc = "The event's title; null if you can no longer see the event."),
	OUT("status", ENUM, .values = rsvp_status_values,
		.doc = "Your RSVP; `waitlist` if the event is full."),
	OUT("goingCount", INTEGER, .doc = "The number of members who are going."),
	OUT("waitlistCount", INTEGER,
		.doc = "The number of members on the waiting list."),
};

static const struct record result_record = {
	.name = "RsvpResult",
	.doc = "The result of an RSVP.",
	.fields = result_fields,
	.count = COUNT_OF(result_fields),
};

static const struct field event_rsvp_in_fields[] = {
	EVENT_ID(struct event_rsvp_in),
	IN(struct event_rsvp_in, status, "status", ENUM, .values = answer_values,
		.required = true, .doc = "Whether you go."),
};

static const struct record event_rsvp_input =
	INPUT_RECORD(event_rsvp_in, "Your answer to an event.");

const struct op op_event_rsvp = {
	.name = "event_rsvp",
	.service = SERVICE_EVENTS,
	.method = METHOD_POST,
	.path = "/v1/events/{id}/rsvp",
	.summary = "RSVP to an event",
	.doc = "Sets your RSVP to a published event that has not ended. If the event is "
	       "full, you join the end of the waiting list. A free seat goes to the "
	       "first member on the list. Cancelling gives up your seat or your position "
	       "on the list.",
	.input = &event_rsvp_input,
	.output = &result_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = rsvp_problems,
	.tool =
		{
			.name = "rsvp_event",
			.title = "RSVP to an event",
			.doc = "Sets your RSVP to an event. If it is full, you wait for "
			       "a seat; get_event has your position.",
			.destructive = true,
			.idempotent = true,
			.rank = 55,
		},
};

static const struct field rsvp_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("handle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The member's handle; null for deleted members."),
	OUT("name", TEXT, .doc = "The member's name."),
	OUT("image", MEDIA, .nullable = true, .doc = "The URL of the avatar."),
	OUT("headline", TEXT, .doc = "A one-line description of the member."),
	OUT("status", ENUM, .values = rsvp_status_values,
		.doc = "Whether the member is going, on the waiting list, or has "
		       "cancelled."),
	OUT("waitlistPosition", INTEGER, .nullable = true,
		.doc = "The position on the waiting list, from 1; null for other "
		       "members."),
	OUT("createdAt", INSTANT, .doc = "When the member first answered."),
};

static const struct record rsvp_record = {
	.name = "Rsvp",
	.doc = "A member's RSVP to an event.",
	.fields = rsvp_fields,
	.count = COUNT_OF(rsvp_fields),
};

static const struct field event_rsvp_list_in_fields[] = {
	EVENT_ID(struct event_rsvp_list_in),
	IN(struct event_rsvp_list_in, status, "status", ENUM,
		.values = rsvp_status_values, .doc = "Only RSVPs in this state."),
	PAGE_FIELDS(struct event_rsvp_list_in),
};

static const struct record event_rsvp_list_input =
	INPUT_RECORD(event_rsvp_list_in, "The event and the page.");

const struct op op_event_rsvp_list = {
	.name = "event_rsvp_list",
	.service = SERVICE_EVENTS,
	.method = METHOD_GET,
	.path = "/v1/events/{id}/rsvps",
	.summary = "List RSVPs",
	.doc = "Lists the RSVPs to an event, newest first. Members who manage the event "
	       "see all of them. Other members see who is going, and their own RSVP.",
	.input = &event_rsvp_list_input,
	.output = &rsvp_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.problems = list_problems,
	.tool =
		{
			.name = "list_event_rsvps",
			.title = "List RSVPs",
			.doc = "Lists the members who are going to an event, or all "
			       "RSVPs if you manage it.",
			.read_only = true,
			.idempotent = true,
			.rank = 52,
		},
};
