/*
 * credentials.c - sessions, personal access tokens and connected apps.
 */
#include "proto/identity/account.h"

#include "proto/records.h"

/* ---- sessions
 * ------------------------------------------------------------------------------- */

static const struct field session_item_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "ses", .doc = "The session's id."),
	OUT("createdAt", INSTANT, .doc = "When it started."),
	OUT("lastUsedAt", INSTANT, .nullable = true,
		.doc = "When it was last used, to the minute."),
	OUT("expiresAt", INSTANT, .doc = "When it expires unless it is used again."),
	OUT("userAgent", TEXT, .doc = "The name that the browser or program sends."),
	OUT("address", TEXT, .doc = "The network address that it started from."),
	OUT("current", BOOLEAN, .doc = "Whether this request uses it."),
};

static const struct record session_item_record = {
	.name = "SessionItem",
	.doc = "A place where you are signed in.",
	.fields = session_item_fields,
	.count = COUNT_OF(session_item_fields),
};

static const struct field session_list_in_fields[] = {
	PAGE_FIELDS(struct session_list_in),
};

static const struct record session_list_input =
	INPUT_RECORD(session_list_in, "Which page of sessions.");

const struct op op_session_list = {
	.name = "session_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/auth/sessions",
	.summary = "List your sessions",
	.doc = "The places where you are signed in, newest first.",
	.input = &session_list_input,
	.output = &session_item_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_ACCOUNT,
	.with = WITH_OWN,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_LIST,
};

static const struct field session_revoke_in_fields[] = {
	ID_FIELD(struct session_revoke_in, "ses", PROBLEM_SESSION_NOT_FOUND,
		"The session's id."),
};

static const struct record session_revoke_input =
	INPUT_RECORD(session_revoke_in, "Which session.");

const struct op op_session_revoke = {
	.name = "session_revoke",
	.service = SERVICE_IDENTITY,
	.method = METHOD_DELETE,
	.path = "/v1/auth/sessions/{id}",
	.summary = "End a session",
	.doc = "Signs you out in one place. Within a second the session is refused "
	       "everywhere.",
	.input = &session_revoke_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_CALLER,
};

const struct op op_session_revoke_others = {
	.name = "session_revoke_others",
	.service = SERVICE_IDENTITY,
	.method = METHOD_DELETE,
	.path = "/v1/auth/sessions",
	.summary = "End all other sessions",
	.doc = "Signs you out everywhere but here.",
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_CALLER,
};

/* ---- personal access tokens
 * -------------------------------------------------------------------- */

#define TOKEN_FIELDS \
	OUT("id", IDENTIFIER, .prefix = "pat", .doc = "The token's id."), \
		OUT("name", TEXT, .example = "\"Nightly import\"", \
			.doc = "The name that you gave it."), \
		OUT("scopes", LIST, .element = &scope_element, \
			.doc = "What it may be used for."), \
		OUT("createdAt", INSTANT, .doc = "When it was created."), \
		OUT("lastUsedAt", INSTANT, .nullable = true, \
			.doc = "When it was last used, to the minute."), \
		OUT("expiresAt", INSTANT, .doc = "When it expires.")

static const struct field token_fields[] = {TOKEN_FIELDS};

static const struct record token_record = {
	.name = "Token",
	.doc = "A personal access token.",
	.fields = token_fields,
	.count = COUNT_OF(token_fields),
};

static const struct field new_token_fields[] = {
	TOKEN_FIELDS,
	OUT("token", TEXT, .secret = true, .doc = "The token. It is shown only now."),
};

static const struct record new_token_record = {
	.name = "NewToken",
	.doc = "A personal access token with its secret.",
	.fields = new_token_fields,
	.count = COUNT_OF(new_token_fields),
};

static const struct field token_list_in_fields[] = {
	PAGE_FIELDS(struct token_list_in),
};

static const struct record token_list_input =
	INPUT_RECORD(token_list_in, "Which page of tokens.");

const struct op op_token_list = {
	.name = "token_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/auth/tokens",
	.summary = "List your tokens",
	.doc = "Your valid personal access tokens, newest first.",
	.input = &token_list_input,
	.output = &token_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_ACCOUNT,
	.with = WITH_OWN,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_LIST,
};

static const struct field token_create_in_fields[] = {
	IN(struct token_create_in, name, "name", TEXT, .format = FORMAT_LINE,
		.trimmed = true, .example = "\"Nightly import\"", .required = true,
		.min = 1, .max = 80, .doc = "A name to recognize it by."),
	IN(struct token_create_in, scopes, "scopes", LIST, .required = true,
		.element = &scope_element, .min = 1, .max = 6,
		.doc = "What it may be used for; no more than your session may."),
	IN(struct token_create_in, expires_in_days, "expiresInDays", INTEGER, .min = 1,
		.max = 365, .fallback = "90", .doc = "How many days it is valid."),
};

static const struct record token_create_input =
	INPUT_RECORD(token_create_in, "A personal access token.");

const struct op op_token_create = {
	.name = "token_create",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/tokens",
	.summary = "Create a token",
	.doc = "Creates a personal access token for a program. You may have 20.",
	.input = &token_create_input,
	.output = &new_token_record,
	.guard = GUARD_ACCOUNT,
	.with = WITH_SESSION,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.answer = {.secret = true},
};

static const struct field token_revoke_in_fields[] = {
	ID_FIELD(struct token_revoke_in, "pat", PROBLEM_TOKEN_NOT_FOUND,
		"The token's id."),
};

static const struct record token_revoke_input =
	INPUT_RECORD(token_revoke_in, "Which token.");

const struct op op_token_revoke = {
	.name = "token_revoke",
	.service = SERVICE_IDENTITY,
	.method = METHOD_DELETE,
	.path = "/v1/auth/tokens/{id}",
	.summary = "Delete a token",
	.doc = "Ends a personal access token. Within a second it is refused everywhere.",
	.input = &token_revoke_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_CALLER,
};

/* ---- connected apps
 * ------------------------------------------------------------------------------ */

static const struct field app_fields[] = {
	OUT("clientId", TEXT, .doc = "The app's client id."),
	OUT("name", TEXT, .example = "\"An assistant\"", .doc = "The app's name."),
	OUT("redirectHost", TEXT, .nullable = true,
		.doc = "The host that it returns to, if that is known."),
	OUT("scopes", LIST, .element = &scope_element,
		.doc = "What you allowed it to do."),
	OUT("grantedAt", INSTANT, .doc = "Since when."),
	OUT("lastUsedAt", INSTANT, .nullable = true,
		.doc = "When it was last used, to the minute."),
};

static const struct record app_record = {
	.name = "ConnectedApp",
	.doc = "A program that may act for you.",
	.fields = app_fields,
	.count = COUNT_OF(app_fields),
};

static const struct field app_list_in_fields[] = {
	PAGE_FIELDS(struct app_list_in),
};

static const struct record app_list_input =
	INPUT_RECORD(app_list_in, "Which page of apps.");

const struct op op_app_list = {
	.name = "app_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/auth/apps",
	.summary = "List connected apps",
	.doc = "The programs that you have connected, newest first.",
	.input = &app_list_input,
	.output = &app_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_ACCOUNT,
	.with = WITH_OWN,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_LIST,
};

static const struct field app_revoke_in_fields[] = {
	IN(struct app_revoke_in, client_id, "clientId", TEXT, .required = true, .min = 1,
		.max = 400, .missing = PROBLEM_APP_NOT_FOUND,
		.doc = "The app's client id."),
};

static const struct record app_revoke_input = INPUT_RECORD(app_revoke_in, "Which app.");

const struct op op_app_revoke = {
	.name = "app_revoke",
	.service = SERVICE_IDENTITY,
	.method = METHOD_DELETE,
	.path = "/v1/auth/apps/{clientId}",
	.summary = "Disconnect an app",
	.doc = "Ends every token of the app. Within a second they are refused "
	       "everywhere.",
	.input = &app_revoke_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_CALLER,
};
