#include "proto/orgs/orgs.h"

#include "proto/records.h"

static const enum problem join_problems[] = {
	PROBLEM_ORG_NOT_FOUND, PROBLEM_ORG_INVITE_ONLY, PROBLEM_NONE};
static const enum problem leave_problems[] = {PROBLEM_ORG_NOT_FOUND,
	PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_LAST_OWNER, PROBLEM_NONE};
static const enum problem reader_problems[] = {
	PROBLEM_ORG_NOT_FOUND, PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_NONE};
static const enum problem manager_problems[] = {PROBLEM_ORG_NOT_FOUND,
	PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_MEMBER_NOT_FOUND, PROBLEM_LAST_OWNER,
	PROBLEM_NONE};
static const enum problem decision_problems[] = {PROBLEM_ORG_NOT_FOUND,
	PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_JOIN_REQUEST_NOT_FOUND,
	PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};

/* It is not the caller whose account has ended meanwhile. */
static const struct conflict decision_conflicts[] = {
	{"members_former", PROBLEM_JOIN_REQUEST_NOT_FOUND, NULL, FAULT_REQUIRED, NULL},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

/* ---- joining and leaving ---- */

static const struct field org_join_in_fields[] = {
	ORG_SLUG(struct org_join_in),
	IN(struct org_join_in, message, "message", TEXT, .max = 500, .fallback = "\"\"",
		.doc = "A message to the owners and admins if you have to ask."),
};

static const struct record org_join_input =
	INPUT_RECORD(org_join_in, "Which organization to join.");

const struct op op_org_join = {
	.name = "org_join",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/orgs/{slug}/join",
	.summary = "Join an organization",
	.doc = "Joins an open organization, or asks its owners and admins to let you in. "
	       "Asking again while a request is pending changes nothing.",
	.input = &org_join_input,
	.output = &org_view_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_org_get,
	.problems = join_problems,
	.tool =
		{
			.name = "join_org",
			.title = "Join an organization",
			.doc = "Joins an open organization, or asks to be let in.",
			.idempotent = true,
			.rank = 65,
		},
};

static const struct field org_leave_in_fields[] = {
	ORG_SLUG(struct org_leave_in),
};

static const struct record org_leave_input =
	INPUT_RECORD(org_leave_in, "Which organization to leave.");

const struct op op_org_leave = {
	.name = "org_leave",
	.service = SERVICE_ORGS,
	.method = METHOD_DELETE,
	.path = "/v1/orgs/{slug}/members/me",
	.summary = "Leave an organization",
	.doc = "Ends your membership and revokes your pending invitations. The last "
	       "owner cannot leave.",
	.input = &org_leave_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = leave_problems,
	.tool =
		{
			.name = "leave_org",
			.title = "Leave an organization",
			.doc = "Ends your membership in an organization. The last owner "
			       "cannot leave.",
			.destructive = true,
			.idempotent = true,
			.rank = 445,
		},
};

/* ---- members ---- */

static const struct field org_member_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("handle", TEXT, .format = FORMAT_HANDLE, .empty_allowed = true,
		.doc = "The member's handle; empty for deleted members."),
	OUT("name", TEXT, .doc = "The member's name."),
	OUT("image", MEDIA, .nullable = true, .doc = "The URL of the avatar."),
	OUT("headline", TEXT, .doc = "A one-line description of the member."),
	OUT("roles", LIST, .element = &member_role_element,
		.doc = "The professional roles of the member."),
	OUT("lookingFor", LIST, .element = &looking_for_element,
		.doc = "What the member is looking for."),
	OUT("role", ENUM, .values = org_role_values,
		.doc = "The role in the organization."),
	OUT("joinedAt", INSTANT, .doc = "When the member joined."),
};

static const struct record org_member_record = {
	.name = "OrgMember",
	.doc = "A member of an organization.",
	.fields = org_member_fields,
	.count = COUNT_OF(org_member_fields),
};

static const struct field org_member_list_in_fields[] = {
	ORG_SLUG(struct org_member_list_in),
	PAGE_FIELDS(struct org_member_list_in),
};

static const struct record org_member_list_input =
	INPUT_RECORD(org_member_list_in, "The organization whose members to list.");

const struct op op_org_member_list = {
	.name = "org_member_list",
	.service = SERVICE_ORGS,
	.method = METHOD_GET,
	.path = "/v1/orgs/{slug}/members",
	.summary = "List the members of an organization",
	.doc = "The members of an organization, the latest to join first. For its "
	       "members.",
	.input = &org_member_list_input,
	.output = &org_member_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.problems = reader_problems,
	.tool =
		{
			.name = "list_org_members",
			.title = "List organization members",
			.doc = "Lists the members of an organization that you belong to.",
			.read_only = true,
			.idempotent = true,
			.rank = 35,
		},
};

#define MEMBER_ID(holder) \
	IN(holder, user_id, "userId", IDENTIFIER, .required = true, .prefix = "usr", \
		.missing = PROBLEM_MEMBER_NOT_FOUND, .doc = "The member's id.")

static const struct field org_member_set_role_in_fields[] = {
	ORG_SLUG(struct org_member_set_role_in),
	MEMBER_ID(struct org_member_set_role_in),
	IN(struct org_member_set_role_in, role, "role", ENUM, .required = true,
		.values = org_role_values, .doc = "The new role."),
};

static const struct record org_member_set_role_input =
	INPUT_RECORD(org_member_set_role_in, "The member and their new role.");

const struct op op_org_member_set_role = {
	.name = "org_member_set_role",
	.service = SERVICE_ORGS,
	.method = METHOD_PATCH,
	.path = "/v1/orgs/{slug}/members/{userId}/role",
	.summary = "Change a member's role",
	.doc = "Owners may set any role, admins only the roles member and admin. The "
	       "last owner keeps the role. Pending invitations that the member could not "
	       "send in the new role are revoked.",
	.input = &org_member_set_role_input,
	.output = &org_member_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = manager_problems,
	.tool =
		{
			.name = "set_org_member_role",
			.title = "Set a member's organization role",
			.doc = "Changes a member's role in an organization. For its "
			       "owners and, up to admin, its admins.",
			.destructive = true,
			.idempotent = true,
			.rank = 455,
		},
};

static const struct field org_member_remove_in_fields[] = {
	ORG_SLUG(struct org_member_remove_in),
	MEMBER_ID(struct org_member_remove_in),
};

static const struct record org_member_remove_input =
	INPUT_RECORD(org_member_remove_in, "The member to remove.");

const struct op op_org_member_remove = {
	.name = "org_member_remove",
	.service = SERVICE_ORGS,
	.method = METHOD_DELETE,
	.path = "/v1/orgs/{slug}/members/{userId}",
	.summary = "Remove a member",
	.doc = "Ends a member's membership and revokes the pending invitations that they "
	       "sent or received. Owners may remove anybody, admins only members and "
	       "admins. The last owner cannot be removed.",
	.input = &org_member_remove_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = manager_problems,
	.tool =
		{
			.name = "remove_org_member",
			.title = "Remove a member from an organization",
			.doc = "Removes a member from an organization. For its owners "
			       "and admins; admins cannot remove owners.",
			.destructive = true,
			.idempotent = true,
			.rank = 465,
		},
};

/* ---- join requests ---- */

static const struct field join_request_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "jreq", .doc = "The join request's id."),
	OUT("orgSlug", TEXT, .format = FORMAT_SLUG, .doc = "The organization's slug."),
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The applicant's member id."),
	OUT("handle", TEXT, .format = FORMAT_HANDLE, .empty_allowed = true,
		.doc = "The applicant's handle; empty for former members."),
	OUT("name", TEXT, .doc = "The applicant's name."),
	OUT("image", MEDIA, .nullable = true, .doc = "The URL of the avatar."),
	OUT("headline", TEXT, .doc = "The applicant in one line."),
	OUT("message", TEXT, .doc = "What was written with the request."),
	OUT("status", ENUM, .values = decision_values, .doc = "The decision."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("decidedAt", INSTANT, .nullable = true, .doc = "When it was decided."),
};

static const struct record join_request_record = {
	.name = "JoinReq",
	.doc = "A member's request to join an organization.",
	.fields = join_request_fields,
	.count = COUNT_OF(join_request_fields),
};

static const struct field org_join_request_list_in_fields[] = {
	ORG_SLUG(struct org_join_request_list_in),
	IN(struct org_join_request_list_in, status, "status", ENUM, .required = true,
		.values = decision_values, .doc = "Only requests in this state."),
	PAGE_FIELDS(struct org_join_request_list_in),
};

static const struct record org_join_request_list_input =
	INPUT_RECORD(org_join_request_list_in, "Which requests to list.");

const struct op op_org_join_request_list = {
	.name = "org_join_request_list",
	.service = SERVICE_ORGS,
	.method = METHOD_GET,
	.path = "/v1/orgs/{slug}/join-requests",
	.summary = "List join requests",
	.doc = "Requests to join an organization, newest first. For its owners and "
	       "admins.",
	.input = &org_join_request_list_input,
	.output = &join_request_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.problems = reader_problems,
	.tool =
		{
			.name = "list_join_requests",
			.title = "List join requests",
			.doc = "Lists requests to join an organization. For its owners "
			       "and admins.",
			.read_only = true,
			.idempotent = true,
			.rank = 415,
		},
};

static const struct field org_join_request_in_fields[] = {
	ORG_SLUG(struct org_join_request_in),
	ID_FIELD(struct org_join_request_in, "jreq", PROBLEM_JOIN_REQUEST_NOT_FOUND,
		"The join request's id."),
};

static const struct record org_join_request_input =
	INPUT_RECORD(org_join_request_in, "Which request.");

const struct op op_org_join_request_approve = {
	.name = "org_join_request_approve",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/orgs/{slug}/join-requests/{id}/approve",
	.summary = "Approve a join request",
	.doc = "Lets the applicant join the organization. For its owners and admins. "
	       "Approving again changes nothing.",
	.input = &org_join_request_input,
	.output = &join_request_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = decision_problems,
	.conflicts = decision_conflicts,
};

const struct op op_org_join_request_decline = {
	.name = "org_join_request_decline",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/orgs/{slug}/join-requests/{id}/decline",
	.summary = "Decline a join request",
	.doc = "Declines the request; the applicant may ask again. For owners and "
	       "admins. Declining again changes nothing.",
	.input = &org_join_request_input,
	.output = &join_request_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = decision_problems,
};

static const enum problem withdraw_problems[] = {
	PROBLEM_ORG_NOT_FOUND, PROBLEM_JOIN_REQUEST_NOT_FOUND, PROBLEM_NONE};

static const struct field org_join_request_withdraw_in_fields[] = {
	ORG_SLUG(struct org_join_request_withdraw_in),
};

static const struct record org_join_request_withdraw_input =
	INPUT_RECORD(org_join_request_withdraw_in, "Which organization.");

const struct op op_org_join_request_withdraw = {
	.name = "org_join_request_withdraw",
	.service = SERVICE_ORGS,
	.method = METHOD_DELETE,
	.path = "/v1/orgs/{slug}/join-requests/mine",
	.summary = "Withdraw your join request",
	.doc = "Takes back your pending request to join.",
	.input = &org_join_request_withdraw_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = withdraw_problems,
};

static const char *const respond_values[] = {"approve", "decline", NULL};

static const struct field org_join_request_respond_in_fields[] = {
	ORG_SLUG(struct org_join_request_respond_in),
	ID_FIELD(struct org_join_request_respond_in, "jreq",
		PROBLEM_JOIN_REQUEST_NOT_FOUND, "The join request's id."),
	IN(struct org_join_request_respond_in, decision, "decision", ENUM,
		.required = true, .values = respond_values, .doc = "Your decision."),
};

static const struct record org_join_request_respond_input =
	INPUT_RECORD(org_join_request_respond_in, "The request and your decision.");

/* Assistants have one tool for what are two routes. */
const struct op op_org_join_request_respond = {
	.name = "org_join_request_respond",
	.service = SERVICE_ORGS,
	.summary = "Answer a join request",
	.doc = "Approves or declines a request to join an organization. For its owners "
	       "and admins.",
	.input = &org_join_request_respond_input,
	.output = &join_request_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = decision_problems,
	.conflicts = decision_conflicts,
	.tool =
		{
			.name = "respond_to_join_request",
			.title = "Answer a join request",
			.doc = "Approves or declines a request to join an organization. "
			       "For its owners and admins.",
			.idempotent = true,
			.rank = 435,
		},
};
