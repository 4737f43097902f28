/*
 * sign_in.c - sign-up, verification, password reset, sign-in and sign-out.
 */
#include "proto/identity/identity.h"

#include "proto/identity/fields.h"
#include "proto/records.h"

/* ---- accounts ---- */

static const enum problem sign_up_problems[] = {
	PROBLEM_REGISTRATION_CLOSED, PROBLEM_RATE_LIMITED, PROBLEM_NONE};
static const enum problem verify_problems[] = {PROBLEM_TOKEN_NOT_FOUND, PROBLEM_NONE};
static const enum problem sign_in_problems[] = {PROBLEM_INVALID_CREDENTIALS,
	PROBLEM_TOTP_REQUIRED, PROBLEM_EMAIL_NOT_VERIFIED, PROBLEM_RATE_LIMITED,
	PROBLEM_CROSS_ORIGIN_REFUSED, PROBLEM_NONE};

static const struct hint sign_in_hints[] = {
	{PROBLEM_CROSS_ORIGIN_REFUSED, NULL, NULL,
		"Omit `as` to get a token instead of a cookie."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};
static const enum problem resend_problems[] = {PROBLEM_RATE_LIMITED, PROBLEM_NONE};

static const struct field account_sign_up_in_fields[] = {
	EMAIL(struct account_sign_up_in),
	PASSWORD(struct account_sign_up_in, password, "password", .required = true,
		.min = 12,
		.doc = "The password: 12 to 128 characters, not a common password, and "
		       "not your name or address."),
	IN(struct account_sign_up_in, name, "name", TEXT, .format = FORMAT_NAME,
		.trimmed = true, .required = true, .min = 1, .max = 80,
		.doc = "The name that other members see."),
	IN(struct account_sign_up_in, invite_code, "inviteCode", TEXT, .min = 1,
		.max = 64, .doc = "An invite code, if the instance requires one."),
	IN(struct account_sign_up_in, application, "application", TEXT, .max = 1000,
		.fallback = "\"\"",
		.doc = "A message to the administrator who approves the account."),
};

static const struct record account_sign_up_input =
	INPUT_RECORD(account_sign_up_in, "A new account.");

const struct op op_account_sign_up = {
	.name = "account_sign_up",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/sign-up",
	.summary = "Sign up",
	.doc = "Creates an account and mails a verification link. If the address already "
	       "has an account, the response is the same and the mail says so.",
	.input = &account_sign_up_input,
	.output = &pending_mail_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
	.answer = {.accepted = true},
	.problems = sign_up_problems,
};

/* For a change of address: another account may have taken it. */
static const struct conflict verify_conflicts[] = {
	{"profiles_handle_key", PROBLEM_HANDLE_TAKEN, NULL, FAULT_TAKEN, NULL},
	{"members_email_key", PROBLEM_TOKEN_NOT_FOUND, NULL, FAULT_TAKEN,
		"another account has taken this e-mail address"},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field account_verify_email_in_fields[] = {
	IN(struct account_verify_email_in, token, "token", TEXT, .required = true,
		.secret = true, .min = 1, .max = MAIL_TOKEN_MAX,
		.doc = "The token from the link in the mail."),
};

static const struct record account_verify_email_input =
	INPUT_RECORD(account_verify_email_in, "The token from the mail.");

const struct op op_account_verify_email = {
	.name = "account_verify_email",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/verify-email",
	.summary = "Verify an e-mail address",
	.doc = "Verifies an e-mail address with the token from the mail. A new account "
	       "becomes active, or pending if the instance requires approval. A changed "
	       "address takes effect. The account gets the password of the sign-up. If "
	       "sign-ups with different passwords exist for the address, "
	       "`passwordNeeded` is true: set the password with the same token within "
	       "an hour (/v1/auth/password/reset). A link for that is also mailed.",
	.input = &account_verify_email_input,
	.output = &verified_account_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.problems = verify_problems,
	.conflicts = verify_conflicts,
};

static const struct field account_resend_verification_in_fields[] = {
	EMAIL(struct account_resend_verification_in),
};

static const struct record account_resend_verification_input = INPUT_RECORD(
	account_resend_verification_in, "The e-mail address to send the mail to.");

const struct op op_account_resend_verification = {
	.name = "account_resend_verification",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/verify-email/resend",
	.summary = "Send the verification mail again",
	.doc = "Mails another verification link if the address has signed up and is not "
	       "verified. Each link of a sign-up works as well as the first. The "
	       "response is the same in every case.",
	.input = &account_resend_verification_input,
	.output = &pending_mail_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.answer = {.accepted = true},
	.problems = resend_problems,
};

static const struct field password_reset_in_fields[] = {
	IN(struct password_reset_in, token, "token", TEXT, .required = true,
		.secret = true, .min = 1, .max = MAIL_TOKEN_MAX,
		.doc = "The token from the link in the mail."),
	PASSWORD(struct password_reset_in, password, "password", .required = true,
		.min = 12,
		.doc = "The password: 12 to 128 characters, not a common password, and "
		       "not your name or address."),
	REVOKE_ACCESS(struct password_reset_in),
};

static const struct record password_reset_input =
	INPUT_RECORD(password_reset_in, "The token from the mail and a new password.");

const struct op op_password_reset = {
	.name = "password_reset",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/password/reset",
	.summary = "Set a new password",
	.doc = "Sets the password with the token from the mail, which works once. After "
	       "a verification with `passwordNeeded`, the token of the verification "
	       "works as well. All sessions of the account end, and unless "
	       "`revokeAccess` is false, all its personal access tokens and connected "
	       "apps.",
	.input = &password_reset_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
	.changes = CREDENTIALS_OF_SOMEBODY,
	.problems = verify_problems,
};

/* ---- the pages of links in mails ---- */

static const char *const link_purposes[] = {
	"verify_email", "reset_password", "undo_totp", NULL};

static const struct field mail_link_get_in_fields[] = {
	IN(struct mail_link_get_in, token, "token", TEXT, .required = true,
		.secret = true, .min = 1, .max = MAIL_TOKEN_MAX,
		.doc = "The token from the link in the mail."),
	IN(struct mail_link_get_in, purpose, "purpose", ENUM, .required = true,
		.values = link_purposes, .doc = "The use of the link."),
};

static const struct record mail_link_get_input =
	INPUT_RECORD(mail_link_get_in, "The token from a mail.");

static const struct field mail_link_fields[] = {
	OUT("usable", BOOLEAN, .doc = "Whether the link still works."),
	OUT("change", BOOLEAN,
		.doc = "Whether the link gives another address to an account."),
	OUT("email", TEXT, .nullable = true, .format = FORMAT_EMAIL,
		.doc = "The address that the link verifies."),
	OUT("name", TEXT, .nullable = true,
		.doc = "The name of the sign-up, or of the account that gets the "
		       "address."),
	OUT("handle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The handle of the account that gets the address."),
};

static const struct record mail_link_record = {
	.name = "MailLink",
	.doc = "The state of a link in a mail.",
	.fields = mail_link_fields,
	.count = COUNT_OF(mail_link_fields),
};

const struct op op_mail_link_get = {
	.name = "mail_link_get",
	.service = SERVICE_IDENTITY,
	.summary = "Check the link of a mail",
	.doc = "Answers whether the link still works and, for a link that verifies an "
	       "address, who gets the address. Does not use the link up.",
	.input = &mail_link_get_input,
	.output = &mail_link_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_READ,
	.cost = COST_SLOW,
};

/* ---- sessions ---- */

static const char *const sign_in_as_values[] = {"token", "cookie", NULL};

static const struct field session_sign_in_in_fields[] = {
	EMAIL(struct session_sign_in_in),
	PASSWORD(struct session_sign_in_in, password, "password", .required = true,
		.min = 1, .doc = "The password."),
	IN(struct session_sign_in_in, totp, "totp", TEXT, .secret = true, .max = 20,
		.doc = "A code of the second factor, or a recovery code. Required if the "
		       "account has a second factor."),
	IN(struct session_sign_in_in, as, "as", ENUM, .values = sign_in_as_values,
		.fallback = "\"token\"",
		.doc = "`token` returns a bearer token; `cookie` sets a cookie for a "
		       "browser."),
};

static const struct record session_sign_in_input =
	INPUT_RECORD(session_sign_in_in, "Your credentials.");

const struct op op_session_sign_in = {
	.name = "session_sign_in",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/sign-in",
	.summary = "Sign in",
	.doc = "Starts a session of 30 days. Use extends the session, to at most 90 "
	       "days.",
	.input = &session_sign_in_input,
	.output = &signed_in_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
	.run = {.pool = POOL_OUTSIDE},
	.answer = {.secret = true},
	.problems = sign_in_problems,
	.hints = sign_in_hints,
};

const struct op op_session_sign_out = {
	.name = "session_sign_out",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/sign-out",
	.summary = "Sign out",
	.doc = "Ends the session or revokes the token of the request. It is refused "
	       "everywhere within a second.",
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_CALLER,
};

const struct op op_session_get = {
	.name = "session_get",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/auth/session",
	.summary = "Read the session",
	.doc = "Reads the account and the scopes of the credential. Pending and "
	       "suspended members can read their state here.",
	.output = &session_record,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_PROFILE | SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
};
