#include "proto/events/events.h"
#include "proto/records.h"

static const enum problem copy_problems[] = {PROBLEM_EVENT_NOT_FOUND,
	PROBLEM_HOST_REQUIRED, PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_RATE_LIMITED,
	PROBLEM_NONE};

static const struct field event_copy_in_fields[] = {
	EVENT_ID(struct event_copy_in),
	IN(struct event_copy_in, starts_at, "startsAt", INSTANT, .required = true,
		.doc = "When the copy starts."),
	IN(struct event_copy_in, timezone, "timezone", TEXT, .format = FORMAT_TIMEZONE,
		.min = 1, .max = 64,
		.doc = "The copy's IANA time zone. Default: the event's."),
};

static const struct record event_copy_input =
	INPUT_RECORD(event_copy_in, "The event to copy, and the new start.");

const struct op op_event_copy = {
	.name = "event_copy",
	.service = SERVICE_EVENTS,
	.method = METHOD_POST,
	.path = "/v1/events/{id}/copy",
	.summary = "Copy an event",
	.doc = "Creates a draft with the fields of an event that you manage and a new "
	       "start. The copy has no cover and no RSVPs. An organization's event "
	       "requires the role owner or admin; you host the copy of another.",
	.input = &event_copy_input,
	.output = &event_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_event_get,
	.answer = {.location = "/v1/events/{id}"},
	.problems = copy_problems,
	.tool =
		{
			.name = "copy_event",
			.title = "Copy an event",
			.doc = "Creates a draft like an event that you manage, with a "
			       "new start.",
			.rank = 188,
		},
};
