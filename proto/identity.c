#include "identity.h"

#include "records.h"

#define EMAIL(holder) \
	IN(holder, email, "email", TEXT, .required = true, .format = FORMAT_EMAIL, \
		.min = 3, .max = 200, \
		.doc = "An e-mail address; compared without case.")
#define PASSWORD(holder, member, wire_name, ...) \
	IN(holder, member, wire_name, TEXT, .secret = true, .max = 128, __VA_ARGS__)

static const struct conflict handle_conflicts[] = {
	{"profiles_handle_key", PROBLEM_HANDLE_TAKEN, NULL, FAULT_TAKEN, NULL},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct conflict email_conflicts[] = {
	{"members_email_key", PROBLEM_VALIDATION_FAILED, "#/email", FAULT_TAKEN,
		"an account with this e-mail address exists already"},
	{"profiles_handle_key", PROBLEM_HANDLE_TAKEN, NULL, FAULT_TAKEN, NULL},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

/* ---- accounts ------------------------------------------------------------------------- */

static const enum problem sign_up_problems[] = {
	PROBLEM_REGISTRATION_CLOSED, PROBLEM_RATE_LIMITED, PROBLEM_NONE};
static const enum problem verify_problems[] = {PROBLEM_TOKEN_NOT_FOUND, PROBLEM_NONE};
static const enum problem sign_in_problems[] = {PROBLEM_INVALID_CREDENTIALS,
	PROBLEM_EMAIL_NOT_VERIFIED, PROBLEM_RATE_LIMITED, PROBLEM_NONE};
static const enum problem resend_problems[] = {PROBLEM_RATE_LIMITED, PROBLEM_NONE};

static const struct field account_sign_up_in_fields[] = {
	EMAIL(struct account_sign_up_in),
	PASSWORD(struct account_sign_up_in, password, "password", .required = true,
		.min = 12, .doc = "12 to 128 characters, none of the common passwords."),
	IN(struct account_sign_up_in, name, "name", TEXT, .required = true, .min = 1,
		.max = 80, .doc = "The name that others see."),
	IN(struct account_sign_up_in, invite_code, "inviteCode", TEXT, .min = 1,
		.max = 64, .doc = "An invite code, where the instance wants one."),
	IN(struct account_sign_up_in, application, "application", TEXT, .max = 1000,
		.fallback = "\"\"",
		.doc = "What an administrator reads before approving."),
};

static const struct record account_sign_up_input =
	INPUT_RECORD(account_sign_up_in, "A new account.");

const struct op op_account_sign_up = {
	.name = "account_sign_up",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/sign-up",
	.summary = "Sign up",
	.doc = "Makes an account and mails a verification link. The answer is the same for an "
	       "address that has an account, which is mailed a notice instead.",
	.input = &account_sign_up_input,
	.output = &pending_mail_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.lane = LANE_OUTSIDE,
	.accepted = true,
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
		.doc = "The token of the link in the mail."),
};

static const struct record account_verify_email_input =
	INPUT_RECORD(account_verify_email_in, "The token that was mailed.");

const struct op op_account_verify_email = {
	.name = "account_verify_email",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/verify-email",
	.summary = "Verify an e-mail address",
	.doc = "Consumes the token of a verification mail. The account becomes active, or waits for "
	       "an administrator, as the instance is configured; a changed address takes effect. The "
	       "password of the sign-up becomes the account's, unless the address was signed up more "
	       "than once or the mail was sent again: then the account has none, and a link to choose "
	       "one is mailed.",
	.input = &account_verify_email_input,
	.output = &account_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.problems = verify_problems,
	.conflicts = verify_conflicts,
};

static const struct field account_resend_verification_in_fields[] = {
	EMAIL(struct account_resend_verification_in),
};

static const struct record account_resend_verification_input =
	INPUT_RECORD(account_resend_verification_in, "Where to send the mail again.");

const struct op op_account_resend_verification = {
	.name = "account_resend_verification",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/verify-email/resend",
	.summary = "Send the verification mail again",
	.doc = "Mails a new verification link, if the address has an account that is not verified; "
	       "once it is opened, a link to choose a password is mailed. "
	       "The answer is the same in every case.",
	.input = &account_resend_verification_input,
	.output = &pending_mail_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.accepted = true,
	.problems = resend_problems,
};

static const struct field password_reset_in_fields[] = {
	IN(struct password_reset_in, token, "token", TEXT, .required = true,
		.secret = true, .min = 1, .max = 128, .doc = "The token of the link."),
	PASSWORD(struct password_reset_in, password, "password", .required = true,
		.min = 12, .doc = "12 to 128 characters, none of the common passwords."),
};

static const struct record password_reset_input =
	INPUT_RECORD(password_reset_in, "The token of a link, and a new password.");

const struct op op_password_reset = {
	.name = "password_reset",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/password/reset",
	.summary = "Choose a new password",
	.doc = "Consumes the token of a link and sets the password; every session and token of the "
	       "account ends.",
	.input = &password_reset_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.lane = LANE_OUTSIDE,
	.problems = verify_problems,
};

/* ---- sessions ------------------------------------------------------------------------- */

static const char *const sign_in_as_values[] = {"token", "cookie", NULL};

static const struct field session_sign_in_in_fields[] = {
	EMAIL(struct session_sign_in_in),
	PASSWORD(struct session_sign_in_in, password, "password", .required = true,
		.min = 1, .doc = "The password."),
	IN(struct session_sign_in_in, totp, "totp", TEXT, .secret = true, .max = 20,
		.doc = "The code of the second factor, or a recovery code."),
	IN(struct session_sign_in_in, as, "as", ENUM, .values = sign_in_as_values,
		.fallback = "\"token\"",
		.doc = "token answers a bearer token; cookie sets a cookie for the browser."),
};

static const struct record session_sign_in_input =
	INPUT_RECORD(session_sign_in_in, "What proves who is signing in.");

const struct op op_session_sign_in = {
	.name = "session_sign_in",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/sign-in",
	.summary = "Sign in",
	.doc = "Starts a session of 30 days, extended by use to 90 days at most.",
	.input = &session_sign_in_input,
	.output = &signed_in_record,
	.guard = GUARD_PUBLIC,
	.tx = TX_NONE,
	.lane = LANE_OUTSIDE,
	.secret = true,
	.problems = sign_in_problems,
};

const struct op op_session_sign_out = {
	.name = "session_sign_out",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/sign-out",
	.summary = "Sign out",
	.doc = "Ends the credential of the request; within a second it is refused everywhere.",
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.tx = TX_WRITE,
};

const struct op op_session_get = {
	.name = "session_get",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/auth/session",
	.summary = "Read the session",
	.doc = "Whose the credential is and what it may be used for. Pending and suspended members "
	       "read their state here.",
	.output = &session_record,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_PROFILE | SCOPE_NETWORK_READ,
	.tx = TX_NONE,
};

/* ---- the caller's account -------------------------------------------------------------- */

static const struct field profile_in_fields[] = {
	IN(struct profile_in, handle, "handle", TEXT, .format = FORMAT_HANDLE, .min = 3,
		.max = 30, .obvious = true,
		.doc = "The member's address in the network; unique."),
	IN(struct profile_in, headline, "headline", TEXT, .max = 120, .obvious = true,
		.doc = "One line about the member."),
	IN(struct profile_in, bio, "bio", TEXT, .max = 2000, .obvious = true,
		.doc = "More about the member."),
	IN(struct profile_in, roles, "roles", LIST, .element = &member_role_element,
		.max = 5, .doc = "What the member does."),
	IN(struct profile_in, skills, "skills", LIST, .element = &skill_element,
		.max = 30, .obvious = true, .doc = "What the member is good at."),
	IN(struct profile_in, looking_for, "lookingFor", LIST,
		.element = &looking_for_element, .max = 6,
		.doc = "What the member is looking for."),
	IN(struct profile_in, affiliation, "affiliation", TEXT, .max = 120,
		.obvious = true,
		.doc = "Where the member belongs, in the member's words."),
	IN(struct profile_in, program, "program", TEXT, .max = 80, .obvious = true,
		.doc = "The program that the member is or was in."),
	IN(struct profile_in, location, "location", TEXT, .max = 80, .obvious = true,
		.doc = "Where the member lives or works."),
	IN(struct profile_in, links, "links", MAP, .element = &link_element, .max = 10,
		.doc = "Addresses by a name of 1 to 40 characters; replaces all links."),
	IN(struct profile_in, visibility, "visibility", ENUM,
		.values = profile_visibility_values,
		.doc = "Whether the profile has a public page."),
};

static const struct record profile_input = INPUT_RECORD(
	profile_in, "What changes of the profile; what is left out stays as it is.");

static const enum problem profile_problems[] = {PROBLEM_HANDLE_TAKEN, PROBLEM_NONE};

const struct op op_me_get = {
	.name = "me_get",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/me",
	.summary = "Read your account",
	.doc = "The caller's own account and profile.",
	.output = &account_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_PROFILE | SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.tagged = true,
	.tool =
		{
			.name = "get_my_profile",
			.title = "Read your profile",
			.doc = "The caller's account and profile.",
			.read_only = true,
			.idempotent = true,
			.rank = 1,
		},
};

const struct op op_me_update = {
	.name = "me_update",
	.service = SERVICE_IDENTITY,
	.method = METHOD_PATCH,
	.path = "/v1/me",
	.summary = "Edit your profile",
	.doc = "Changes the caller's own profile.",
	.input = &profile_input,
	.output = &account_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_me_get,
	.problems = profile_problems,
	.conflicts = handle_conflicts,
	.tool =
		{
			.name = "update_my_profile",
			.title = "Edit your profile",
			.doc = "Edits the caller's profile; what is left out stays.",
			.destructive = true,
			.idempotent = true,
			.rank = 110,
		},
};

const struct op op_me_onboard = {
	.name = "me_onboard",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/me/onboarding",
	.summary = "Finish your profile",
	.doc = "Fills the profile for the first time, after which other members can find the caller. "
	       "Later calls are the same as editing the profile.",
	.input = &profile_input,
	.output = &account_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = profile_problems,
	.conflicts = handle_conflicts,
};

/* ---- administration --------------------------------------------------------------------- */

static const enum problem admin_problems[] = {
	PROBLEM_ADMIN_REQUIRED, PROBLEM_MEMBER_NOT_FOUND, PROBLEM_NONE};

static const struct field admin_member_list_in_fields[] = {
	IN(struct admin_member_list_in, status, "status", ENUM,
		.values = membership_values, .doc = "Only members in this state."),
	IN(struct admin_member_list_in, q, "q", TEXT, .max = 120,
		.doc = "Part of a name or an e-mail address."),
	PAGE_FIELDS(struct admin_member_list_in),
};

static const struct record admin_member_list_input =
	INPUT_RECORD(admin_member_list_in, "Which members to list.");

const struct op op_admin_member_list = {
	.name = "admin_member_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/admin/members",
	.summary = "List members as an administrator",
	.doc = "Members in any state, newest first; the next page is in the Link header.",
	.input = &admin_member_list_input,
	.output = &admin_member_record,
	.shape = SHAPE_ARRAY,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_NONE,
	.tool =
		{
			.name = "list_members",
			.title = "List all members",
			.doc = "Members in any state, with e-mail addresses.",
			.read_only = true,
			.idempotent = true,
			.rank = 801,
		},
};

static const struct field admin_member_approve_in_fields[] = {
	ID_FIELD(struct admin_member_approve_in, "usr", PROBLEM_MEMBER_NOT_FOUND,
		"The member's id."),
};

static const struct record admin_member_approve_input =
	INPUT_RECORD(admin_member_approve_in, "Which member.");

const struct op op_admin_member_approve = {
	.name = "admin_member_approve",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/admin/members/{id}/approve",
	.summary = "Approve a member",
	.doc = "Makes a pending or suspended member active, and tells it by mail. Approving an active "
	       "member answers it unchanged.",
	.input = &admin_member_approve_input,
	.output = &admin_member_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.problems = admin_problems,
	.tool =
		{
			.name = "approve_member",
			.title = "Approve a member",
			.doc = "Makes a pending or suspended member active, and mails "
			       "it.",
			.idempotent = true,
			.rank = 802,
		},
};

/* ---- between processes -------------------------------------------------------------------- */

static const enum problem resolve_problems[] = {PROBLEM_INVALID_TOKEN, PROBLEM_NONE};

static const struct field credential_resolve_in_fields[] = {
	IN(struct credential_resolve_in, hash, "hash", TEXT, .required = true, .min = 64,
		.max = 64, .doc = "SHA-256 of the token in lower-case hex."),
};

static const struct record credential_resolve_input =
	INPUT_RECORD(credential_resolve_in, "The hash of a token.");

static const struct field resolved_credential_fields[] = {
	OUT("member", IDENTIFIER, .prefix = "usr", .doc = "Whose the credential is."),
	OUT("membership", ENUM, .values = membership_values,
		.doc = "The member's state."),
	OUT("admin", BOOLEAN, .doc = "Whether the member has the platform role admin."),
	OUT("credential", IDENTIFIER, .prefix = "ses", .doc = "The credential's id."),
	OUT("kind", TEXT, .doc = "session, token or oauth."),
	OUT("scopes", INTEGER, .doc = "The credential's scopes as bits."),
	OUT("client", TEXT, .nullable = true,
		.doc = "The OAuth client, for OAuth tokens."),
	OUT("audience", TEXT, .nullable = true, .doc = "The audience, for OAuth tokens."),
};

static const struct record resolved_credential_record = {
	.name = "ResolvedCredential",
	.doc = "Whom a token stands for.",
	.fields = resolved_credential_fields,
	.count = COUNT_OF(resolved_credential_fields),
};

const struct op op_credential_resolve = {
	.name = "credential_resolve",
	.service = SERVICE_IDENTITY,
	.summary = "Resolve a token",
	.doc = "Answers whom a token stands for and notes its use.",
	.input = &credential_resolve_input,
	.output = &resolved_credential_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_NONE,
	.problems = resolve_problems,
};

static const struct field member_create_in_fields[] = {
	EMAIL(struct member_create_in),
	IN(struct member_create_in, name, "name", TEXT, .required = true, .min = 1,
		.max = 80, .doc = "The name that others see."),
	IN(struct member_create_in, handle, "handle", TEXT, .format = FORMAT_HANDLE,
		.min = 3, .max = 30,
		.doc = "The handle; made from the name when left out."),
	PASSWORD(struct member_create_in, password, "password", .min = 12,
		.doc = "The password; without one, only a reset lets the member sign in."),
	IN(struct member_create_in, active, "active", BOOLEAN, .fallback = "false",
		.doc = "Approve the account at once."),
	IN(struct member_create_in, admin, "admin", BOOLEAN, .fallback = "false",
		.doc = "Give the account the platform role admin."),
};

static const struct record member_create_input =
	INPUT_RECORD(member_create_in, "An account made by the operator.");

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
	.doc = "Makes a verified account without any mail; for the operator.",
	.input = &member_create_input,
	.output = &created_member_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.lane = LANE_OUTSIDE,
	.conflicts = email_conflicts,
};

static const struct field admin_create_in_fields[] = {
	EMAIL(struct admin_create_in),
	IN(struct admin_create_in, name, "name", TEXT, .required = true, .min = 1,
		.max = 80, .doc = "The name that others see."),
};

static const struct record admin_create_input =
	INPUT_RECORD(admin_create_in, "The first administrator.");

static const struct field sign_in_link_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The administrator's id."),
	OUT("link", TEXT, .secret = true, .doc = "Opens once, to set a password."),
	OUT("expiresAt", INSTANT, .doc = "Until when the link works."),
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
	.doc = "Makes or promotes an active administrator and answers a one-time sign-in link; for "
	       "the operator.",
	.input = &admin_create_input,
	.output = &sign_in_link_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.secret = true,
	.conflicts = email_conflicts,
};

static const struct field token_issue_in_fields[] = {
	EMAIL(struct token_issue_in),
	IN(struct token_issue_in, scopes, "scopes", LIST, .element = &scope_element,
		.max = 6,
		.doc = "What the token may be used for; by default all that the member may have."),
	IN(struct token_issue_in, expires_in_days, "expiresInDays", INTEGER, .min = 1,
		.max = 365, .fallback = "90", .doc = "How long it lives."),
	IN(struct token_issue_in, name, "name", TEXT, .min = 1, .max = 80,
		.fallback = "\"kithctl\"",
		.doc = "What the member sees in the list of tokens."),
};

static const struct record token_issue_input =
	INPUT_RECORD(token_issue_in, "A personal access token made by the operator.");

static const struct field issued_token_fields[] = {
	OUT("token", TEXT, .secret = true, .doc = "The token; it is shown this once."),
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
	.doc = "Makes a personal access token for a member; for the operator.",
	.input = &token_issue_input,
	.output = &issued_token_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.secret = true,
	.problems = admin_problems,
};
