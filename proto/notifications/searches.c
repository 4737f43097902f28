#include "proto/notifications/searches.h"

#include "proto/records.h"

static const char *const list_values[] = {"posts", "members", "events", NULL};

/* ---- the record ---- */

static const struct field search_org_fields[] = {
	OUT("slug", TEXT, .format = FORMAT_SLUG, .doc = "The organization's slug."),
	OUT("name", TEXT, .example = "\"Analytical Engines\"",
		.doc = "The organization's name."),
};

static const struct record search_org_record = {
	.name = "SavedSearchOrg",
	.doc = "The organization of a saved search.",
	.fields = search_org_fields,
	.count = COUNT_OF(search_org_fields),
};

static const struct field saved_search_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "srch", .doc = "The saved search's id."),
	OUT("list", ENUM, .values = list_values, .doc = "The list that is searched."),
	OUT("kind", ENUM, .nullable = true, .values = post_kind_values,
		.doc = "The kind of asks."),
	OUT("q", TEXT, .nullable = true, .example = "\"rust\"",
		.doc = "The words about members."),
	OUT("role", ENUM, .nullable = true, .values = member_role_values,
		.doc = "The role of members."),
	OUT("lookingFor", ENUM, .nullable = true, .values = looking_for_values,
		.doc = "What members look for."),
	OUT("skill", TEXT, .nullable = true, .example = "\"Weaving\"",
		.doc = "The skill of members."),
	OUT("org", OBJECT, .nullable = true, .record = &search_org_record,
		.doc = "The organization; null for all that you can see."),
	OUT("mailed", BOOLEAN, .doc = "Whether the weekly mail is on."),
	OUT("createdAt", INSTANT, .doc = "When it was saved."),
};

static const struct record saved_search_record = {
	.name = "SavedSearch",
	.doc = "A search that you have saved.",
	.fields = saved_search_fields,
	.count = COUNT_OF(saved_search_fields),
};

/* ---- the operations ---- */

static const struct field saved_search_list_in_fields[] = {
	PAGE_FIELDS(struct saved_search_list_in),
};

static const struct record saved_search_list_input =
	INPUT_RECORD(saved_search_list_in, "Which page.");

const struct op op_saved_search_list = {
	.name = "saved_search_list",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_GET,
	.path = "/v1/me/saved-searches",
	.summary = "List your saved searches",
	.doc = "Lists your saved searches, newest first. A weekly mail lists what is new "
	       "in them.",
	.input = &saved_search_list_input,
	.output = &saved_search_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_LIST,
};

static const struct field saved_search_create_in_fields[] = {
	IN(struct saved_search_create_in, list, "list", ENUM, .required = true,
		.values = list_values, .doc = "The list to search."),
	IN(struct saved_search_create_in, kind, "kind", ENUM, .values = post_kind_values,
		.doc = "Only asks of this kind."),
	IN(struct saved_search_create_in, q, "q", TEXT, .format = FORMAT_LINE, .min = 1,
		.max = 200, .example = "\"rust\"",
		.doc = "Only members who match these words."),
	IN(struct saved_search_create_in, role, "role", ENUM,
		.values = member_role_values, .doc = "Only members with this role."),
	IN(struct saved_search_create_in, looking_for, "lookingFor", ENUM,
		.values = looking_for_values, .doc = "Only members who look for this."),
	IN(struct saved_search_create_in, skill, "skill", TEXT, .format = FORMAT_LINE,
		.trimmed = true, .min = 1, .max = 40, .example = "\"Weaving\"",
		.doc = "Only members with this skill."),
	IN(struct saved_search_create_in, org, "org", TEXT, .format = FORMAT_SLUG,
		.min = 3, .max = 40, .missing = PROBLEM_ORG_NOT_FOUND,
		.doc = "The slug of one of your organizations: only what is published to "
		       "it, only its members, or only its events."),
};

static const struct record saved_search_create_input =
	INPUT_RECORD(saved_search_create_in,
		"A list and its filters. Filters of other lists are "
		"refused.");

static const enum problem create_problems[] = {PROBLEM_ORG_NOT_FOUND, PROBLEM_NONE};

const struct op op_saved_search_create = {
	.name = "saved_search_create",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_POST,
	.path = "/v1/me/saved-searches",
	.summary = "Save a search",
	.doc = "Saves the filters of a list. A weekly mail lists what is new in your "
	       "saved searches; saving one switches the mail on. You may have ten.",
	.input = &saved_search_create_input,
	.output = &saved_search_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = create_problems,
};

static const struct field saved_search_delete_in_fields[] = {
	ID_FIELD(struct saved_search_delete_in, "srch", PROBLEM_SAVED_SEARCH_NOT_FOUND,
		"The saved search's id."),
};

static const struct record saved_search_delete_input =
	INPUT_RECORD(saved_search_delete_in, "The saved search.");

static const enum problem delete_problems[] = {
	PROBLEM_SAVED_SEARCH_NOT_FOUND, PROBLEM_NONE};

const struct op op_saved_search_delete = {
	.name = "saved_search_delete",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_DELETE,
	.path = "/v1/me/saved-searches/{id}",
	.summary = "Delete a saved search",
	.doc = "Deletes one of your saved searches.",
	.input = &saved_search_delete_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.problems = delete_problems,
};
