/*
 * join_requests.c - a member's own join requests, and those of all organizations
 * that wait (members.h).
 */
#include "proto/orgs/orgs.h"
#include "proto/records.h"

static const char *const direction_values[] = {"received", "sent", NULL};

static const struct field me_join_request_list_in_fields[] = {
	IN(struct me_join_request_list_in, direction, "direction", ENUM,
		.values = direction_values, .fallback = "\"received\"",
		.doc = "`received`: requests to organizations that you run as owner or "
		       "admin. `sent`: requests from you."),
	PAGE_FIELDS(struct me_join_request_list_in),
};

static const struct record me_join_request_list_input =
	INPUT_RECORD(me_join_request_list_in, "The join requests to list.");

const struct op op_me_join_request_list = {
	.name = "me_join_request_list",
	.service = SERVICE_ORGS,
	.method = METHOD_GET,
	.path = "/v1/me/join-requests",
	.summary = "List join requests that wait",
	.doc = "Lists the pending requests to join organizations that wait for your "
	       "decision, or those that you sent, newest first.",
	.input = &me_join_request_list_input,
	.output = &join_request_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_LIST,
};

static const enum problem withdraw_problems[] = {
	PROBLEM_ORG_NOT_FOUND, PROBLEM_JOIN_REQUEST_NOT_FOUND, PROBLEM_NONE};

static const struct field org_join_request_withdraw_in_fields[] = {
	ORG_SLUG(struct org_join_request_withdraw_in),
};

static const struct record org_join_request_withdraw_input =
	INPUT_RECORD(org_join_request_withdraw_in, "The organization.");

static const struct hint withdraw_hints[] = {
	{PROBLEM_JOIN_REQUEST_NOT_FOUND, NULL, NULL,
		"You have no pending request there. {org_join} sends one."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

const struct op op_org_join_request_withdraw = {
	.name = "org_join_request_withdraw",
	.service = SERVICE_ORGS,
	.method = METHOD_DELETE,
	.path = "/v1/orgs/{slug}/join-requests/mine",
	.summary = "Withdraw your join request",
	.doc = "Withdraws your pending join request.",
	.input = &org_join_request_withdraw_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = withdraw_problems,
	.hints = withdraw_hints,
	.tool =
		{
			.name = "withdraw_join_request",
			.title = "Withdraw your join request",
			.doc = "Withdraws your pending request to join an organization.",
			.destructive = true,
			.idempotent = true,
			.rank = 146,
		},
};
