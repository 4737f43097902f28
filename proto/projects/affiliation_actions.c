#include "proto/projects/affiliation_fields.h"
#include "proto/records.h"

static const char *const action_values[] = {"accept", "decline", "cancel", "end", NULL};

static const enum problem change_problems[] = {PROBLEM_AFFILIATION_NOT_FOUND,
	PROBLEM_PROJECT_LEAD_REQUIRED, PROBLEM_ORG_ROLE_REQUIRED,
	PROBLEM_PROJECT_ARCHIVED, PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};

/* The caller has lost the role in a concurrent transaction. */
static const struct conflict invite_conflicts[] = {
	{"org_invite_members_sender", PROBLEM_ORG_ROLE_REQUIRED, NULL, FAULT_REQUIRED,
		NULL},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

/* ---- editing ---- */

static const struct field affiliation_update_in_fields[] = {
	AFFILIATION_ID(struct affiliation_update_in),
	AFFILIATION_KIND(struct affiliation_update_in, .required = false),
	IN(struct affiliation_update_in, cohort, "cohort", TEXT, .format = FORMAT_LINE,
		.max = 80, .doc = "The cohort of the program, such as Winter 2027."),
	IN(struct affiliation_update_in, terms, "terms", TEXT, .max = 4000,
		.nullable = true,
		.doc = "The terms of the deal. Only the two parties can read them. Null "
		       "removes them."),
};

static const struct record affiliation_update_input = INPUT_RECORD(affiliation_update_in,
	"The fields to change. Fields that you omit keep their values.");

const struct op op_affiliation_update = {
	.name = "affiliation_update",
	.service = SERVICE_PROJECTS,
	.method = METHOD_PATCH,
	.path = "/v1/project-affiliations/{affiliation}",
	.summary = "Edit an affiliation",
	.doc = "Changes a pending or active affiliation. The organization's owners and "
	       "admins set the kind and the cohort; either party sets the terms.",
	.input = &affiliation_update_input,
	.output = &affiliation_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_affiliation_get,
	.problems = change_problems,
	.tool =
		{
			.name = "update_affiliation",
			.title = "Edit an affiliation",
			.doc = "Changes an affiliation. The organization sets kind and "
			       "cohort; either party sets the terms.",
			.destructive = true,
			.idempotent = true,
			.rank = 205,
		},
};

/* ---- answering ---- */

#define INVITE_TEAM(holder) \
	IN(holder, invite_team, "inviteTeam", BOOLEAN, .fallback = "true", \
		.doc = "If the organization accepts: whether to invite the roster to " \
		       "it.")

static const struct field affiliation_accept_in_fields[] = {
	AFFILIATION_ID(struct affiliation_accept_in),
	INVITE_TEAM(struct affiliation_accept_in),
};

static const struct record affiliation_accept_input = INPUT_RECORD(
	affiliation_accept_in, "The affiliation, and whether to invite the team.");

const struct op op_affiliation_accept = {
	.name = "affiliation_accept",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/project-affiliations/{affiliation}/accept",
	.summary = "Accept an affiliation",
	.doc = "Accepts a pending affiliation. Only the party that received the request "
	       "can accept it, and only while the member who made the request still "
	       "acts for the other party. If the organization accepts, the people on "
	       "the roster who are not in it are invited, unless `inviteTeam` is false.",
	.input = &affiliation_accept_input,
	.output = &affiliation_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_affiliation_get,
	.answer = {.secret = true}, /* the terms */
	.problems = change_problems,
	.conflicts = invite_conflicts,
};

const struct op op_affiliation_decline = {
	.name = "affiliation_decline",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/project-affiliations/{affiliation}/decline",
	.summary = "Decline an affiliation",
	.doc = "Declines a pending affiliation. Only the party that received the request "
	       "can decline it.",
	.input = &affiliation_input,
	.output = &affiliation_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_affiliation_get,
	.answer = {.secret = true}, /* the terms */
	.problems = change_problems,
};

const struct op op_affiliation_cancel = {
	.name = "affiliation_cancel",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/project-affiliations/{affiliation}/cancel",
	.summary = "Cancel a request for an affiliation",
	.doc = "Cancels a pending affiliation. Only the party that sent the request can "
	       "cancel it.",
	.input = &affiliation_input,
	.output = &affiliation_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_affiliation_get,
	.answer = {.secret = true}, /* the terms */
	.problems = change_problems,
};

const struct op op_affiliation_end = {
	.name = "affiliation_end",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/project-affiliations/{affiliation}/end",
	.summary = "End an affiliation",
	.doc = "Ends an active affiliation. Either party can end it.",
	.input = &affiliation_input,
	.output = &affiliation_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_affiliation_get,
	.answer = {.secret = true}, /* the terms */
	.problems = change_problems,
};

static const struct field affiliation_respond_in_fields[] = {
	AFFILIATION_ID(struct affiliation_respond_in),
	IN(struct affiliation_respond_in, action, "action", ENUM, .required = true,
		.values = action_values,
		.doc = "`cancel` your own request; `end` an active affiliation."),
	INVITE_TEAM(struct affiliation_respond_in),
};

static const struct record affiliation_respond_input =
	INPUT_RECORD(affiliation_respond_in, "The affiliation and the action.");

/* One tool for four routes. */
const struct op op_affiliation_respond = {
	.name = "affiliation_respond",
	.service = SERVICE_PROJECTS,
	.summary = "Accept, decline, cancel or end an affiliation",
	.doc = "Accepts, declines, cancels or ends an affiliation. The party that "
	       "received the request accepts or declines it; the party that sent it "
	       "cancels it. Either party ends an active affiliation.",
	.input = &affiliation_respond_input,
	.output = &affiliation_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.answer = {.secret = true}, /* the terms */
	.problems = change_problems,
	.conflicts = invite_conflicts,
	.tool =
		{
			.name = "respond_to_affiliation",
			.title = "Respond to an affiliation",
			.doc = "Accepts, declines, cancels or ends an affiliation "
			       "between a project and an organization.",
			.destructive = true,
			.idempotent = true,
			.open_world = false,
			.rank = 200,
		},
};

/* ---- inviting the team ---- */

static const struct field name_element =
	OUT("name", TEXT, .doc = "A handle, or the name of a member without a handle.");

static const struct field team_fields[] = {
	OUT("invited", LIST, .element = &name_element,
		.doc = "The members who were invited."),
	OUT("skipped", LIST, .element = &name_element,
		.doc = "The members who are in the organization, have a pending "
		       "invitation, or cannot be invited now."),
};

static const struct record team_record = {
	.name = "TeamInvitations",
	.doc = "The result of inviting a project's roster to an organization.",
	.fields = team_fields,
	.count = COUNT_OF(team_fields),
};

const struct op op_affiliation_invite_team = {
	.name = "affiliation_invite_team",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/project-affiliations/{affiliation}/invite-team",
	.summary = "Invite a project's team to the organization",
	.doc = "Invites the people on the roster who are not in the organization and "
	       "have no pending invitation. The affiliation must be active. For its "
	       "owners and admins.",
	.input = &affiliation_input,
	.output = &team_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = change_problems,
	.conflicts = invite_conflicts,
	.tool =
		{
			.name = "invite_project_team",
			.title = "Invite a project's team",
			.doc = "Invites the roster of an affiliated project to the "
			       "organization. For its owners and admins.",
			.idempotent = true,
			.open_world = true,
			.rank = 210,
		},
};
