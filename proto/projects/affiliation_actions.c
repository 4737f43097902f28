#include "proto/projects/affiliation_fields.h"
#include "proto/records.h"

static const char *const action_values[] = {"accept", "decline", "cancel", "end", NULL};

static const enum problem change_problems[] = {PROBLEM_AFFILIATION_NOT_FOUND,
	PROBLEM_PROJECT_LEAD_REQUIRED, PROBLEM_ORG_ROLE_REQUIRED,
	PROBLEM_PROJECT_ARCHIVED, PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};

/* Whoever loses the role at this moment invites nobody any more. */
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
		.max = 80, .doc = "The program's cohort, such as Winter 2027."),
	IN(struct affiliation_update_in, terms, "terms", TEXT, .max = 4000,
		.nullable = true,
		.doc = "The terms of the deal, read only by the two sides; null removes "
		       "them."),
};

static const struct record affiliation_update_input = INPUT_RECORD(affiliation_update_in,
	"The fields to change. Fields that you omit keep their values.");

const struct op op_affiliation_update = {
	.name = "affiliation_update",
	.service = SERVICE_PROJECTS,
	.method = METHOD_PATCH,
	.path = "/v1/project-affiliations/{affiliation}",
	.summary = "Edit an affiliation",
	.doc = "Changes a pending or active affiliation: kind and cohort are set by the "
	       "organization's owners and admins, terms by either side.",
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
			.doc = "Edits a pending or active affiliation: the organization "
			       "sets kind and cohort, either side the terms.",
			.destructive = true,
			.idempotent = true,
			.rank = 205,
		},
};

/* ---- answering ---- */

#define INVITE_TEAM(holder) \
	IN(holder, invite_team, "inviteTeam", BOOLEAN, .fallback = "true", \
		.doc = "When the organization accepts: whether to invite the roster to " \
		       "it.")

static const struct field affiliation_accept_in_fields[] = {
	AFFILIATION_ID(struct affiliation_accept_in),
	INVITE_TEAM(struct affiliation_accept_in),
};

static const struct record affiliation_accept_input = INPUT_RECORD(
	affiliation_accept_in, "Which affiliation, and whether to invite its people.");

const struct op op_affiliation_accept = {
	.name = "affiliation_accept",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/project-affiliations/{affiliation}/accept",
	.summary = "Accept an affiliation",
	.doc = "Accepts a pending affiliation; for the side that did not ask. When the "
	       "organization accepts, the people on the roster who are not in it are "
	       "invited, unless inviteTeam is false.",
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
	.doc = "Declines a pending affiliation; for the side that did not ask.",
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
	.summary = "Take back a request for an affiliation",
	.doc = "Cancels a pending affiliation; for the side that asked.",
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
	.doc = "Ends an active affiliation; for either side.",
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
		.doc = "accept or decline what the other side asked for, cancel what "
		       "yours did."),
	INVITE_TEAM(struct affiliation_respond_in),
};

static const struct record affiliation_respond_input =
	INPUT_RECORD(affiliation_respond_in, "Which affiliation, and what to do.");

/* Assistants have one tool for what are four routes. */
const struct op op_affiliation_respond = {
	.name = "affiliation_respond",
	.service = SERVICE_PROJECTS,
	.summary = "Accept, decline, cancel or end an affiliation",
	.doc = "Moves an affiliation on: accept and decline are for the side that did "
	       "not ask, cancel for the side that did, end for either.",
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
			.doc = "Moves an affiliation on.",
			.destructive = true,
			.idempotent = true,
			.open_world = false,
			.rank = 200,
		},
};

/* ---- inviting the team ---- */

static const struct field name_element =
	OUT("name", TEXT, .doc = "A handle; the name of somebody who has none.");

static const struct field team_fields[] = {
	OUT("invited", LIST, .element = &name_element, .doc = "Who was invited."),
	OUT("skipped", LIST, .element = &name_element,
		.doc = "Who is in the organization, has a pending invitation, or cannot "
		       "be invited now."),
};

static const struct record team_record = {
	.name = "TeamInvitations",
	.doc = "Which of a project's people were invited to an organization.",
	.fields = team_fields,
	.count = COUNT_OF(team_fields),
};

const struct op op_affiliation_invite_team = {
	.name = "affiliation_invite_team",
	.service = SERVICE_PROJECTS,
	.method = METHOD_POST,
	.path = "/v1/project-affiliations/{affiliation}/invite-team",
	.summary = "Invite a project's people to the organization",
	.doc = "Invites the people on the roster who are not in the organization and "
	       "have no pending invitation; for its owners and admins, while the "
	       "affiliation is active.",
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
			.doc = "Invites the people of an affiliated project to the "
			       "organization.",
			.idempotent = true,
			.open_world = true,
			.rank = 210,
		},
};
