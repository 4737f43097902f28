#include "proto/notifications/intros.h"

#include "proto/records.h"

static const enum problem get_problems[] = {PROBLEM_INTRO_NOT_FOUND, PROBLEM_NONE};
static const enum problem create_problems[] = {PROBLEM_MEMBER_NOT_FOUND,
	PROBLEM_POST_NOT_FOUND, PROBLEM_EVENT_NOT_FOUND, PROBLEM_INTRO_EXISTS,
	PROBLEM_RATE_LIMITED, PROBLEM_NONE};
static const enum problem answer_problems[] = {PROBLEM_INTRO_NOT_FOUND,
	PROBLEM_NOT_AUTHOR, PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};

static const struct hint answer_hints[] = {
	{PROBLEM_NOT_AUTHOR, NULL, NULL,
		"Only the recipient answers it. {intro_withdraw} withdraws your "
		"request."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

const char *const intro_context_values[] = {"profile", "post", "event", NULL};
const char *const intro_status_values[] = {
	"pending", "accepted", "declined", "expired", NULL};
const char *const intro_direction_values[] = {"received", "sent", NULL};

/* ---- the record ---- */

static const struct field intro_member_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("handle", TEXT, .format = FORMAT_HANDLE, .doc = "The member's handle."),
	OUT("name", TEXT, .doc = "The member's name."),
	OUT("image", MEDIA, .nullable = true, .doc = "The URL of the avatar."),
	OUT("headline", TEXT, .doc = "A one-line description of the member."),
};

static const struct record intro_member_record = {
	.name = "IntroMember",
	.doc = "The sender or the recipient of an intro request.",
	.fields = intro_member_fields,
	.count = COUNT_OF(intro_member_fields),
};

static const struct field shared_org_fields[] = {
	OUT("slug", TEXT, .format = FORMAT_SLUG, .doc = "The organization's slug."),
	OUT("name", TEXT, .example = "\"Analytical Engines\"",
		.doc = "The organization's name."),
};

static const struct record shared_org_record = {
	.name = "IntroOrg",
	.doc = "An organization of both members.",
	.fields = shared_org_fields,
	.count = COUNT_OF(shared_org_fields),
};

static const struct field intro_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "intro", .doc = "The intro request's id."),
	OUT("status", ENUM, .values = intro_status_values,
		.doc = "The state. A request is `pending` until it is answered, and "
		       "`expired` after 14 days or when its sender has withdrawn it."),
	OUT("withdrawn", BOOLEAN,
		.doc = "Whether its sender has withdrawn it; the status is then "
		       "`expired`."),
	OUT("direction", ENUM, .values = intro_direction_values,
		.doc = "Whether you received or sent it."),
	OUT("contextKind", ENUM, .values = intro_context_values,
		.doc = "The context: the recipient's profile, an ask, or an event."),
	OUT("contextId", TEXT, .doc = "The id of the member, the ask or the event."),
	OUT("contextTitle", TEXT, .nullable = true,
		.example = "\"A co-founder for an engine\"",
		.doc = "The member's name, or the title of the ask or the event; null if "
		       "you can no longer see it."),
	OUT("message", TEXT, .doc = "The sender's message."),
	OUT("from", OBJECT, .record = &intro_member_record, .doc = "The sender."),
	OUT("to", OBJECT, .record = &intro_member_record, .doc = "The recipient."),
	OUT("email", TEXT, .nullable = true, .format = FORMAT_EMAIL,
		.doc = "The other member's e-mail address; null unless the request is "
		       "accepted."),
	OUT("createdAt", INSTANT, .doc = "When it was sent."),
	OUT("respondedAt", INSTANT, .nullable = true,
		.doc = "When it was answered; null if it was not."),
	OUT("expiresAt", INSTANT, .doc = "When the request expires."),
	OUT("sharedOrgs", LIST, .record = &shared_org_record, .max = INTRO_ORGS_MAX,
		.doc = "Organizations of both members."),
};

static const struct record intro_record = {
	.name = "Intro",
	.doc = "A request for an introduction, as one of the two members sees it.",
	.fields = intro_fields,
	.count = COUNT_OF(intro_fields),
};

/* ---- reading ---- */

static const struct field intro_list_in_fields[] = {
	IN(struct intro_list_in, direction, "direction", ENUM,
		.values = intro_direction_values, .fallback = "\"received\"",
		.doc = "To you, or from you."),
	IN(struct intro_list_in, status, "status", ENUM, .values = intro_status_values,
		.doc = "Only requests in this state."),
	IN(struct intro_list_in, member, "member", TEXT, .format = FORMAT_HANDLE,
		.min = 3, .max = 30, .doc = "The handle of the other member."),
	PAGE_FIELDS(struct intro_list_in),
};

static const struct record intro_list_input =
	INPUT_RECORD(intro_list_in, "The intro requests to list.");

const struct op op_intro_list = {
	.name = "intro_list",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_GET,
	.path = "/v1/intros",
	.summary = "List intro requests",
	.doc = "Lists the intro requests that you received or sent, newest first. "
	       "Requests from or to suspended members are omitted.",
	.input = &intro_list_input,
	.output = &intro_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_LIST,
	.tool =
		{
			.name = "list_intros",
			.title = "List intro requests",
			.doc = "Lists intro requests that you received or sent. Accepted "
			       "ones show the e-mail address.",
			.read_only = true,
			.idempotent = true,
			.rank = 47,
		},
};

#define INTRO_ID(holder) \
	ID_FIELD(holder, "intro", PROBLEM_INTRO_NOT_FOUND, "The intro request's id.")

static const struct field intro_get_in_fields[] = {
	INTRO_ID(struct intro_get_in),
};

static const struct record intro_get_input =
	INPUT_RECORD(intro_get_in, "The intro request.");

const struct op op_intro_get = {
	.name = "intro_get",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_GET,
	.path = "/v1/intros/{id}",
	.summary = "Read an intro request",
	.doc = "Reads an intro request that you received or sent.",
	.input = &intro_get_input,
	.output = &intro_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.problems = get_problems,
};

/* ---- asking ---- */

/* The caller's account cannot be deleted during the call, so the deleted account is the
 * recipient's. */
static const struct conflict create_conflicts[] = {
	{"intros_pending_key", PROBLEM_INTRO_EXISTS, NULL, FAULT_REQUIRED, NULL},
	{"members_former", PROBLEM_MEMBER_NOT_FOUND, NULL, FAULT_REQUIRED, NULL},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field intro_create_in_fields[] = {
	IN(struct intro_create_in, context_kind, "contextKind", ENUM, .required = true,
		.values = intro_context_values,
		.doc = "`profile`: to `toHandle`; `post` or `event`: to the author or "
		       "host of `contextId`."),
	IN(struct intro_create_in, to_handle, "toHandle", TEXT, .format = FORMAT_HANDLE,
		.min = 3, .max = 30,
		.doc = "For `profile`: the handle of the recipient."),
	IN(struct intro_create_in, context_id, "contextId", TEXT, .min = 1, .max = 40,
		.doc = "For `post` or `event`: the id of the ask or event."),
	IN(struct intro_create_in, message, "message", TEXT, .required = true, .min = 1,
		.max = 500, .trimmed = true,
		.doc = "To the recipient: who you are and why you want to talk."),
};

static const struct record intro_create_input =
	INPUT_RECORD(intro_create_in, "The recipient and the message.");

const struct op op_intro_create = {
	.name = "intro_create",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_POST,
	.path = "/v1/intros",
	.summary = "Ask for an introduction",
	.doc = "Sends an intro request to a member, to the author of an ask, or to the "
	       "host of an event. If the recipient accepts, both members see each "
	       "other's e-mail address. You can send ten requests a day, and one at a "
	       "time to the same member.",
	.input = &intro_create_input,
	.output = &intro_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_intro_get,
	.answer = {.location = "/v1/intros/{id}"},
	.problems = create_problems,
	.conflicts = create_conflicts,
	.tool =
		{
			.name = "request_intro",
			.title = "Ask for an introduction",
			.doc = "Sends an intro request with your message to a member. If "
			       "they accept, both see each other's e-mail address. Show "
			       "the user the message first.",
			.rank = 63,
		},
};

/* ---- answering ---- */

static const struct field intro_accept_in_fields[] = {
	INTRO_ID(struct intro_accept_in),
};

static const struct record intro_accept_input =
	INPUT_RECORD(intro_accept_in, "The intro request.");

const struct op op_intro_accept = {
	.name = "intro_accept",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_POST,
	.path = "/v1/intros/{id}/accept",
	.summary = "Accept an intro request",
	.doc = "Accepts an intro request that you received. You and the sender then see "
	       "each other's e-mail address. Accepting again changes nothing.",
	.input = &intro_accept_input,
	.output = &intro_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.answer = {.secret = true},
	.current = &op_intro_get,
	.problems = answer_problems,
	.hints = answer_hints,
};

static const struct field intro_decline_in_fields[] = {
	INTRO_ID(struct intro_decline_in),
};

static const struct record intro_decline_input =
	INPUT_RECORD(intro_decline_in, "The intro request.");

const struct op op_intro_decline = {
	.name = "intro_decline",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_POST,
	.path = "/v1/intros/{id}/decline",
	.summary = "Decline an intro request",
	.doc = "Declines an intro request that you received. The sender is not notified, "
	       "but can see the status. Declining again changes nothing.",
	.input = &intro_decline_input,
	.output = &intro_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_intro_get,
	.problems = answer_problems,
	.hints = answer_hints,
};

static const enum problem withdraw_problems[] = {PROBLEM_INTRO_NOT_FOUND,
	PROBLEM_NOT_AUTHOR, PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};

static const struct hint withdraw_hints[] = {
	{PROBLEM_NOT_AUTHOR, NULL, NULL,
		"You received this request. Decline it instead."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

static const struct field intro_withdraw_in_fields[] = {
	INTRO_ID(struct intro_withdraw_in),
};

static const struct record intro_withdraw_input =
	INPUT_RECORD(intro_withdraw_in, "The intro request.");

const struct op op_intro_withdraw = {
	.name = "intro_withdraw",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_POST,
	.path = "/v1/intros/{id}/withdraw",
	.summary = "Withdraw an intro request",
	.doc = "Withdraws a pending intro request that you sent. Its status becomes "
	       "`expired`, and the recipient's notification disappears. Withdrawing "
	       "again changes nothing.",
	.input = &intro_withdraw_input,
	.output = &intro_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_intro_get,
	.problems = withdraw_problems,
	.hints = withdraw_hints,
	.tool =
		{
			.name = "withdraw_intro",
			.title = "Withdraw an intro request",
			.doc = "Withdraws a pending intro request that the user sent.",
			.destructive = true,
			.idempotent = true,
			.rank = 142,
		},
};

static const char *const respond_values[] = {"accept", "decline", NULL};

static const struct field intro_respond_in_fields[] = {
	INTRO_ID(struct intro_respond_in),
	IN(struct intro_respond_in, decision, "decision", ENUM, .required = true,
		.values = respond_values, .doc = "The user's decision."),
};

static const struct record intro_respond_input =
	INPUT_RECORD(intro_respond_in, "The intro request and your decision.");

/* One tool for two routes. */
const struct op op_intro_respond = {
	.name = "intro_respond",
	.service = SERVICE_NOTIFICATIONS,
	.summary = "Answer an intro request",
	.doc = "Accepts or declines an intro request that you received. If you accept, "
	       "you and the sender see each other's e-mail address.",
	.input = &intro_respond_input,
	.output = &intro_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.answer = {.secret = true},
	.problems = answer_problems,
	.hints = answer_hints,
	.tool =
		{
			.name = "respond_to_intro",
			.title = "Answer an intro request",
			.doc = "Accepts or declines an intro request that the user "
			       "received. Accepting shares both e-mail addresses and "
			       "cannot be undone.",
			.destructive = true,
			.idempotent = true,
			.rank = 64,
		},
};
