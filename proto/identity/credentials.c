/*
 * credentials.c - sessions, personal access tokens and connected apps.
 */
#include "proto/identity/account.h"

#include "proto/identity/approvals.h"
#include "proto/identity/fields.h"
#include "proto/records.h"
#include "proto/tool_sets.h"

/* ---- sessions ---- */

static const struct field session_item_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "ses", .doc = "The session's id."),
	OUT("createdAt", INSTANT, .doc = "When the session started."),
	OUT("lastUsedAt", INSTANT, .nullable = true,
		.doc = "When it was last used, to the minute; null if never."),
	OUT("expiresAt", INSTANT, .doc = "When it expires; use extends it."),
	OUT("userAgent", TEXT, .doc = "The User-Agent that the browser or program sent."),
	OUT("address", TEXT, .doc = "The IP address that started it."),
	OUT("current", BOOLEAN, .doc = "Whether this request uses the session."),
};

static const struct record session_item_record = {
	.name = "SessionItem",
	.doc = "A session of your account.",
	.fields = session_item_fields,
	.count = COUNT_OF(session_item_fields),
};

static const struct field session_list_in_fields[] = {
	PAGE_FIELDS(struct session_list_in),
};

static const struct record session_list_input =
	INPUT_RECORD(session_list_in, "The page of sessions to return.");

const struct op op_session_list = {
	.name = "session_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/auth/sessions",
	.summary = "List your sessions",
	.doc = "Lists your sessions, newest first.",
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
	INPUT_RECORD(session_revoke_in, "The session.");

const struct op op_session_revoke = {
	.name = "session_revoke",
	.service = SERVICE_IDENTITY,
	.method = METHOD_DELETE,
	.path = "/v1/auth/sessions/{id}",
	.summary = "End a session",
	.doc = "Ends one of your sessions. It is refused everywhere within a second.",
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
	.doc = "Ends all your sessions except the one that this request uses.",
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_CALLER,
};

/* ---- personal access tokens ---- */

#define TOKEN_FIELDS \
	OUT("id", IDENTIFIER, .prefix = "pat", .doc = "The token's id."), \
		OUT("name", TEXT, .example = "\"Nightly import\"", \
			.doc = "The name that you gave it."), \
		OUT("scopes", LIST, .element = &scope_element, .doc = "Its scopes."), \
		OUT("createdAt", INSTANT, .doc = "When it was created."), \
		OUT("lastUsedAt", INSTANT, .nullable = true, \
			.doc = "When it was last used, to the minute; null if never."), \
		OUT("expiresAt", INSTANT, .doc = "When it expires."), APPROVAL_FIELD

static const struct field token_fields[] = {TOKEN_FIELDS};

static const struct record token_record = {
	.name = "Token",
	.doc = "A personal access token.",
	.fields = token_fields,
	.count = COUNT_OF(token_fields),
};

static const struct field new_token_fields[] = {
	TOKEN_FIELDS,
	OUT("token", TEXT, .secret = true,
		.doc = "The token. It is shown only in this response."),
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
	INPUT_RECORD(token_list_in, "The page of tokens to return.");

const struct op op_token_list = {
	.name = "token_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/auth/tokens",
	.summary = "List your tokens",
	.doc = "Lists your valid personal access tokens, newest first.",
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
		.min = 1, .max = 80, .doc = "A name by which you recognize the token."),
	IN(struct token_create_in, scopes, "scopes", LIST, .required = true,
		.element = &scope_element, .min = 1, .max = 6,
		.doc = "Its scopes. Each must be a scope of your session."),
	IN(struct token_create_in, expires_in_days, "expiresInDays", INTEGER, .min = 1,
		.max = 365, .fallback = "90", .doc = "How many days the token is valid."),
};

static const struct record token_create_input =
	INPUT_RECORD(token_create_in, "A personal access token.");

const struct op op_token_create = {
	.name = "token_create",
	.service = SERVICE_IDENTITY,
	.method = METHOD_POST,
	.path = "/v1/auth/tokens",
	.summary = "Create a token",
	.doc = "Creates a personal access token for a program. You can have at most 20.",
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
	INPUT_RECORD(token_revoke_in, "The token.");

const struct op op_token_revoke = {
	.name = "token_revoke",
	.service = SERVICE_IDENTITY,
	.method = METHOD_DELETE,
	.path = "/v1/auth/tokens/{id}",
	.summary = "Delete a token",
	.doc = "Revokes a personal access token. It is refused everywhere within a "
	       "second.",
	.input = &token_revoke_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_CALLER,
};

/* ---- connected apps ---- */

static const struct field app_fields[] = {
	OUT("clientId", TEXT, .doc = "The app's client id."),
	OUT("name", TEXT, .example = "\"An assistant\"", .doc = "The app's name."),
	OUT("redirectHost", TEXT, .nullable = true,
		.doc = "The host of the app's redirect URI; null if unknown."),
	OUT("scopes", LIST, .element = &scope_element,
		.doc = "The scopes that you granted."),
	OUT("grantedAt", INSTANT, .doc = "When you connected the app."),
	OUT("lastUsedAt", INSTANT, .nullable = true,
		.doc = "When it was last used, to the minute; null if never."),
	APPROVAL_FIELD,
	APP_TOOLS_FIELD,
};

static const struct record app_record = {
	.name = "ConnectedApp",
	.doc = "An app that can act for you.",
	.fields = app_fields,
	.count = COUNT_OF(app_fields),
};

static const struct field app_list_in_fields[] = {
	PAGE_FIELDS(struct app_list_in),
};

static const struct record app_list_input =
	INPUT_RECORD(app_list_in, "The page of apps to return.");

const struct op op_app_list = {
	.name = "app_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/auth/apps",
	.summary = "List connected apps",
	.doc = "Lists the apps that you have connected, newest first.",
	.input = &app_list_input,
	.output = &app_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_ACCOUNT,
	.with = WITH_OWN,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_LIST,
};

static const struct field app_revoke_in_fields[] = {APP_ID(struct app_revoke_in)};

static const struct record app_revoke_input = INPUT_RECORD(app_revoke_in, "The app.");

const struct op op_app_revoke = {
	.name = "app_revoke",
	.service = SERVICE_IDENTITY,
	.method = METHOD_DELETE,
	.path = "/v1/auth/apps/{clientId}",
	.summary = "Disconnect an app",
	.doc = "Disconnects an app and revokes all its tokens. They are refused "
	       "everywhere within a second.",
	.input = &app_revoke_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_CALLER,
};

static const enum problem app_problems[] = {PROBLEM_APP_NOT_FOUND, PROBLEM_NONE};

static const struct field app_tools_set_in_fields[] = {
	APP_ID(struct app_tools_set_in),
	IN(struct app_tools_set_in, tools, "tools", ENUM, .values = app_tools_values,
		.required = true, .doc = "`all`, or `core`, the 20 most used tools."),
};

static const struct record app_tools_set_input =
	INPUT_RECORD(app_tools_set_in, "The tools of an app.");

const struct op op_app_tools_set = {
	.name = "app_tools_set",
	.service = SERVICE_IDENTITY,
	.method = METHOD_PUT,
	.path = "/v1/auth/apps/{clientId}/tools",
	.summary = "Choose the tools of an app",
	.doc = "Chooses whether an app gets all tools of the tool server or only the 20 "
	       "most used ones. An app without the scope `network:write` has only tools "
	       "that read.",
	.input = &app_tools_set_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.with = WITH_SESSION,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.changes = CREDENTIALS_OF_CALLER,
	.problems = app_problems,
};
