/*
 * operator.c - internal operations on one member, for kithctl.
 */
#include "proto/identity/identity.h"

#include "proto/identity/fields.h"
#include "proto/records.h"

#define MEMBER_ID(holder) \
	ID_FIELD(holder, "usr", PROBLEM_MEMBER_NOT_FOUND, "The member's id.")

static const enum problem member_problems[] = {PROBLEM_MEMBER_NOT_FOUND, PROBLEM_NONE};

static const struct field member_show_in_fields[] = {
	IN(struct member_show_in, member, "member", TEXT, .required = true, .min = 1,
		.max = 200, .missing = PROBLEM_MEMBER_NOT_FOUND,
		.doc = "The id, the e-mail address or the handle of the member."),
};

static const struct record member_show_input =
	INPUT_RECORD(member_show_in, "The member to show.");

static const struct field operator_member_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("handle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The handle; null until the member has a profile."),
	OUT("email", TEXT, .format = FORMAT_EMAIL, .doc = "The member's e-mail address."),
	OUT("name", TEXT, .doc = "The member's name."),
	OUT("membershipStatus", ENUM, .values = membership_values,
		.doc = "The state of the membership."),
	OUT("role", ENUM, .values = platform_role_values, .doc = "The platform role."),
	OUT("application", TEXT, .max = 1000,
		.doc = "What the member wrote to the administrators at sign-up."),
	OUT("createdAt", INSTANT, .doc = "When the account was created."),
	OUT("lastUsedAt", INSTANT, .nullable = true,
		.doc = "When a session, token or app of the member was last used."),
	OUT("password", BOOLEAN, .doc = "Whether the member has a password."),
	OUT("secondFactor", BOOLEAN, .doc = "Whether the member has a second factor."),
	OUT("sessions", INTEGER, .doc = "The number of sessions."),
	OUT("tokens", INTEGER, .doc = "The number of personal access tokens."),
	OUT("apps", INTEGER, .doc = "The number of connected apps."),
	OUT("openReports", INTEGER, .doc = "The number of open reports of the member."),
};

static const struct record operator_member_record = {
	.name = "OperatorMember",
	.doc = "A member as the operator sees one.",
	.fields = operator_member_fields,
	.count = COUNT_OF(operator_member_fields),
};

const struct op op_member_show = {
	.name = "member_show",
	.service = SERVICE_IDENTITY,
	.summary = "Show a member",
	.doc = "Shows the account of a member. For the operator.",
	.input = &member_show_input,
	.output = &operator_member_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.problems = member_problems,
};

static const struct field member_delete_in_fields[] = {
	MEMBER_ID(struct member_delete_in),
};

static const struct record member_delete_input =
	INPUT_RECORD(member_delete_in, "The member to delete.");

static const enum problem delete_problems[] = {
	PROBLEM_MEMBER_NOT_FOUND, PROBLEM_LAST_ADMIN, PROBLEM_NONE};

/* Constraints of other services' tables, see 0007_accounts.sql. */
static const struct conflict delete_conflicts[] = {
	{"orgs_last_owner", PROBLEM_LAST_OWNER, NULL, FAULT_CONFLICT,
		"the member is the last owner of an organization; make another member an "
		"owner, or remove the organization first"},
	{"projects_last_lead", PROBLEM_LAST_LEAD, NULL, FAULT_CONFLICT,
		"the member is the last lead of a project; make another member a lead, "
		"or remove the project first"},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

const struct op op_member_delete = {
	.name = "member_delete",
	.service = SERVICE_IDENTITY,
	.summary = "Delete a member",
	.doc = "Deletes a member and the content that the member wrote. Records that "
	       "other members depend on stay, under the name \"Former member\". This "
	       "cannot be undone. For the operator.",
	.input = &member_delete_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_SUBJECT,
	.problems = delete_problems,
	.conflicts = delete_conflicts,
};

static const struct field member_reset_link_in_fields[] = {
	MEMBER_ID(struct member_reset_link_in),
};

static const struct record member_reset_link_input =
	INPUT_RECORD(member_reset_link_in, "The member who cannot receive mail.");

static const struct field reset_link_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("email", TEXT, .format = FORMAT_EMAIL, .doc = "The member's e-mail address."),
	OUT("link", TEXT, .secret = true,
		.doc = "A link for setting a password. It works once."),
	OUT("expiresAt", INSTANT, .doc = "When the link expires."),
};

static const struct record reset_link_record = {
	.name = "ResetLink",
	.doc = "A one-time link with which a member sets a password.",
	.fields = reset_link_fields,
	.count = COUNT_OF(reset_link_fields),
};

const struct op op_member_reset_link = {
	.name = "member_reset_link",
	.service = SERVICE_IDENTITY,
	.summary = "Create a link for a new password",
	.doc = "Creates a one-time link with which a member sets a new password, and "
	       "voids earlier links. For the operator, who must verify the member's "
	       "identity first.",
	.input = &member_reset_link_input,
	.output = &reset_link_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.answer = {.secret = true},
	.problems = member_problems,
};

static const struct field member_set_email_in_fields[] = {
	MEMBER_ID(struct member_set_email_in),
	EMAIL(struct member_set_email_in),
};

static const struct record member_set_email_input =
	INPUT_RECORD(member_set_email_in, "The member, and the new address.");

static const struct conflict set_email_conflicts[] = {
	{"members_email_key", PROBLEM_VALIDATION_FAILED, "#/email", FAULT_TAKEN,
		"another account has this e-mail address"},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

const struct op op_member_set_email = {
	.name = "member_set_email",
	.service = SERVICE_IDENTITY,
	.summary = "Set the e-mail address of a member",
	.doc = "Gives an account back to a member whose mailbox is lost, or whose "
	       "address a thief has changed. Sets the address, and ends the password, "
	       "the sessions, the tokens, the apps and the links of earlier mails. "
	       "Answers a one-time link with which the member sets a new password. For "
	       "the operator, who must verify the member's identity first.",
	.input = &member_set_email_input,
	.output = &reset_link_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.answer = {.secret = true},
	.changes = CREDENTIALS_OF_SUBJECT,
	.problems = member_problems,
	.conflicts = set_email_conflicts,
};
