#include "proto/events/events.h"
#include "proto/orgs/orgs.h"
#include "proto/records.h"

static const char *const when_values[] = {"upcoming", "past", NULL};
static const char *const order_values[] = {"newest", "soonest", NULL};

#define EVENT_WHEN(holder) \
	IN(holder, when, "when", ENUM, .values = when_values, \
		.fallback = "\"upcoming\"", .doc = "upcoming: not ended; past: ended.")
#define EVENT_ORDER(holder) \
	IN(holder, order, "order", ENUM, .values = order_values, \
		.fallback = "\"newest\"", \
		.doc = "newest: created last; soonest: starts first.")

static const enum problem org_list_problems[] = {PROBLEM_ORG_NOT_FOUND, PROBLEM_NONE};

static const struct field event_list_in_fields[] = {
	EVENT_WHEN(struct event_list_in),
	IN(struct event_list_in, mine, "mine", BOOLEAN, .fallback = "false",
		.doc = "Only events that you host, go to, or wait for a place at."),
	EVENT_ORDER(struct event_list_in),
	PAGE_FIELDS(struct event_list_in),
};

static const struct record event_list_input =
	INPUT_RECORD(event_list_in, "Which events to list.");

const struct op op_event_list = {
	.name = "event_list",
	.service = SERVICE_EVENTS,
	.method = METHOD_GET,
	.path = "/v1/events",
	.summary = "List events",
	.doc = "Events that you can see: your organizations' and public ones. Drafts and "
	       "cancelled events are shown to those who manage them; `mine` also shows "
	       "cancelled events that you meant to go to.",
	.input = &event_list_input,
	.output = &event_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.stale_ok = true,
	.tool =
		{
			.name = "list_events",
			.title = "List events",
			.doc = "Lists events of your organizations and public ones.",
			.read_only = true,
			.idempotent = true,
			.rank = 48,
		},
};

static const struct field org_event_list_in_fields[] = {
	ORG_SLUG(struct org_event_list_in),
	EVENT_WHEN(struct org_event_list_in),
	EVENT_ORDER(struct org_event_list_in),
	PAGE_FIELDS(struct org_event_list_in),
};

static const struct record org_event_list_input =
	INPUT_RECORD(org_event_list_in, "Which of an organization's events to list.");

const struct op op_org_event_list = {
	.name = "org_event_list",
	.service = SERVICE_EVENTS,
	.method = METHOD_GET,
	.path = "/v1/orgs/{slug}/events",
	.summary = "List an organization's events",
	.doc = "Events that an organization hosts. Its members see all that are "
	       "published, others the public ones; drafts and cancelled events are shown "
	       "to those who manage them.",
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
