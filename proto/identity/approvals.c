#include "proto/identity/approvals.h"

#include "proto/identity/fields.h"
#include "proto/records.h"

const char *const approval_values[] = {"each", "above", "never", NULL};

static const char *const status_values[] = {
	APPROVAL_WAITING, "approved", "declined", NULL};

static const enum problem get_problems[] = {PROBLEM_APPROVAL_NOT_FOUND, PROBLEM_NONE};
static const enum problem app_problems[] = {PROBLEM_APP_NOT_FOUND, PROBLEM_NONE};
static const enum problem token_problems[] = {PROBLEM_TOKEN_NOT_FOUND, PROBLEM_NONE};

static const struct field approval_fields[] = {
	OUT("status", ENUM, .values = status_values,
		.doc = "`awaiting_approval`: nothing was done yet."),
	OUT("id", IDENTIFIER, .prefix = "apr", .doc = "The approval's id."),
	OUT("what", TEXT, .example = "\"@ada gets this message: \\u201cHello\\u201d\"",
		.doc = "What happens if the member approves."),
	OUT("operation", TEXT, .example = "\"intro_create\"",
		.doc = "The `operationId` of the request."),
	OUT("clientId", TEXT, .example = "\"cli_01kaqg7q5aezh94rxy4zn1a2b3\"",
		.doc = "The id of the app or the token that made the request."),
	OUT("clientName", TEXT, .example = "\"An assistant\"", .doc = "Its name."),
	OUT("createdAt", INSTANT, .doc = "When the request was made."),
	OUT("expiresAt", INSTANT, .doc = "Until when it waits."),
	OUT("content", TEXT, .optional = true, .example = "\"To handle: ada\"",
		.doc = "The whole input of the request."),
	OUT("url", TEXT, .optional = true,
		.example = "\"https://kith.example/approvals/"
			   "apr_01kaqg7q5aezh94rxy4zn1a2b3\"",
		.doc = "The page where the member approves or declines it."),
};

static const struct record approval_record = {
	.name = "Approval",
	.doc = "A request of an app or a token that waits for the member.",
	.fields = approval_fields,
	.count = COUNT_OF(approval_fields),
};

static const struct field me_approval_list_in_fields[] = {
	PAGE_FIELDS(struct me_approval_list_in),
};

static const struct record me_approval_list_input =
	INPUT_RECORD(me_approval_list_in, "The page of requests.");

const struct op op_me_approval_list = {
	.name = "me_approval_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/me/approvals",
	.summary = "List requests that wait for your approval",
	.doc = "Lists the requests of your apps and tokens that wait for your approval, "
	       "newest first. You decide on the page /approvals; no token can approve. "
	       "At most 50 requests wait, for 7 days.",
	.input = &me_approval_list_input,
	.output = &approval_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.with = WITH_OWN,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_LIST,
};

#define APPROVAL_ID(holder) \
	ID_FIELD(holder, "apr", PROBLEM_APPROVAL_NOT_FOUND, "The approval's id.")

static const struct field me_approval_get_in_fields[] = {
	APPROVAL_ID(struct me_approval_get_in),
};

static const struct record me_approval_get_input =
	INPUT_RECORD(me_approval_get_in, "The approval.");

const struct op op_me_approval_get = {
	.name = "me_approval_get",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/me/approvals/{id}",
	.summary = "Read a request that waits for your approval",
	.doc = "Reads a request of an app or a token that waits for your approval, or "
	       "that you decided within the last 7 days.",
	.input = &me_approval_get_input,
	.output = &approval_record,
	.guard = GUARD_MEMBER,
	.with = WITH_OWN,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.problems = get_problems,
};

static const struct field stored_fields[] = {
	OUT("operation", TEXT, .doc = "The operation of the request."),
	OUT("key", TEXT, .nullable = true, .doc = "Its idempotency key."),
	OUT("input", BYTES, .doc = "Its input."),
};

static const struct record stored_record = {
	.name = "StoredRequest",
	.doc = "A request that waits.",
	.fields = stored_fields,
	.count = COUNT_OF(stored_fields),
};

const struct op op_me_approval_approve = {
	.name = "me_approval_approve",
	.service = SERVICE_IDENTITY,
	.summary = "Approve a request",
	.doc = "Returns a request that waits; the gateway then carries it out.",
	.input = &me_approval_get_input,
	.output = &stored_record,
	.guard = GUARD_SESSION,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.run = {.approves = true},
	.problems = get_problems,
};

const struct op op_me_approval_decline = {
	.name = "me_approval_decline",
	.service = SERVICE_IDENTITY,
	.summary = "Decline a request",
	.doc = "Declines a request that waits. The app gets this answer when it repeats "
	       "the request.",
	.input = &me_approval_get_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_SESSION,
	.tx = TX_WRITE,
	.problems = get_problems,
};

/* ---- the setting ---- */

#define APPROVAL_IN(holder) \
	IN(holder, approval, "approval", ENUM, .values = approval_values, \
		.required = true, \
		.doc = "When you are asked: `each` time, `above` the daily number of " \
		       "messages and publications, or `never`.")

static const struct field app_approval_set_in_fields[] = {
	APP_ID(struct app_approval_set_in),
	APPROVAL_IN(struct app_approval_set_in),
};

static const struct record app_approval_set_input =
	INPUT_RECORD(app_approval_set_in, "The setting of an app.");

const struct op op_app_approval_set = {
	.name = "app_approval_set",
	.service = SERVICE_IDENTITY,
	.method = METHOD_PUT,
	.path = "/v1/auth/apps/{clientId}/approval",
	.summary = "Choose when an app asks",
	.doc = "Chooses whether you are asked before an app sends something to other "
	       "people, or changes what they see.",
	.input = &app_approval_set_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.with = WITH_SESSION,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = app_problems,
};

static const struct field token_approval_set_in_fields[] = {
	ID_FIELD(struct token_approval_set_in, "pat", PROBLEM_TOKEN_NOT_FOUND,
		"The token's id."),
	APPROVAL_IN(struct token_approval_set_in),
};

static const struct record token_approval_set_input =
	INPUT_RECORD(token_approval_set_in, "The setting of a token.");

const struct op op_token_approval_set = {
	.name = "token_approval_set",
	.service = SERVICE_IDENTITY,
	.method = METHOD_PUT,
	.path = "/v1/auth/tokens/{id}/approval",
	.summary = "Choose when a token asks",
	.doc = "Chooses whether you are asked before a program with the token sends "
	       "something to other people, or changes what they see.",
	.input = &token_approval_set_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_ACCOUNT,
	.with = WITH_SESSION,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = token_problems,
};
