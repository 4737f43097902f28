/*
 * sign_in.c - how members come in: signing up, choosing a password, signing in and out.
 */
#include "proto/identity/identity.h"

#include "proto/identity/fields.h"
#include "proto/records.h"

/* ---- accounts
 * ------------------------------------------------------------------------- */

static const enum problem sign_up_problems[] = {
	PROBLEM_REGISTRATION_CLOSED, PROBLEM_RATE_LIMITED, PROBLEM_NONE};
static const enum problem verify_problems[] = {PROBLEM_TOKEN_NOT_FOUND, PROBLEM_NONE};
static const enum problem sign_in_problems[] = {PROBLEM_INVALID_CREDENTIALS,
	PROBLEM_TOTP_REQUIRED, PROBLEM_EMAIL_NOT_VERIFIED, PROBLEM_RATE_LIMITED,
	PROBLEM_CROSS_ORIGIN_REFUSED, PROBLEM_NONE};

static const struct hint sign_in_hints[] = {
	{PROBLEM_CROSS_ORIGIN_REFUSED, NULL, NULL,
		"Leave `as` out to get a token instead of the cookie."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};
static const enum problem resend_problems[] = {PROBLEM_RATE_LIMITED, PROBLEM_NONE};

static const struct field account_sign_up_in_fields[] = {
	EMAIL(struct account_sign_up_in),
	PASSWORD(struct account_sign_up_in, password, "password", .required = true,
		.min = 12, .doc = "12 to 128 characters, and not a common password."),
	IN(struct account_sign_up_in, name, "name", TEXT, .format = FORMAT_LINE,
		.trimmed = true, .required = true, .min = 1, .max = 80,
		.doc = "The name that others will see."),
	IN(struct account_sign_up_in, invite_code, "inviteCode", TEXT, .min = 1,
		.max = 64, .doc = "An invite code, if the instance asks for one."),
	IN(struct account_sign_up_in, application, "application", TEXT, .max = 1000,
		.fallback = "\"\"",
		.doc = "A few words for the administrator who approves accounts."),
};

static const struct record account_sign_up_input =
	INPUT_RECORD(account_sign_up_in, "A new account.");

const struct op op_account_sign_up = {
	.name = "account_sign_up",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/sign-up",
	.summary = "Sign up",
	.doc = "Creates an account and mails a verification link. If the address has an "
	       "account already, the answer is the same and the mail says so.",
	.input = &account_sign_up_input,
	.output = &pending_mail_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
	.answer = {.accepted = true},
	.problems = sign_up_problems,
};

/* With a change of address: another account has it by now. */
static const struct conflict verify_conflicts[] = {
	{"profiles_handle_key", PROBLEM_HANDLE_TAKEN, NULL, FAULT_TAKEN, NULL},
	{"members_email_key", PROBLEM_TOKEN_NOT_FOUND, NULL, FAULT_TAKEN,
		"another account has this e-mail address by now"},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field account_verify_email_in_fields[] = {
	IN(struct account_verify_email_in, token, "token", TEXT, .required = true,
		.secret = true, .min = 1, .max = 128,
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
	.doc = "Uses up the token from a verification mail. The account becomes active, "
	       "or waits for an administrator if the instance is set up so; a changed "
	       "address takes effect. The account gets the password of the sign-up, "
	       "unless the address signed up more than once or the mail was sent again: "
	       "then a link for choosing a password is mailed.",
	.input = &account_verify_email_input,
	.output = &account_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.current = &op_me_get,
	.problems = verify_problems,
	.conflicts = verify_conflicts,
};

static const struct field account_resend_verification_in_fields[] = {
	EMAIL(struct account_resend_verification_in),
};

static const struct record account_resend_verification_input =
	INPUT_RECORD(account_resend_verification_in, "The address to send the mail to.");

const struct op op_account_resend_verification = {
	.name = "account_resend_verification",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/verify-email/resend",
	.summary = "Send the verification mail again",
	.doc = "Mails a new verification link if the address has signed up and is not "
	       "verified. Once it is opened, a link for choosing a password is mailed. "
	       "The answer is the same in every case.",
	.input = &account_resend_verification_input,
	.output = &pending_mail_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.answer = {.accepted = true},
	.problems = resend_problems,
};

static const struct field password_reset_in_fields[] = {
	IN(struct password_reset_in, token, "token", TEXT, .required = true,
		.secret = true, .min = 1, .max = 128, .doc = "The token from the link."),
	PASSWORD(struct password_reset_in, password, "password", .required = true,
		.min = 12, .doc = "12 to 128 characters, and not a common password."),
};

static const struct record password_reset_input =
	INPUT_RECORD(password_reset_in, "The token from a link, and a new password.");

const struct op op_password_reset = {
	.name = "password_reset",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/password/reset",
	.summary = "Choose a new password",
	.doc = "Uses up the token from a link and sets the password. Every session and "
	       "token of the account ends.",
	.input = &password_reset_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.run = {.pool = POOL_OUTSIDE},
	.changes = CREDENTIALS_OF_SOMEBODY,
	.problems = verify_problems,
};

/* ---- sessions
 * ------------------------------------------------------------------------- */

static const char *const sign_in_as_values[] = {"token", "cookie", NULL};

static const struct field session_sign_in_in_fields[] = {
	EMAIL(struct session_sign_in_in),
	PASSWORD(struct session_sign_in_in, password, "password", .required = true,
		.min = 1, .doc = "The password."),
	IN(struct session_sign_in_in, totp, "totp", TEXT, .secret = true, .max = 20,
		.doc = "A code of the second factor, or a recovery code."),
	IN(struct session_sign_in_in, as, "as", ENUM, .values = sign_in_as_values,
		.fallback = "\"token\"",
		.doc = "`token` answers a bearer token, `cookie` sets a cookie for a "
		       "browser."),
};

static const struct record session_sign_in_input =
	INPUT_RECORD(session_sign_in_in, "What proves who you are.");

const struct op op_session_sign_in = {
	.name = "session_sign_in",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/sign-in",
	.summary = "Sign in",
	.doc = "Starts a session of 30 days, which use extends to 90 days at most.",
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
	.doc = "Ends the session or token that the request carries. Within a second it "
	       "is refused everywhere.",
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
	.doc = "The account that the credential belongs to, and what it may be used for. "
	       "Pending and suspended members can read their state here.",
	.output = &session_record,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_PROFILE | SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
};
