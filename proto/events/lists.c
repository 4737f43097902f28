#include "proto/events/events.h"
#include "proto/orgs/orgs.h"
#include "proto/records.h"

static const char *const when_values[] = {"upcoming", "past", NULL};
static const char *const order_values[] = {"newest", "soonest", "latest", NULL};

#define EVENT_WHEN(holder) \
	IN(holder, when, "when", ENUM, .values = when_values, \
		.fallback = "\"upcoming\"", .doc = "`upcoming`: not ended yet.")
#define EVENT_ORDER(holder) \
	IN(holder, order, "order", ENUM, .values = order_values, \
		.fallback = "\"newest\"", \
		.doc = "`newest`: by creation. `soonest` and `latest`: by start time.")

static const enum problem org_list_problems[] = {PROBLEM_ORG_NOT_FOUND, PROBLEM_NONE};

static const struct field event_list_in_fields[] = {
	EVENT_WHEN(struct event_list_in),
	IN(struct event_list_in, mine, "mine", BOOLEAN, .fallback = "false",
		.doc = "Only events that you host, attend or wait for."),
	EVENT_ORDER(struct event_list_in),
	IN(struct event_list_in, org, "org", TEXT, .format = FORMAT_SLUG, .min = 3,
		.max = 40, .missing = PROBLEM_ORG_NOT_FOUND,
		.doc = "The slug of an organization."),
	BETWEEN_FIELDS(struct event_list_in, "Events that start"),
	PAGE_FIELDS(struct event_list_in),
};

static const struct record event_list_input =
	INPUT_RECORD(event_list_in, "The events to list.");

const struct op op_event_list = {
	.name = "event_list",
	.service = SERVICE_EVENTS,
	.method = METHOD_GET,
	.path = "/v1/events",
	.summary = "List events",
	.doc = "Lists the events that you can see: those of your organizations and "
	       "public ones. Only members who manage an event see it while it is a draft "
	       "or cancelled. `mine` also includes cancelled events that you planned to "
	       "attend.",
	.input = &event_list_input,
	.output = &event_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.stale_ok = true,
	.problems = org_list_problems,
	.tool =
		{
			.name = "list_events",
			.title = "List events",
			.doc = "Lists events of your organizations and public ones. For "
			       "the next events, use order soonest.",
			.read_only = true,
			.idempotent = true,
			.rank = 48,
		},
};

static const struct field org_event_list_in_fields[] = {
	ORG_SLUG(struct org_event_list_in),
	EVENT_WHEN(struct org_event_list_in),
	EVENT_ORDER(struct org_event_list_in),
	BETWEEN_FIELDS(struct org_event_list_in, "Events that start"),
	PAGE_FIELDS(struct org_event_list_in),
};

static const struct record org_event_list_input =
	INPUT_RECORD(org_event_list_in, "The organization and the events to list.");

const struct op op_org_event_list = {
	.name = "org_event_list",
	.service = SERVICE_EVENTS,
	.method = METHOD_GET,
	.path = "/v1/orgs/{slug}/events",
	.summary = "List an organization's events",
	.doc = "Lists the events that an organization hosts. Its members see all "
	       "published events; other members see the public ones. Only members who "
	       "manage an event see it while it is a draft or cancelled.",
	.input = &org_event_list_input,
	.output = &event_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.stale_ok = true,
	.problems = org_list_problems,
};
