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

/* The account that was deleted in the meantime is the applicant's, not the caller's. */
static const struct conflict decision_conflicts[] = {
	{"members_former", PROBLEM_JOIN_REQUEST_NOT_FOUND, NULL, FAULT_REQUIRED, NULL},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

/* ---- joining and leaving ---- */

static const struct field org_join_in_fields[] = {
	ORG_SLUG(struct org_join_in),
	IN(struct org_join_in, message, "message", TEXT, .max = 500, .fallback = "\"\"",
		.doc = "A message to the owners and admins, with a join request."),
};

static const struct record org_join_input =
	INPUT_RECORD(org_join_in, "The organization to join.");

const struct op op_org_join = {
	.name = "org_join",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/orgs/{slug}/join",
	.summary = "Join an organization",
	.doc = "Joins an organization with the join policy `open`, or sends a join "
	       "request to the owners and admins if the policy is `request`. Another "
	       "request while one is pending changes nothing.",
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
			.doc = "Joins an open organization, or sends a join request to "
			       "its owners and admins.",
			.idempotent = true,
			.rank = 65,
		},
};

static const struct field org_leave_in_fields[] = {
	ORG_SLUG(struct org_leave_in),
};

static const struct record org_leave_input =
	INPUT_RECORD(org_leave_in, "The organization to leave.");

const struct op op_org_leave = {
	.name = "org_leave",
	.service = SERVICE_ORGS,
	.method = METHOD_DELETE,
	.path = "/v1/orgs/{slug}/members/me",
	.summary = "Leave an organization",
	.doc = "Ends your membership and revokes the pending invitations that you sent. "
	       "The last owner cannot leave.",
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
		.doc = "The member's role in the organization."),
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
	INPUT_RECORD(org_member_list_in, "The organization and the page.");

const struct op op_org_member_list = {
	.name = "org_member_list",
	.service = SERVICE_ORGS,
	.method = METHOD_GET,
	.path = "/v1/orgs/{slug}/members",
	.summary = "List the members of an organization",
	.doc = "Lists the members of an organization, most recently joined first. Only "
	       "its members can call it.",
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
			.doc = "Lists the members of one of your organizations, most "
			       "recently joined first.",
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

static const struct hint managed_member_hints[] = {
	{PROBLEM_MEMBER_NOT_FOUND, NULL, NULL,
		"Find the member's `userId` with {org_member_list}."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

const struct op op_org_member_set_role = {
	.name = "org_member_set_role",
	.service = SERVICE_ORGS,
	.method = METHOD_PATCH,
	.path = "/v1/orgs/{slug}/members/{userId}/role",
	.summary = "Change a member's role",
	.doc = "Changes a member's role. Owners can set any role; admins can set only "
	       "the roles member and admin. The last owner keeps the role. Pending "
	       "invitations that the new role does not permit are revoked.",
	.input = &org_member_set_role_input,
	.output = &org_member_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = manager_problems,
	.hints = managed_member_hints,
	.tool =
		{
			.name = "set_org_member_role",
			.title = "Set a member's organization role",
			.doc = "Changes a member's role in an organization. Requires the "
			       "role owner or, up to admin, admin. list_org_members has "
			       "the userId.",
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
	.doc = "Ends a membership and revokes the pending invitations that the member "
	       "sent or received. Owners can remove any member; admins cannot remove "
	       "owners. The last owner cannot be removed.",
	.input = &org_member_remove_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = manager_problems,
	.hints = managed_member_hints,
	.tool =
		{
			.name = "remove_org_member",
			.title = "Remove a member from an organization",
			.doc = "Removes a member from an organization. Requires the role "
			       "owner or admin; admins cannot remove owners. "
			       "list_org_members has the userId.",
			.destructive = true,
			.idempotent = true,
			.rank = 465,
		},
};

/* ---- join requests ---- */

static const struct field join_request_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "jreq", .doc = "The join request's id."),
	OUT("orgSlug", TEXT, .format = FORMAT_SLUG, .doc = "The organization's slug."),
	OUT("orgName", TEXT, .example = "\"Analytical Engines\"",
		.doc = "The organization's name."),
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The applicant's member id."),
	OUT("handle", TEXT, .format = FORMAT_HANDLE, .empty_allowed = true,
		.doc = "The applicant's handle; empty for deleted members."),
	OUT("name", TEXT, .doc = "The applicant's name."),
	OUT("image", MEDIA, .nullable = true, .doc = "The URL of the avatar."),
	OUT("headline", TEXT, .doc = "A one-line description of the applicant."),
	OUT("message", TEXT, .doc = "The applicant's message."),
	OUT("status", ENUM, .values = decision_values,
		.doc = "The state of the decision."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("decidedAt", INSTANT, .nullable = true,
		.doc = "When it was decided; null while it is pending."),
};

const struct record join_request_record = {
	.name = "JoinReq",
	.doc = "A member's request to join an organization.",
	.fields = join_request_fields,
	.count = COUNT_OF(join_request_fields),
};

static const struct field org_join_request_list_in_fields[] = {
	ORG_SLUG(struct org_join_request_list_in),
	IN(struct org_join_request_list_in, status, "status", ENUM,
		.values = decision_values, .fallback = "\"pending\"",
		.doc = "Only requests in this state."),
	PAGE_FIELDS(struct org_join_request_list_in),
};

static const struct record org_join_request_list_input =
	INPUT_RECORD(org_join_request_list_in, "The join requests to list.");

const struct op op_org_join_request_list = {
	.name = "org_join_request_list",
	.service = SERVICE_ORGS,
	.method = METHOD_GET,
	.path = "/v1/orgs/{slug}/join-requests",
	.summary = "List join requests",
	.doc = "Lists the requests to join an organization, newest first. For owners "
	       "and admins.",
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
			.doc = "Lists the requests to join an organization. For owners "
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
	INPUT_RECORD(org_join_request_in, "The join request.");

const struct op op_org_join_request_approve = {
	.name = "org_join_request_approve",
	.service = SERVICE_ORGS,
	.method = METHOD_POST,
	.path = "/v1/orgs/{slug}/join-requests/{id}/approve",
	.summary = "Approve a join request",
	.doc = "Approves a join request and makes the applicant a member. For owners "
	       "and admins. Approving again changes nothing.",
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
	.doc = "Declines a join request. The applicant can send another one. For owners "
	       "and admins. Declining again changes nothing.",
	.input = &org_join_request_input,
	.output = &join_request_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = decision_problems,
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
	INPUT_RECORD(org_join_request_respond_in, "The join request and your decision.");

/* One tool for two routes. */
const struct op op_org_join_request_respond = {
	.name = "org_join_request_respond",
	.service = SERVICE_ORGS,
	.summary = "Answer a join request",
	.doc = "Approves or declines a join request. For owners and admins.",
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
			.doc = "Approves or declines a join request. For owners and "
			       "admins.",
			.idempotent = true,
			.rank = 435,
		},
};
