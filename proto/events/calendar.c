#include "proto/events/events.h"
#include "proto/records.h"

#define CALENDAR_FILE "text/calendar; charset=utf-8"

static const enum problem event_problems[] = {PROBLEM_EVENT_NOT_FOUND, PROBLEM_NONE};
static const enum problem feed_problems[] = {PROBLEM_TOKEN_NOT_FOUND, PROBLEM_NONE};

static const struct field event_calendar_in_fields[] = {
	EVENT_ID(struct event_calendar_in),
};

static const struct record event_calendar_input =
	INPUT_RECORD(event_calendar_in, "The event.");

const struct op op_event_calendar = {
	.name = "event_calendar",
	.service = SERVICE_EVENTS,
	.method = METHOD_GET,
	.path = "/v1/events/{id}/calendar.ics",
	.summary = "Read an event for a calendar",
	.doc = "Returns an event as an iCalendar file (RFC 5545). The file of a "
	       "cancelled event has the status CANCELLED.",
	.input = &event_calendar_input,
	.shape = SHAPE_FILE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true, .file_type = CALENDAR_FILE},
	.problems = event_problems,
};

static const struct field calendar_fields[] = {
	OUT("url", TEXT, .format = FORMAT_URI, .secret = true,
		.example = "\"https://kith.example/calendar/kith_cal_example.ics\"",
		.doc = "The URL of the feed. Anyone who knows it can read your events."),
};

static const struct record calendar_record = {
	.name = "Calendar",
	.doc = "A private calendar feed of your events.",
	.fields = calendar_fields,
	.count = COUNT_OF(calendar_fields),
};

const struct op op_calendar_get = {
	.name = "calendar_get",
	.service = SERVICE_EVENTS,
	.method = METHOD_GET,
	.path = "/v1/me/calendar",
	.summary = "Read the URL of your calendar",
	.doc = "Returns the URL of a private calendar feed of the events that you host "
	       "or attend. The feed requires no credential. The URL works until you "
	       "change it with /v1/me/calendar/rotate.",
	.output = &calendar_record,
	.guard = GUARD_MEMBER,
	.with = WITH_OWN,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
};

const struct op op_calendar_rotate = {
	.name = "calendar_rotate",
	.service = SERVICE_EVENTS,
	.method = METHOD_POST,
	.path = "/v1/me/calendar/rotate",
	.summary = "Change the URL of your calendar",
	.doc = "Creates a new URL for your private calendar feed. The previous URL stops "
	       "working immediately.",
	.output = &calendar_record,
	.guard = GUARD_MEMBER,
	.with = WITH_OWN,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_calendar_get,
	.answer = {.secret = true},
};

static const struct field calendar_feed_in_fields[] = {
	IN(struct calendar_feed_in, file, "file", TEXT, .required = true, .secret = true,
		.min = 1, .max = 200, .missing = PROBLEM_TOKEN_NOT_FOUND,
		.example = "\"kith_cal_example.ics\"",
		.doc = "The secret of the feed, followed by `.ics`."),
};

static const struct record calendar_feed_input =
	INPUT_RECORD(calendar_feed_in, "The feed.");

const struct op op_calendar_feed = {
	.name = "calendar_feed",
	.service = SERVICE_EVENTS,
	.method = METHOD_GET,
	.path = "/calendar/{file}",
	.summary = "Read a private calendar",
	.doc = "Returns the events that a member hosts or attends as an iCalendar file. "
	       "The URL is the credential; /v1/me/calendar returns it.",
	.input = &calendar_feed_input,
	.shape = SHAPE_FILE,
	.guard = GUARD_PUBLIC,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.answer = {.tagged = true, .file_type = CALENDAR_FILE},
	.problems = feed_problems,
};
