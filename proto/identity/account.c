#include "proto/identity/account.h"

#include "proto/identity/fields.h"
#include "proto/identity/identity.h"
#include "proto/records.h"

#define OWN_PASSWORD(holder, member, wire_name) \
	IN(holder, member, wire_name, TEXT, .required = true, .secret = true, .min = 1, \
		.max = 128, .doc = "Your password.")

static const enum problem limited_problems[] = {PROBLEM_RATE_LIMITED, PROBLEM_NONE};
static const enum problem update_problems[] = {
	PROBLEM_RATE_LIMITED, PROBLEM_MEMBERSHIP_SUSPENDED, PROBLEM_NONE};
static const enum problem password_problems[] = {
	PROBLEM_INVALID_CREDENTIALS, PROBLEM_RATE_LIMITED, PROBLEM_NONE};

/* ---- passwords and the address ---- */

static const char *const reset_status_values[] = {"reset_sent", NULL};

static const struct field pending_reset_fields[] = {
	OUT("status", ENUM, .values = reset_status_values,
		.doc = "Always the same, whether or not the address has an account."),
};

static const struct record pending_reset_record = {
	.name = "PendingReset",
	.doc = "The request was accepted. A mail is sent if the address has an account.",
	.fields = pending_reset_fields,
	.count = COUNT_OF(pending_reset_fields),
};

static const struct field password_forgot_in_fields[] = {
	EMAIL(struct password_forgot_in),
};

static const struct record password_forgot_input =
	INPUT_RECORD(password_forgot_in, "The account with the forgotten password.");

const struct op op_password_forgot = {
	.name = "password_forgot",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/password/forgot",
	.summary = "Reset a forgotten password",
	.doc = "Mails a link for setting a new password if the address has an account. "
	       "If the address has signed up and is not verified, mails the "
	       "verification link again. The response is the same in every case.",
	.input = &password_forgot_input,
	.output = &pending_reset_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.answer = {.accepted = true},
	.problems = limited_problems,
};

static const struct field password_change_in_fields[] = {
	OWN_PASSWORD(struct password_change_in, current_password, "current"),
	IN(struct password_change_in, new_password, "new", TEXT, .required = true,
		.secret = true, .min = 12, .max = 128,
		.doc = "The new password: 12 to 128 characters, not a common password, "
		       "and not your name or address."),
	REVOKE_ACCESS(struct password_change_in),
	IN(struct password_change_in, revoke_session, "revokeSession", BOOLEAN,
		.fallback = "false",
		.doc = "Whether the session of this request ends, too, and with it every "
		       "copy of its token."),
};

static const struct record password_change_input =
	INPUT_RECORD(password_change_in, "The current password and the new one.");

const struct op op_password_change = {
	.name = "password_change",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/password/change",
	.summary = "Change your password",
	.doc = "Replaces your password and ends all your other sessions, and this one "
	       "if `revokeSession` is true. Unless `revokeAccess` is false, all your "
	       "personal access tokens and connected apps end, too, even if this "
	       "request is made with one of them.",
	.input = &password_change_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
	.changes = CREDENTIALS_OF_CALLER,
	.problems = password_problems,
};

static const struct field email_change_in_fields[] = {
	EMAIL(struct email_change_in),
	OWN_PASSWORD(struct email_change_in, password, "password"),
};

static const struct record email_change_input =
	INPUT_RECORD(email_change_in, "The new e-mail address and your password.");

const struct op op_email_change = {
	.name = "email_change",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/email/change",
	.summary = "Change your e-mail address",
	.doc = "Mails a verification link to the new address and a notice to the old "
	       "one. The new address takes effect when the link is opened.",
	.input = &email_change_input,
	.output = &pending_mail_record,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
	.answer = {.accepted = true},
	.problems = password_problems,
};

/* ---- the second factor ---- */

static const enum problem totp_begin_problems[] = {PROBLEM_INVALID_CREDENTIALS,
	PROBLEM_INVALID_TRANSITION, PROBLEM_RATE_LIMITED, PROBLEM_NONE};
static const enum problem totp_confirm_problems[] = {PROBLEM_INVALID_CREDENTIALS,
	PROBLEM_INVALID_TRANSITION, PROBLEM_RATE_LIMITED, PROBLEM_NONE};
static const enum problem totp_remove_problems[] = {
	PROBLEM_INVALID_CREDENTIALS, PROBLEM_RATE_LIMITED, PROBLEM_NONE};

static const struct field totp_secret_fields[] = {
	OUT("secret", TEXT, .secret = true, .doc = "The shared secret in base32."),
	OUT("otpauthUri", TEXT, .secret = true,
		.doc = "The secret as an otpauth URI for a QR code: SHA-1, 6 digits, 30 "
		       "seconds."),
};

static const struct record totp_secret_record = {
	.name = "TotpSecret",
	.doc = "The configuration of an authenticator app.",
	.fields = totp_secret_fields,
	.count = COUNT_OF(totp_secret_fields),
};

static const struct field totp_begin_in_fields[] = {
	OWN_PASSWORD(struct totp_begin_in, password, "password"),
};

static const struct record totp_begin_input =
	INPUT_RECORD(totp_begin_in, "Your password, to confirm the request.");

const struct op op_totp_begin = {
	.name = "totp_begin",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/totp",
	.summary = "Set up the second factor",
	.doc = "Creates a secret for an authenticator app. The second factor takes "
	       "effect when you confirm a code with /v1/auth/totp/confirm. Until then, "
	       "another call replaces the secret. Requires the password.",
	.input = &totp_begin_input,
	.output = &totp_secret_record,
	.guard = GUARD_ACCOUNT,
	.with = WITH_SESSION,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
	.answer = {.secret = true},
	.problems = totp_begin_problems,
};

static const struct field recovery_code_element =
	OUT("code", TEXT, .min = 19, .max = 19, .example = "\"7k2m-9xqp-4tdn-c8vw\"",
		.doc = "A recovery code: four groups of four characters.");

static const struct field recovery_codes_fields[] = {
	OUT("recoveryCodes", LIST, .element = &recovery_code_element, .secret = true,
		.doc = "Recovery codes. Each replaces one code of the app at sign-in, "
		       "once. They are shown only in this response."),
};

static const struct record recovery_codes_record = {
	.name = "RecoveryCodes",
	.doc = "Codes for signing in without the authenticator app.",
	.fields = recovery_codes_fields,
	.count = COUNT_OF(recovery_codes_fields),
};

static const struct field totp_confirm_in_fields[] = {
	IN(struct totp_confirm_in, code, "code", TEXT, .example = "\"123456\"",
		.required = true, .secret = true, .min = 6, .max = 20,
		.doc = "The current code of the app."),
};

static const struct record totp_confirm_input =
	INPUT_RECORD(totp_confirm_in, "A code from the authenticator app.");

const struct op op_totp_confirm = {
	.name = "totp_confirm",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/totp/confirm",
	.summary = "Confirm the second factor",
	.doc = "Turns on the second factor within an hour after it was set up, and "
	       "returns ten recovery codes.",
	.input = &totp_confirm_input,
	.output = &recovery_codes_record,
	.guard = GUARD_ACCOUNT,
	.with = WITH_SESSION,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.answer = {.secret = true},
	.problems = totp_confirm_problems,
};

static const struct field totp_remove_in_fields[] = {
	OWN_PASSWORD(struct totp_remove_in, password, "password"),
	IN(struct totp_remove_in, code, "code", TEXT, .required = true, .secret = true,
		.min = 6, .max = 20,
		.doc = "The current code of the app, or a recovery code."),
};

static const struct record totp_remove_input =
	INPUT_RECORD(totp_remove_in, "Your password and a code, to confirm the request.");

const struct op op_totp_remove = {
	.name = "totp_remove",
	.service = SERVICE_IDENTITY,
	.method = METHOD_DELETE,
	.path = "/v1/auth/totp",
	.summary = "Remove the second factor",
	.doc = "Turns off the second factor and deletes its recovery codes. Requires the "
	       "password and a code. If you have lost all codes, contact the operator of "
	       "this instance.",
	.input = &totp_remove_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.with = WITH_SESSION,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
	.problems = totp_remove_problems,
};

static const enum problem totp_undo_problems[] = {PROBLEM_TOKEN_NOT_FOUND, PROBLEM_NONE};

static const struct field totp_undo_in_fields[] = {
	IN(struct totp_undo_in, token, "token", TEXT, .required = true, .secret = true,
		.min = 1, .max = 128, .doc = "The token from the link in the mail."),
};

static const struct record totp_undo_input =
	INPUT_RECORD(totp_undo_in, "The token from the mail about the second factor.");

const struct op op_totp_undo = {
	.name = "totp_undo",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/totp/undo",
	.summary = "Undo the setup of a second factor",
	.doc = "Turns off the second factor with the token from the mail that was sent "
	       "when it was set up, within 7 days. It works without the password and a "
	       "code, for members whose account somebody else has protected.",
	.input = &totp_undo_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.problems = totp_undo_problems,
};

/* ---- the name ---- */

static const struct field account_update_in_fields[] = {
	IN(struct account_update_in, name, "name", TEXT, .format = FORMAT_NAME,
		.trimmed = true, .min = 1, .max = 80,
		.doc = "The name that other members see."),
};

static const struct record account_update_input = INPUT_RECORD(account_update_in,
	"The fields to change. Fields that you omit keep their values.");

const struct op op_account_update = {
	.name = "account_update",
	.service = SERVICE_IDENTITY,
	.method = METHOD_PATCH,
	.path = "/v1/auth/account",
	.summary = "Change your name",
	.doc = "Changes the name of your account. Your handle stays the same. "
	       "Suspended members keep their name.",
	.problems = update_problems,
	.input = &account_update_input,
	.output = &account_record,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_me_get,
};

/* ---- export and deletion ---- */

const struct op op_account_export = {
	.name = "account_export",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/auth/export",
	.summary = "Export your data",
	.doc = "Returns all data that this instance holds about you, as one document. "
	       "The document is built while it is sent: it may or may not contain "
	       "changes made in the meantime, but contains no record twice. You can run "
	       "two exports at a time.",
	.output = &account_export_record,
	.shape = SHAPE_CHUNKED,
	.chunks = {.next = &op_account_export_part},
	.guard = GUARD_ACCOUNT,
	.with = WITH_OWN,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
};

static const enum problem part_problems[] = {PROBLEM_INVALID_CURSOR, PROBLEM_NONE};

static const struct field account_export_part_in_fields[] = {
	IN(struct account_export_part_in, part, "part", TEXT, .required = true, .min = 1,
		.max = 100, .doc = "The position at which the previous part ended."),
};

static const struct record account_export_part_input =
	INPUT_RECORD(account_export_part_in, "The part of the export to return.");

const struct op op_account_export_part = {
	.name = "account_export_part",
	.service = SERVICE_IDENTITY,
	.summary = "Export more of your data",
	.doc = "Returns the part of an export that follows the previous one.",
	.input = &account_export_part_input,
	.output = &account_export_record,
	.shape = SHAPE_CHUNKED,
	.guard = GUARD_INTERNAL,
	.with = WITH_OWN,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.problems = part_problems,
};

static const enum problem delete_problems[] = {PROBLEM_INVALID_CREDENTIALS,
	PROBLEM_LAST_ADMIN, PROBLEM_RATE_LIMITED, PROBLEM_NONE};

/* Constraints of other services' tables, see 0007_accounts.sql. */
static const struct conflict delete_conflicts[] = {
	{"orgs_last_owner", PROBLEM_LAST_OWNER, NULL, FAULT_CONFLICT,
		"you are the last owner of an organization; make another member an owner "
		"first"},
	{"projects_last_lead", PROBLEM_LAST_LEAD, NULL, FAULT_CONFLICT,
		"you are the last lead of a project; make another member a lead first"},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field account_delete_in_fields[] = {
	OWN_PASSWORD(struct account_delete_in, password, "password"),
};

static const struct record account_delete_input =
	INPUT_RECORD(account_delete_in, "Your password, to confirm the deletion.");

const struct op op_account_delete = {
	.name = "account_delete",
	.service = SERVICE_IDENTITY,
	.method = METHOD_DELETE,
	.path = "/v1/auth/account",
	.summary = "Delete your account",
	.doc = "Deletes your account and the content that you wrote. Records that other "
	       "members depend on stay, under the name \"Former member\". This cannot be "
	       "undone.",
	.input = &account_delete_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
	.changes = CREDENTIALS_OF_CALLER,
	.problems = delete_problems,
	.conflicts = delete_conflicts,
};
