#include "proto/identity/admin.h"

#include "proto/identity/members.h"
#include "proto/records.h"

#define MEMBER_ID(holder) \
	ID_FIELD(holder, "usr", PROBLEM_MEMBER_NOT_FOUND, "The member's id.")
#define REASON(holder, sentence) \
	IN(holder, reason, "reason", TEXT, .required = true, .min = 1, .max = 1000, \
		.doc = (sentence))

/* ---- members ---- */

static const enum problem approve_problems[] = {
	PROBLEM_ADMIN_REQUIRED, PROBLEM_MEMBER_NOT_FOUND, PROBLEM_NONE};
static const enum problem decline_problems[] = {PROBLEM_ADMIN_REQUIRED,
	PROBLEM_MEMBER_NOT_FOUND, PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};
static const enum problem suspend_problems[] = {PROBLEM_ADMIN_REQUIRED,
	PROBLEM_MEMBER_NOT_FOUND, PROBLEM_CANNOT_SUSPEND_SELF, PROBLEM_LAST_ADMIN,
	PROBLEM_NONE};
static const enum problem role_problems[] = {PROBLEM_ADMIN_REQUIRED,
	PROBLEM_MEMBER_NOT_FOUND, PROBLEM_CANNOT_CHANGE_OWN_ROLE,
	PROBLEM_MEMBER_SUSPENDED, PROBLEM_LAST_ADMIN, PROBLEM_NONE};
static const enum problem admin_problems[] = {PROBLEM_ADMIN_REQUIRED, PROBLEM_NONE};

/* The search finds active members only. */
static const struct hint member_hints[] = {
	{PROBLEM_MEMBER_NOT_FOUND, NULL, NULL,
		"Find the member with {admin_member_list}."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

static const struct field admin_member_list_in_fields[] = {
	IN(struct admin_member_list_in, status, "status", ENUM,
		.values = membership_values, .doc = "Only members in this state."),
	IN(struct admin_member_list_in, q, "q", TEXT, .max = 120,
		.doc = "Part of the name or e-mail address."),
	PAGE_FIELDS(struct admin_member_list_in),
};

static const struct record admin_member_list_input =
	INPUT_RECORD(admin_member_list_in, "The members to list.");

const struct op op_admin_member_list = {
	.name = "admin_member_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/admin/members",
	.summary = "List all members",
	.doc = "Lists members in any state, newest first, with their e-mail addresses. "
	       "The Link header contains the URL of the next page.",
	.input = &admin_member_list_input,
	.output = &admin_member_record,
	.shape = SHAPE_ARRAY,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_NONE,
	.cost = COST_LIST,
	.tool =
		{
			.name = "list_members",
			.title = "List all members",
			.doc = "For administrators: lists members in any state, such as "
			       "pending, with their e-mail addresses.",
			.read_only = true,
			.idempotent = true,
			.rank = 801,
		},
};

static const struct field admin_member_approve_in_fields[] = {
	MEMBER_ID(struct admin_member_approve_in),
};

static const struct record admin_member_approve_input =
	INPUT_RECORD(admin_member_approve_in, "The member.");

const struct op op_admin_member_approve = {
	.name = "admin_member_approve",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/admin/members/{id}/approve",
	.summary = "Approve a member",
	.doc = "Makes a pending or suspended member active and notifies the member by "
	       "mail. Approving an active member changes nothing.",
	.input = &admin_member_approve_input,
	.output = &admin_member_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_SUBJECT,
	.problems = approve_problems,
	.hints = member_hints,
	.tool =
		{
			.name = "approve_member",
			.title = "Approve a member",
			.doc = "For administrators: makes a pending or suspended member "
			       "active and mails them. list_members finds the id.",
			.idempotent = true,
			.rank = 802,
		},
};

static const struct field admin_member_decline_in_fields[] = {
	MEMBER_ID(struct admin_member_decline_in),
	REASON(struct admin_member_decline_in,
		"The reason. It is mailed to the applicant."),
};

static const struct record admin_member_decline_input =
	INPUT_RECORD(admin_member_decline_in, "The member to decline and the reason.");

const struct op op_admin_member_decline = {
	.name = "admin_member_decline",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/admin/members/{id}/decline",
	.summary = "Decline a member",
	.doc = "Declines a pending member and mails the reason to the member. The "
	       "account becomes suspended and can be approved later.",
	.input = &admin_member_decline_input,
	.output = &admin_member_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_SUBJECT,
	.problems = decline_problems,
	.hints = member_hints,
	.tool =
		{
			.name = "decline_member",
			.title = "Decline a member",
			.doc = "For administrators: declines a pending member and mails "
			       "them the reason.",
			.destructive = true,
			.idempotent = true,
			.rank = 808,
		},
};

static const struct field admin_member_suspend_in_fields[] = {
	MEMBER_ID(struct admin_member_suspend_in),
	IN(struct admin_member_suspend_in, reason, "reason", TEXT, .max = 500,
		.doc = "The reason. It is mailed to the member and kept in the audit "
		       "log."),
};

static const struct record admin_member_suspend_input =
	INPUT_RECORD(admin_member_suspend_in, "The member and the reason.");

const struct op op_admin_member_suspend = {
	.name = "admin_member_suspend",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/admin/members/{id}/suspend",
	.summary = "Suspend a member",
	.doc = "Suspends a member and notifies them by mail. Within a second, the "
	       "member's credentials stop working, and the member and their content are "
	       "hidden. Nobody can accept organization invitations that they sent. "
	       "Reinstating the member reverses all of this.",
	.input = &admin_member_suspend_input,
	.output = &admin_member_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_SUBJECT,
	.problems = suspend_problems,
	.hints = member_hints,
	.tool =
		{
			.name = "suspend_member",
			.title = "Suspend a member",
			.doc = "For administrators: blocks a member and hides their "
			       "content until they are reinstated. Mails them.",
			.destructive = true,
			.idempotent = true,
			.rank = 803,
		},
};

static const struct field admin_member_reinstate_in_fields[] = {
	MEMBER_ID(struct admin_member_reinstate_in),
	REASON(struct admin_member_reinstate_in,
		"The reason. It is kept in the audit log."),
};

static const struct record admin_member_reinstate_input =
	INPUT_RECORD(admin_member_reinstate_in, "The member and the reason.");

const struct op op_admin_member_reinstate = {
	.name = "admin_member_reinstate",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/admin/members/{id}/reinstate",
	.summary = "Reinstate a member",
	.doc = "Ends the suspension of a member. Their credentials work again, and their "
	       "content is visible again.",
	.input = &admin_member_reinstate_input,
	.output = &admin_member_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_SUBJECT,
	.problems = decline_problems,
	.hints = member_hints,
	.tool =
		{
			.name = "reinstate_member",
			.title = "Reinstate a member",
			.doc = "For administrators: ends the suspension of a member.",
			.idempotent = true,
			.rank = 804,
		},
};

static const struct field admin_member_set_role_in_fields[] = {
	MEMBER_ID(struct admin_member_set_role_in),
	IN(struct admin_member_set_role_in, role, "role", ENUM, .required = true,
		.values = platform_role_values, .doc = "The platform role."),
};

static const struct record admin_member_set_role_input =
	INPUT_RECORD(admin_member_set_role_in, "The member and the new role.");

const struct op op_admin_member_set_role = {
	.name = "admin_member_set_role",
	.service = SERVICE_IDENTITY,
	.method = METHOD_PATCH,
	.path = "/v1/admin/members/{id}/role",
	.summary = "Set a member's platform role",
	.doc = "Gives a member the platform role `admin` or `member`. Administrators "
	       "manage the members, organizations and reports of the instance.",
	.input = &admin_member_set_role_input,
	.output = &admin_member_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_SUBJECT,
	.problems = role_problems,
	.hints = member_hints,
	.tool =
		{
			.name = "set_member_role",
			.title = "Set a member's platform role",
			.doc = "For administrators: makes a member a platform "
			       "administrator, or an ordinary member again.",
			.destructive = true,
			.idempotent = true,
			.rank = 805,
		},
};

/* ---- invite codes ---- */

static const struct field invite_code_fields[] = {
	OUT("code", TEXT, .doc = "The code to enter at sign-up."),
	OUT("note", TEXT, .example = "\"Spring meetup\"",
		.doc = "A note about the purpose of the code."),
	OUT("maxUses", INTEGER, .doc = "How many accounts can sign up with it."),
	OUT("uses", INTEGER, .doc = "How many accounts have signed up with it."),
	OUT("expiresAt", INSTANT, .nullable = true,
		.doc = "When it expires; null if it does not expire."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
};

static const struct record invite_code_record = {
	.name = "InviteCode",
	.doc = "A code with which people sign up without approval.",
	.fields = invite_code_fields,
	.count = COUNT_OF(invite_code_fields),
};

static const struct field admin_invite_create_in_fields[] = {
	IN(struct admin_invite_create_in, note, "note", TEXT, .max = 200,
		.example = "\"Spring meetup\"", .fallback = "\"\"",
		.doc = "A note about the purpose of the code."),
	IN(struct admin_invite_create_in, max_uses, "maxUses", INTEGER, .min = 1,
		.max = 500, .fallback = "1",
		.doc = "How many accounts can sign up with it."),
	IN(struct admin_invite_create_in, expires_in_days, "expiresInDays", INTEGER,
		.min = 1, .max = 365,
		.doc = "How many days the code is valid. Default: it does not expire."),
};

static const struct record admin_invite_create_input =
	INPUT_RECORD(admin_invite_create_in, "A new invite code.");

const struct op op_admin_invite_create = {
	.name = "admin_invite_create",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/admin/invites",
	.summary = "Create an invite code",
	.doc = "Creates a code with which people can sign up without approval by an "
	       "administrator.",
	.input = &admin_invite_create_input,
	.output = &invite_code_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.problems = admin_problems,
	.tool =
		{
			.name = "create_invite",
			.title = "Create an invite code",
			.doc = "For administrators: creates a code with which people "
			       "sign up without approval.",
			.rank = 806,
		},
};

static const struct field admin_invite_list_in_fields[] = {
	PAGE_FIELDS(struct admin_invite_list_in),
};

static const struct record admin_invite_list_input =
	INPUT_RECORD(admin_invite_list_in, "The page to return.");

const struct op op_admin_invite_list = {
	.name = "admin_invite_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/admin/invites",
	.summary = "List invite codes",
	.doc = "Lists invite codes that have not been revoked, newest first.",
	.input = &admin_invite_list_input,
	.output = &invite_code_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_NONE,
	.cost = COST_LIST,
	.problems = admin_problems,
	.tool =
		{
			.name = "list_invites",
			.title = "List invite codes",
			.doc = "For administrators: lists invite codes that have not "
			       "been revoked.",
			.read_only = true,
			.idempotent = true,
			.rank = 807,
		},
};

static const enum problem revoke_problems[] = {
	PROBLEM_ADMIN_REQUIRED, PROBLEM_INVITE_CODE_NOT_FOUND, PROBLEM_NONE};

static const struct field admin_invite_revoke_in_fields[] = {
	IN(struct admin_invite_revoke_in, code, "code", TEXT, .required = true, .min = 1,
		.max = 64, .missing = PROBLEM_INVITE_CODE_NOT_FOUND,
		.doc = "The invite code."),
};

static const struct record admin_invite_revoke_input =
	INPUT_RECORD(admin_invite_revoke_in, "The invite code.");

const struct op op_admin_invite_revoke = {
	.name = "admin_invite_revoke",
	.service = SERVICE_IDENTITY,
	.method = METHOD_DELETE,
	.path = "/v1/admin/invites/{code}",
	.summary = "Revoke an invite code",
	.doc = "Revokes an invite code, so that nobody can sign up with it. Members who "
	       "used it stay members.",
	.input = &admin_invite_revoke_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.problems = revoke_problems,
};
