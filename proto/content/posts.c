#include "proto/content/posts.h"

#include "proto/records.h"

/* The input fields that creating and editing an ask share. */
#define POST_KIND(holder, ...) \
	IN(holder, kind, "kind", ENUM, .values = post_kind_values, \
		.doc = "The kind of ask.", __VA_ARGS__)
#define POST_TITLE(holder, ...) \
	IN(holder, title, "title", TEXT, .format = FORMAT_LINE, .trimmed = true, \
		.min = 3, .max = 140, .doc = "The title.", __VA_ARGS__)
#define POST_BODY(holder, ...) \
	IN(holder, body, "body", TEXT, .max = 4000, .doc = "The full text.", __VA_ARGS__)
#define POST_TAGS(holder, ...) \
	IN(holder, tags, "tags", LIST, .element = &tag_element, .max = 10, \
		.doc = "Keywords.", __VA_ARGS__)
#define POST_EXPIRES_AT(holder, ...) \
	IN(holder, expires_at, "expiresAt", INSTANT, .nullable = true, \
		.doc = "When the ask leaves the lists; null for never.", __VA_ARGS__)

static const struct field publish_to_fields[] = {
	IN(struct publish_to, org_slugs, "orgSlugs", LIST, .element = &slug_element,
		.max = 20, .fallback = "[]", .doc = "Your organizations."),
	IN(struct publish_to, is_public, "public", BOOLEAN, .fallback = "false",
		.doc = "For every active member."),
};

const struct record publish_to_record = INPUT_RECORD(publish_to,
	"The audience: organizations, every active member, or both. With neither, only "
	"the author can see it.");

static const enum problem post_problems[] = {PROBLEM_POST_NOT_FOUND, PROBLEM_NONE};
static const enum problem post_author_problems[] = {
	PROBLEM_POST_NOT_FOUND, PROBLEM_NOT_AUTHOR, PROBLEM_POST_CLOSED, PROBLEM_NONE};
static const enum problem post_create_problems[] = {PROBLEM_RATE_LIMITED, PROBLEM_NONE};
static const enum problem post_close_problems[] = {
	PROBLEM_POST_NOT_FOUND, PROBLEM_NOT_AUTHOR, PROBLEM_NONE};

static const struct field post_create_in_fields[] = {
	POST_KIND(struct post_create_in, .required = true),
	POST_TITLE(struct post_create_in, .required = true),
	POST_BODY(struct post_create_in, .required = true),
	POST_TAGS(struct post_create_in, .fallback = "[]"),
	POST_EXPIRES_AT(struct post_create_in, .fallback = "null"),
	IN_OBJECT(struct post_create_in, publish_to, "publishTo", struct publish_to,
		&publish_to_record, .fallback = "{}",
		.doc = "The audience. Default: only you."),
};

static const struct record post_create_input = INPUT_RECORD(post_create_in, "A new ask.");

const struct op op_post_create = {
	.name = "post_create",
	.service = SERVICE_CONTENT,
	.method = METHOD_POST,
	.path = "/v1/posts",
	.summary = "Create an ask",
	.doc = "Creates an ask for members of your organizations, for every active "
	       "member, or for both. Without an audience in `publishTo`, only you can "
	       "see it. You can change the audience later.",
	.input = &post_create_input,
	.output = &post_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_post_get,
	.answer = {.location = "/v1/posts/{id}"},
	.problems = post_create_problems,
	.tool =
		{
			.name = "create_post",
			.title = "Create an ask",
			.doc = "Creates an ask for your organizations or every member "
			       "(publishTo).",
			.rank = 60,
		},
};

static const enum problem org_post_list_problems[] = {
	PROBLEM_ORG_NOT_FOUND, PROBLEM_NONE};

static const struct field post_list_in_fields[] = {
	POST_KIND(struct post_list_in, .required = false),
	IN(struct post_list_in, author, "author", TEXT, .format = FORMAT_HANDLE, .min = 3,
		.max = 30, .doc = "The author's handle."),
	IN(struct post_list_in, mine, "mine", BOOLEAN, .fallback = "false",
		.doc = "Lists your own asks instead, also closed and expired ones."),
	IN(struct post_list_in, org, "org", TEXT, .format = FORMAT_SLUG, .min = 3,
		.max = 40, .missing = PROBLEM_ORG_NOT_FOUND,
		.doc = "The slug of an organization."),
	BETWEEN_FIELDS(struct post_list_in, "Asks created"),
	PAGE_FIELDS(struct post_list_in),
};

static const struct record post_list_input =
	INPUT_RECORD(post_list_in, "The asks to list.");

const struct op op_post_list = {
	.name = "post_list",
	.service = SERVICE_CONTENT,
	.method = METHOD_GET,
	.path = "/v1/posts",
	.summary = "List asks",
	.doc = "Lists the open asks that you can see: those of your organizations and "
	       "public ones, newest first. An expired ask is not listed; with `mine`, "
	       "the list has your own asks in any state.",
	.input = &post_list_input,
	.output = &post_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_LIST,
	.stale_ok = true,
	.problems = org_post_list_problems,
	.tool =
		{
			.name = "list_posts",
			.title = "List asks",
			.doc = "Lists the open asks that you can see, newest first. "
			       "With mine, it lists your own, also closed and expired "
			       "ones; those of others are in no list.",
			.read_only = true,
			.idempotent = true,
			.rank = 10,
		},
};

static const struct field post_get_in_fields[] = {
	ID_FIELD(struct post_get_in, "post", PROBLEM_POST_NOT_FOUND, "The ask's id."),
};

static const struct record post_get_input = INPUT_RECORD(post_get_in, "The ask.");

const struct op op_post_get = {
	.name = "post_get",
	.service = SERVICE_CONTENT,
	.method = METHOD_GET,
	.path = "/v1/posts/{id}",
	.summary = "Read an ask",
	.doc = "Reads an ask, even if it is closed or has expired.",
	.input = &post_get_input,
	.output = &post_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.problems = post_problems,
	.tool =
		{
			.name = "get_post",
			.title = "Read an ask",
			.doc = "Reads an ask, even if it is closed or has expired.",
			.read_only = true,
			.idempotent = true,
			.rank = 20,
		},
};

static const struct field post_update_in_fields[] = {
	ID_FIELD(struct post_update_in, "post", PROBLEM_POST_NOT_FOUND, "The ask's id."),
	POST_KIND(struct post_update_in, .required = false),
	POST_TITLE(struct post_update_in, .required = false),
	POST_BODY(struct post_update_in, .required = false),
	POST_TAGS(struct post_update_in, .required = false),
	POST_EXPIRES_AT(struct post_update_in, .required = false),
};

static const struct record post_update_input = INPUT_RECORD(
	post_update_in, "The fields to change. Fields that you omit keep their values.");

static const struct hint update_hints[] = {
	{PROBLEM_VALIDATION_FAILED, NULL, NULL,
		"Correct the fields that `errors` lists. {post_audience} changes the "
		"audience, and {post_close} closes an ask."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

const struct op op_post_update = {
	.name = "post_update",
	.service = SERVICE_CONTENT,
	.method = METHOD_PATCH,
	.path = "/v1/posts/{id}",
	.summary = "Edit an ask",
	.doc = "Changes fields of one of your open asks. A later `expiresAt` returns an "
	       "expired ask to the lists. The ask is no longer published to "
	       "organizations that you have left.",
	.input = &post_update_input,
	.output = &post_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_post_get,
	.problems = post_author_problems,
	.hints = update_hints,
	.tool =
		{
			.name = "update_post",
			.title = "Edit an ask",
			.doc = "Changes one of your open asks. A later expiresAt returns "
			       "an expired ask to the lists.",
			.destructive = true,
			.idempotent = true,
			.rank = 130,
		},
};

static const struct field post_close_in_fields[] = {
	ID_FIELD(struct post_close_in, "post", PROBLEM_POST_NOT_FOUND, "The ask's id."),
};

static const struct record post_close_input = INPUT_RECORD(post_close_in, "The ask.");

const struct op op_post_close = {
	.name = "post_close",
	.service = SERVICE_CONTENT,
	.method = METHOD_POST,
	.path = "/v1/posts/{id}/close",
	.summary = "Close an ask",
	.doc = "Closes one of your asks permanently. The ask leaves the lists but can "
	       "still be read. Closing a closed ask changes nothing.",
	.input = &post_close_input,
	.output = &post_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_post_get,
	.problems = post_close_problems,
	.tool =
		{
			.name = "close_post",
			.title = "Close an ask",
			.doc = "Closes one of your asks permanently. It leaves the lists "
			       "but can still be read.",
			.destructive = true,
			.idempotent = true,
			.rank = 140,
		},
};

static const struct field org_post_list_in_fields[] = {
	IN(struct org_post_list_in, slug, "slug", TEXT, .required = true,
		.format = FORMAT_SLUG, .min = 3, .max = 40,
		.missing = PROBLEM_ORG_NOT_FOUND, .doc = "The organization's slug."),
	POST_KIND(struct org_post_list_in, .required = false),
	BETWEEN_FIELDS(struct org_post_list_in, "Asks created"),
	PAGE_FIELDS(struct org_post_list_in),
};

static const struct record org_post_list_input =
	INPUT_RECORD(org_post_list_in, "The organization and the asks to list.");

const struct op op_org_post_list = {
	.name = "org_post_list",
	.service = SERVICE_CONTENT,
	.method = METHOD_GET,
	.path = "/v1/orgs/{slug}/posts",
	.summary = "List an organization's asks",
	.doc = "Lists the open asks that are published to an organization, newest first. "
	       "Its members see all of them; other members see only the public ones.",
	.input = &org_post_list_input,
	.output = &post_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.stale_ok = true,
	.problems = org_post_list_problems,
};
