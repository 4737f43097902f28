/*
 * internal.c - internal operations: the gateway resolves tokens, and kithctl creates
 * accounts and tokens.
 */
#include "proto/identity/identity.h"

#include "proto/identity/fields.h"
#include "proto/records.h"
#include "proto/tool_sets.h"

static const struct conflict email_conflicts[] = {
	{"members_email_key", PROBLEM_VALIDATION_FAILED, "#/email", FAULT_TAKEN,
		"an account with this e-mail address already exists"},
	{"profiles_handle_key", PROBLEM_HANDLE_TAKEN, NULL, FAULT_TAKEN, NULL},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const enum problem resolve_problems[] = {PROBLEM_INVALID_TOKEN, PROBLEM_NONE};

static const struct field credential_resolve_in_fields[] = {
	IN(struct credential_resolve_in, hash, "hash", TEXT, .required = true, .min = 64,
		.max = 64, .doc = "SHA-256 of the token in lower-case hex."),
};

static const struct record credential_resolve_input =
	INPUT_RECORD(credential_resolve_in, "The hash of a token.");

static const struct field resolved_credential_fields[] = {
	OUT("member", IDENTIFIER, .prefix = "usr",
		.doc = "The member of the credential."),
	OUT("membership", ENUM, .values = membership_values,
		.doc = "The state of the membership."),
	OUT("admin", BOOLEAN, .doc = "Whether the member has the platform role admin."),
	OUT("credential", IDENTIFIER, .prefix = "ses", .doc = "The credential's id."),
	OUT("kind", TEXT, .doc = "The kind of credential: session, token or oauth."),
	OUT("scopes", INTEGER, .doc = "The credential's scopes as bits."),
	OUT("client", TEXT, .nullable = true,
		.doc = "The OAuth client, for OAuth tokens."),
	OUT("audience", TEXT, .nullable = true, .doc = "The audience, for OAuth tokens."),
	OUT("tools", ENUM, .values = app_tools_values, .nullable = true,
		.doc = "The tools that the member's app gets, for OAuth tokens."),
};

static const struct record resolved_credential_record = {
	.name = "ResolvedCredential",
	.doc = "The member and the credential of a token.",
	.fields = resolved_credential_fields,
	.count = COUNT_OF(resolved_credential_fields),
};

const struct op op_credential_resolve = {
	.name = "credential_resolve",
	.service = SERVICE_IDENTITY,
	.summary = "Resolve a token",
	.doc = "Returns the member and the credential of a token, and records its use.",
	.input = &credential_resolve_input,
	.output = &resolved_credential_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_NONE,
	.run = {.repeatable = true},
	.problems = resolve_problems,
};

static const struct field member_create_in_fields[] = {
	EMAIL(struct member_create_in),
	IN(struct member_create_in, name, "name", TEXT, .format = FORMAT_NAME,
		.trimmed = true, .required = true, .min = 1, .max = 80,
		.doc = "The name that other members see."),
	IN(struct member_create_in, handle, "handle", TEXT, .format = FORMAT_HANDLE,
		.min = 3, .max = 30,
		.doc = "The handle. Default: derived from the name."),
	PASSWORD(struct member_create_in, password, "password", .min = 12,
		.doc = "The password. Without one, the member must reset the password to "
		       "sign in."),
	IN(struct member_create_in, active, "active", BOOLEAN, .fallback = "false",
		.doc = "Whether the account is active immediately."),
	IN(struct member_create_in, admin, "admin", BOOLEAN, .fallback = "false",
		.doc = "Whether the account has the platform role admin."),
};

static const struct record member_create_input =
	INPUT_RECORD(member_create_in, "An account that the operator creates.");

static const struct field created_member_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The new member's id."),
};

static const struct record created_member_record = {
	.name = "CreatedMember",
	.doc = "The new account.",
	.fields = created_member_fields,
	.count = COUNT_OF(created_member_fields),
};

const struct op op_member_create = {
	.name = "member_create",
	.service = SERVICE_IDENTITY,
	.summary = "Create a member",
	.doc = "Creates a verified account without sending a mail. For the operator.",
	.input = &member_create_input,
	.output = &created_member_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
	.conflicts = email_conflicts,
};

static const struct field admin_create_in_fields[] = {
	EMAIL(struct admin_create_in),
	IN(struct admin_create_in, name, "name", TEXT, .format = FORMAT_NAME,
		.trimmed = true, .required = true, .min = 1, .max = 80,
		.doc = "The name that other members see."),
};

static const struct record admin_create_input =
	INPUT_RECORD(admin_create_in, "The first administrator.");

static const struct field sign_in_link_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The administrator's id."),
	OUT("link", TEXT, .secret = true,
		.doc = "A link for setting a password. It works once."),
	OUT("expiresAt", INSTANT, .doc = "When the link expires."),
};

static const struct record sign_in_link_record = {
	.name = "SignInLink",
	.doc = "A one-time link for an administrator.",
	.fields = sign_in_link_fields,
	.count = COUNT_OF(sign_in_link_fields),
};

const struct op op_admin_create = {
	.name = "admin_create",
	.service = SERVICE_IDENTITY,
	.summary = "Create an administrator",
	.doc = "Creates an active administrator, or promotes a member to one, and "
	       "returns a one-time sign-in link. For the operator.",
	.input = &admin_create_input,
	.output = &sign_in_link_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.answer = {.secret = true},
	.conflicts = email_conflicts,
};

static const enum problem reset_problems[] = {PROBLEM_MEMBER_NOT_FOUND, PROBLEM_NONE};

static const struct field totp_reset_in_fields[] = {
	EMAIL(struct totp_reset_in),
};

static const struct record totp_reset_input =
	INPUT_RECORD(totp_reset_in, "The member who lost the second factor.");

static const struct field reset_totp_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("removed", BOOLEAN, .doc = "Whether the member had a second factor."),
};

static const struct record reset_totp_record = {
	.name = "ResetTotp",
	.doc = "A member without a second factor.",
	.fields = reset_totp_fields,
	.count = COUNT_OF(reset_totp_fields),
};

const struct op op_totp_reset = {
	.name = "totp_reset",
	.service = SERVICE_IDENTITY,
	.summary = "Remove a lost second factor",
	.doc = "Turns off a member's second factor and notifies the member by mail. For "
	       "the operator, who must verify the member's identity first.",
	.input = &totp_reset_input,
	.output = &reset_totp_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.problems = reset_problems,
};

static const enum problem issue_problems[] = {
	PROBLEM_ADMIN_REQUIRED, PROBLEM_MEMBER_NOT_FOUND, PROBLEM_NONE};

static const struct field token_issue_in_fields[] = {
	EMAIL(struct token_issue_in),
	IN(struct token_issue_in, scopes, "scopes", LIST, .element = &scope_element,
		.max = 6,
		.doc = "The scopes of the token. Default: all scopes that the member may "
		       "have."),
	IN(struct token_issue_in, expires_in_days, "expiresInDays", INTEGER, .min = 1,
		.max = 365, .fallback = "90", .doc = "How many days the token is valid."),
	IN(struct token_issue_in, name, "name", TEXT, .format = FORMAT_LINE,
		.trimmed = true, .min = 1, .max = 80, .fallback = "\"kithctl\"",
		.doc = "The name of the token in the member's list of tokens."),
};

static const struct record token_issue_input = INPUT_RECORD(
	token_issue_in, "A personal access token that the operator creates.");

static const struct field issued_token_fields[] = {
	OUT("token", TEXT, .secret = true,
		.doc = "The token. It is shown only in this response."),
};

static const struct record issued_token_record = {
	.name = "IssuedToken",
	.doc = "A new personal access token.",
	.fields = issued_token_fields,
	.count = COUNT_OF(issued_token_fields),
};

const struct op op_token_issue = {
	.name = "token_issue",
	.service = SERVICE_IDENTITY,
	.summary = "Issue a token",
	.doc = "Creates a personal access token for a member. For the operator.",
	.input = &token_issue_input,
	.output = &issued_token_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.answer = {.secret = true},
	.problems = issue_problems,
};
