#include "proto/identity/activity.h"

#include "proto/records.h"

static const char *const client_kind_values[] = {"browser", "token", "app", NULL};
static const char *const via_values[] = {"rest", "tool", "page", NULL};

static const struct field undo_fields[] = {
	OUT("operation", TEXT, .example = "\"post_close\"",
		.doc = "The operation that undoes the write."),
	OUT("method", TEXT, .example = "\"POST\"", .doc = "The method of the request."),
	OUT("path", TEXT,
		.example = "\"/v1/posts/post_01kaqg7q5aezh94rxy4zn1a2b3/close\"",
		.doc = "The path of the request."),
	OUT("body", TEXT, .nullable = true,
		.example = "\"{\\\"status\\\":\\\"cancelled\\\"}\"",
		.doc = "The JSON body of the request; null if it needs none."),
	OUT("done", BOOLEAN, .doc = "Whether the write was undone."),
};

static const struct record undo_record = {
	.name = "Undo",
	.doc = "The request that undoes a write.",
	.fields = undo_fields,
	.count = COUNT_OF(undo_fields),
};

static const struct field activity_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "act", .doc = "The entry's id."),
	OUT("at", INSTANT, .doc = "When it was done."),
	OUT("clientKind", ENUM, .values = client_kind_values,
		.doc = "Whether a browser, a personal access token or an app did it."),
	OUT("clientId", TEXT, .nullable = true,
		.example = "\"cli_01kaqg7q5aezh94rxy4zn1a2b3\"",
		.doc = "The id of the app or the token; null for browsers."),
	OUT("clientName", TEXT, .nullable = true, .example = "\"An assistant\"",
		.doc = "The name of the app or the token; null for browsers."),
	OUT("via", ENUM, .values = via_values,
		.doc = "Whether it came by the REST API, a tool or a page."),
	OUT("operation", TEXT, .example = "\"post_create\"",
		.doc = "The `operationId` of the write."),
	OUT("about", TEXT, .example = "\"A compiler for looms\"",
		.doc = "The title, name or address of the record; empty if it has none."),
	OUT("outward", BOOLEAN,
		.doc = "Whether it reached other people: an introduction, an invitation, "
		       "or an ask, entry or event that others see."),
	OUT("undo", OBJECT, .record = &undo_record, .nullable = true,
		.doc = "How to undo it; null if it cannot be undone, or if a later entry "
		       "is the same change again."),
};

static const struct record activity_record = {
	.name = "Activity",
	.doc = "A write that an app, a token or a browser made for you.",
	.fields = activity_fields,
	.count = COUNT_OF(activity_fields),
};

static const struct field me_activity_list_in_fields[] = {
	IN(struct me_activity_list_in, client, "client", TEXT, .min = 1, .max = 400,
		.doc = "Only writes of this app or token, by its id, or `browser`."),
	PAGE_FIELDS(struct me_activity_list_in),
};

static const struct record me_activity_list_input =
	INPUT_RECORD(me_activity_list_in, "The entries to list.");

const struct op op_me_activity_list = {
	.name = "me_activity_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/me/activity",
	.summary = "List your activity",
	.doc = "Lists the writes of your apps, tokens and browsers, newest first, with "
	       "the request that undoes each. An app gets only its own. Entries are "
	       "stored for 90 days, about 500 outward acts and 500 other writes of each "
	       "client, and about 20,000 entries in all.",
	.input = &me_activity_list_input,
	.output = &activity_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_SLOW,
	.tool =
		{
			.name = "list_my_activity",
			.title = "List what was changed",
			.doc = "Lists changes made for the user, newest first, with the "
			       "tool that undoes each and, in its path, the ids.",
			.read_only = true,
			.idempotent = true,
			.rank = 26,
		},
};
