#include "proto/identity/home.h"

#include "proto/identity/members.h"
#include "proto/records.h"

/* ---- what waits ---- */

const char *const waiting_kind_values[] = {"intro", "org_invitation", "join_request",
	"affiliation", "member", "org_application", "post_expiring", "approval", NULL};

static const struct field waiting_item_fields[] = {
	OUT("kind", ENUM, .values = waiting_kind_values,
		.doc = "What waits for your answer. `member` and `org_application` wait "
		       "for administrators. `post_expiring` is an ask of yours that "
		       "expires within a week. `approval` is a request of an app."),
	OUT("count", INTEGER, .doc = "The number of them; 100 means 100 or more."),
	OUT("title", TEXT, .doc = "The name or title of the newest one."),
	OUT("subjectId", TEXT, .nullable = true,
		.example = "\"post_01kaqg7q5aezh94rxy4zn1a2b3\"",
		.doc = "The id of the newest intro request or affiliation, or of the "
		       "ask."),
	OUT("orgSlug", TEXT, .nullable = true, .format = FORMAT_SLUG,
		.doc = "The slug of the organization that it concerns."),
	OUT("orgName", TEXT, .nullable = true,
		.doc = "The name of the organization that it concerns."),
	OUT("at", INSTANT,
		.doc = "When the newest one was made, or when the ask expires."),
};

static const struct record waiting_item_record = {
	.name = "WaitingItem",
	.doc = "Something that waits for your answer.",
	.fields = waiting_item_fields,
	.count = COUNT_OF(waiting_item_fields),
};

static const struct field waiting_fields[] = {
	OUT("items", LIST, .record = &waiting_item_record,
		.doc = "What waits, by kind, and the newest first."),
};

static const struct record waiting_record = {
	.name = "Waiting",
	.doc = "What waits for your answer.",
	.fields = waiting_fields,
	.count = COUNT_OF(waiting_fields),
};

const struct op op_me_waiting_list = {
	.name = "me_waiting_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/me/waiting",
	.summary = "List what waits for your answer",
	.doc = "Lists intro requests, invitations, join requests and affiliations that "
	       "wait for your answer, and your asks that expire within a week. "
	       "Administrators also see pending members and applications.",
	.output = &waiting_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_SLOW,
	.answer = {.tagged = true},
	.tool =
		{
			.name = "list_waiting",
			.title = "List what waits for your answer",
			.doc = "Lists what waits for the user's answer: intro requests, "
			       "invitations, join requests, affiliations, expiring asks. "
			       "If several wait, an item has their count and the newest; "
			       "list_intros, list_my_invitations or list_join_requests "
			       "lists all. For news as well, use briefing.",
			.read_only = true,
			.idempotent = true,
			.rank = 46,
		},
};

/* ---- news ---- */

const char *const news_type_values[] = {"post", "progress", "event", NULL};

static const struct field news_org_fields[] = {
	OUT("slug", TEXT, .format = FORMAT_SLUG, .doc = "The organization's slug."),
	OUT("name", TEXT, .example = "\"Analytical Engines\"",
		.doc = "The organization's name."),
	OUT("logo", MEDIA, .nullable = true, .doc = "The URL of the logo."),
};

static const struct record news_org_record = {
	.name = "NewsOrg",
	.doc = "The organization that hosts an event.",
	.fields = news_org_fields,
	.count = COUNT_OF(news_org_fields),
};

static const struct field news_fields[] = {
	OUT("type", ENUM, .values = news_type_values,
		.doc = "An ask, a progress entry or an event."),
	OUT("subjectId", TEXT, .example = "\"post_01kaqg7q5aezh94rxy4zn1a2b3\"",
		.doc = "The id of the record."),
	OUT("title", TEXT, .doc = "Its title."),
	OUT("text", TEXT, .doc = "The first 300 characters of its text."),
	OUT("author", OBJECT, .record = &actor_record, .doc = "The author or host."),
	OUT("org", OBJECT, .nullable = true, .record = &news_org_record,
		.doc = "The organization that hosts an event; null if there is none or "
		       "you cannot see it."),
	OUT("startsAt", INSTANT, .nullable = true,
		.doc = "When an event starts; otherwise null."),
	OUT("at", INSTANT, .doc = "When it was published."),
};

static const struct record news_record = {
	.name = "NewsItem",
	.doc = "Something new in the network.",
	.fields = news_fields,
	.count = COUNT_OF(news_fields),
};

static const struct field me_news_list_in_fields[] = {
	PAGE_FIELDS(struct me_news_list_in),
};

static const struct record me_news_list_input =
	INPUT_RECORD(me_news_list_in, "Which page.");

const struct op op_me_news_list = {
	.name = "me_news_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/me/news",
	.summary = "List what is new",
	.doc = "Lists asks, progress entries and events of others, from your "
	       "organizations and the public feed, newest first. `lastVisitAt` of the "
	       "session says when you were here last.",
	.input = &me_news_list_input,
	.output = &news_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.stale_ok = true,
	.tool =
		{
			.name = "list_news",
			.title = "List what is new",
			.doc = "Lists new asks, progress and events from the user's "
			       "organizations and the public feed, newest first.",
			.read_only = true,
			.idempotent = true,
			.rank = 8,
		},
};

/* ---- matches ---- */

static const struct field reason_element = OUT("reason", TEXT,
	.example = "\"you know hardware\"", .doc = "A reason, in a few words.");

static const struct field match_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "post", .doc = "The ask's id."),
	OUT("kind", ENUM, .values = post_kind_values, .doc = "The kind of ask."),
	OUT("title", TEXT, .doc = "The title."),
	OUT("authorHandle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The author's handle."),
	OUT("authorName", TEXT, .doc = "The author's name."),
	OUT("authorImage", MEDIA, .nullable = true,
		.doc = "The URL of the author's avatar."),
	OUT("reasons", LIST, .element = &reason_element,
		.doc = "Why you may help: what you look for, your roles and skills, and "
		       "a shared organization."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
};

static const struct record match_record = {
	.name = "AskMatch",
	.doc = "An ask that you may help with.",
	.fields = match_fields,
	.count = COUNT_OF(match_fields),
};

static const struct field matches_fields[] = {
	OUT("items", LIST, .record = &match_record,
		.doc = "At most five asks, the best match first."),
};

static const struct record matches_record = {
	.name = "AskMatches",
	.doc = "Asks that you may help with.",
	.fields = matches_fields,
	.count = COUNT_OF(matches_fields),
};

const struct op op_me_match_list = {
	.name = "me_match_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/me/matches",
	.summary = "Find asks that you may help with",
	.doc = "Finds up to five of the newest open asks that you can see and that match "
	       "what you look for, your roles and your skills, each with its reasons.",
	.output = &matches_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.answer = {.tagged = true},
	.tool =
		{
			.name = "find_asks_to_help",
			.title = "Find asks that you may help with",
			.doc = "Finds up to five open asks that match the user's "
			       "profile, with reasons.",
			.read_only = true,
			.idempotent = true,
			.rank = 11,
		},
};

static const struct field helper_fields[] = {
	OUT("userId", IDENTIFIER, .prefix = "usr", .doc = "The member's id."),
	OUT("handle", TEXT, .format = FORMAT_HANDLE, .doc = "The member's handle."),
	OUT("name", TEXT, .doc = "The member's name."),
	OUT("image", MEDIA, .nullable = true, .doc = "The URL of the avatar."),
	OUT("headline", TEXT, .doc = "A one-line description of the member."),
	OUT("reasons", LIST, .element = &reason_element,
		.doc = "Why the member may help: what the member looks for, roles, "
		       "skills, and a shared organization."),
};

static const struct record helper_record = {
	.name = "Helper",
	.doc = "A member who may help with an ask.",
	.fields = helper_fields,
	.count = COUNT_OF(helper_fields),
};

static const struct field helpers_fields[] = {
	OUT("items", LIST, .record = &helper_record,
		.doc = "At most five members, the best match first."),
};

static const struct record helpers_record = {
	.name = "Helpers",
	.doc = "Members who may help with an ask.",
	.fields = helpers_fields,
	.count = COUNT_OF(helpers_fields),
};

static const struct field post_helper_list_in_fields[] = {
	ID_FIELD(struct post_helper_list_in, "post", PROBLEM_POST_NOT_FOUND,
		"The id of one of your asks."),
};

static const struct record post_helper_list_input =
	INPUT_RECORD(post_helper_list_in, "The ask.");

static const enum problem helper_problems[] = {
	PROBLEM_POST_NOT_FOUND, PROBLEM_NOT_AUTHOR, PROBLEM_NONE};

const struct op op_post_helper_list = {
	.name = "post_helper_list",
	.service = SERVICE_IDENTITY,
	.method = METHOD_GET,
	.path = "/v1/posts/{id}/helpers",
	.summary = "Find people who may help",
	.doc = "Finds up to five members who match the kind and the tags of one of your "
	       "asks, each with the reasons.",
	.input = &post_helper_list_input,
	.output = &helpers_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.answer = {.tagged = true},
	.problems = helper_problems,
	.tool =
		{
			.name = "find_helpers",
			.title = "Find people who may help",
			.doc = "Finds up to five members who may help with one of the "
			       "user's asks, with reasons.",
			.read_only = true,
			.idempotent = true,
			.rank = 21,
		},
};
