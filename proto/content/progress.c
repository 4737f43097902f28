#include "proto/content/progress.h"

#include "proto/records.h"

static const char *const progress_kind_values[] = {
	"milestone", "customer", "program", "learning", NULL};

/* The input fields that creating and editing an entry share. */
#define PROGRESS_KIND(holder, ...) \
	IN(holder, kind, "kind", ENUM, .values = progress_kind_values, \
		.doc = "The kind of progress.", __VA_ARGS__)
#define PROGRESS_TITLE(holder, ...) \
	IN(holder, title, "title", TEXT, .format = FORMAT_LINE, .trimmed = true, \
		.min = 3, .max = 140, .doc = "The title.", __VA_ARGS__)
#define PROGRESS_NOTE(holder, ...) \
	IN(holder, note, "note", TEXT, .max = 2000, .doc = "The full text.", __VA_ARGS__)
#define PROGRESS_OCCURRED_AT(holder, sentence) \
	IN(holder, occurred_at, "occurredAt", INSTANT, .doc = (sentence))
#define PROGRESS_ID(holder) \
	ID_FIELD(holder, "prog", PROBLEM_PROGRESS_NOT_FOUND, "The entry's id.")

static const struct field warning_element = OUT("warning", TEXT,
	.example = "\"The entry could not be shared: link your social account first.\"",
	.doc = "What failed, and the next step.");

static const struct field progress_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "prog", .doc = "The entry's id."),
	OUT("authorUserId", IDENTIFIER, .prefix = "usr", .doc = "The author's id."),
	OUT("authorHandle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The author's handle; null for deleted members."),
	OUT("authorName", TEXT, .doc = "The author's name."),
	OUT("authorImage", MEDIA, .nullable = true,
		.doc = "The URL of the author's avatar."),
	OUT("projectId", IDENTIFIER, .nullable = true, .prefix = "proj",
		.doc = "The id of its project; null if there is none or you cannot see "
		       "it."),
	OUT("projectName", TEXT, .nullable = true,
		.doc = "The name of the project; null like the id."),
	OUT("kind", ENUM, .values = progress_kind_values, .doc = "The kind of progress."),
	OUT("title", TEXT, .doc = "The title."),
	OUT("note", TEXT, .doc = "The full text."),
	OUT("photo", MEDIA, .nullable = true, .doc = "The URL of the photo."),
	OUT("occurredAt", INSTANT, .doc = "When it happened."),
	OUT("targets", OBJECT, .record = &targets_record,
		.doc = "The audience of the record."),
	OUT("socialPostUrl", TEXT, .nullable = true, .format = FORMAT_URI,
		.doc = "The URL of the post that shares it on a social network; null if "
		       "it is not shared."),
	OUT("canEdit", BOOLEAN, .doc = "Whether you may edit it."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("updatedAt", INSTANT, .doc = "When it last changed."),
	OUT("warnings", LIST, .element = &warning_element, .optional = true,
		.doc = "Failures after the entry was created, such as sharing it. Absent "
		       "if there are none."),
};

const struct record progress_record = {
	.name = "Progress",
	.doc = "A progress entry: an achievement of a member, alone or on a project.",
	.fields = progress_fields,
	.count = COUNT_OF(progress_fields),
};

static const enum problem progress_problems[] = {
	PROBLEM_PROGRESS_NOT_FOUND, PROBLEM_NONE};
static const enum problem progress_author_problems[] = {
	PROBLEM_PROGRESS_NOT_FOUND, PROBLEM_NOT_AUTHOR, PROBLEM_NONE};
static const enum problem progress_create_problems[] = {PROBLEM_SOCIAL_NOT_LINKED,
	PROBLEM_SOCIAL_RELINK_REQUIRED, PROBLEM_SOCIAL_SHARE_UNAVAILABLE,
	PROBLEM_RATE_LIMITED, PROBLEM_NONE};
static const enum problem progress_share_problems[] = {PROBLEM_PROGRESS_NOT_FOUND,
	PROBLEM_NOT_AUTHOR, PROBLEM_SOCIAL_NOT_LINKED, PROBLEM_SOCIAL_RELINK_REQUIRED,
	PROBLEM_SOCIAL_SHARE_UNAVAILABLE, PROBLEM_SOCIAL_UNAVAILABLE, PROBLEM_NONE};
static const enum problem progress_list_problems[] = {PROBLEM_PROJECT_NOT_FOUND,
	PROBLEM_ORG_NOT_FOUND, PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_NONE};

/* The project was deleted after the handler had checked its roster. */
static const struct conflict progress_create_conflicts[] = {
	{"progress_project_id_fkey", PROBLEM_VALIDATION_FAILED, "#/projectId",
		FAULT_NOT_ALLOWED, "you are not on the roster of this project"},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field progress_create_in_fields[] = {
	PROGRESS_KIND(struct progress_create_in, .required = true),
	PROGRESS_TITLE(struct progress_create_in, .required = true),
	PROGRESS_NOTE(struct progress_create_in, .fallback = "\"\""),
	PROGRESS_OCCURRED_AT(struct progress_create_in,
		"When it happened, at most one day in the future. Default: now."),
	IN(struct progress_create_in, project_id, "projectId", TEXT, .min = 1, .max = 64,
		.doc = "The id of a project whose roster you are on."),
	IN_OBJECT(struct progress_create_in, publish_to, "publishTo", struct publish_to,
		&publish_to_record, .fallback = "{}",
		.doc = "The audience. Default: only you."),
	IN(struct progress_create_in, social, "social", BOOLEAN, .fallback = "false",
		.doc = "Whether to share it on your social account too."),
};

static const struct record progress_create_input =
	INPUT_RECORD(progress_create_in, "A new progress entry.");

const struct op op_progress_create = {
	.name = "progress_create",
	.service = SERVICE_CONTENT,
	.method = METHOD_POST,
	.path = "/v1/progress",
	.summary = "Create a progress entry",
	.doc = "Creates a progress entry, alone or on one of your projects. Without an "
	       "audience in `publishTo`, only you and the roster of its project can see "
	       "it.",
	.input = &progress_create_input,
	.output = &progress_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_progress_get,
	.answer = {.location = "/v1/progress/{id}"},
	.social = {.share = SHARE_ASKED, .shown = &op_progress_created},
	.problems = progress_create_problems,
	.conflicts = progress_create_conflicts,
	.tool =
		{
			.name = "create_progress",
			.title = "Create a progress entry",
			.doc = "Creates a progress entry for your organizations or every "
			       "member (publishTo). Without publishTo, only you and the "
			       "roster of its project can see it.",
			.rank = 70,
		},
};

static const struct field progress_list_in_fields[] = {
	IN(struct progress_list_in, q, "q", TEXT, .max = 120,
		.doc = "Words of title and note, all of which must occur."),
	PROGRESS_KIND(struct progress_list_in, .required = false),
	IN(struct progress_list_in, feed, "feed", BOOLEAN, .fallback = "false",
		.doc = "Has no effect: every list has only entries that you can see."),
	IN(struct progress_list_in, mine, "mine", BOOLEAN, .fallback = "false",
		.doc = "Lists your own entries instead."),
	IN(struct progress_list_in, project, "project", IDENTIFIER, .prefix = "proj",
		.missing = PROBLEM_PROJECT_NOT_FOUND, .doc = "The id of a project."),
	IN(struct progress_list_in, author, "author", TEXT, .format = FORMAT_HANDLE,
		.min = 3, .max = 30, .doc = "The author's handle."),
	IN(struct progress_list_in, org, "org", TEXT, .format = FORMAT_SLUG, .min = 3,
		.max = 40, .missing = PROBLEM_ORG_NOT_FOUND,
		.doc = "The slug of an organization."),
	BETWEEN_FIELDS(struct progress_list_in, "Entries created"),
	PAGE_FIELDS(struct progress_list_in),
};

static const struct record progress_list_input =
	INPUT_RECORD(progress_list_in, "The entries to list.");

const struct op op_progress_list = {
	.name = "progress_list",
	.service = SERVICE_CONTENT,
	.method = METHOD_GET,
	.path = "/v1/progress",
	.summary = "List progress entries",
	.doc = "Lists the progress entries that you can see, most recently created "
	       "first. `occurredAt` does not affect the order. A page of a search with "
	       "`q` alone, or with `kind` or `org`, is taken from the next 1,000 matches "
	       "of the instance.",
	.input = &progress_list_input,
	.output = &progress_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_LIST,
	.stale_ok = true,
	.problems = progress_list_problems,
	.tool =
		{
			.name = "list_progress",
			.title = "List progress entries",
			.doc = "Lists the progress entries that you can see, or finds "
			       "some by words (q), most recently created first.",
			.read_only = true,
			.idempotent = true,
			.rank = 30,
		},
};

static const struct field org_progress_list_in_fields[] = {
	IN(struct org_progress_list_in, slug, "slug", TEXT, .required = true,
		.format = FORMAT_SLUG, .min = 3, .max = 40,
		.missing = PROBLEM_ORG_NOT_FOUND, .doc = "The organization's slug."),
	PROGRESS_KIND(struct org_progress_list_in, .required = false),
	BETWEEN_FIELDS(struct org_progress_list_in, "Entries created"),
	PAGE_FIELDS(struct org_progress_list_in),
};

static const struct record org_progress_list_input =
	INPUT_RECORD(org_progress_list_in, "The organization and the entries to list.");

static const enum problem org_progress_list_problems[] = {
	PROBLEM_ORG_NOT_FOUND, PROBLEM_ORG_ROLE_REQUIRED, PROBLEM_NONE};

const struct op op_org_progress_list = {
	.name = "org_progress_list",
	.service = SERVICE_CONTENT,
	.method = METHOD_GET,
	.path = "/v1/orgs/{slug}/progress",
	.summary = "List an organization's progress",
	.doc = "Lists the progress entries that are published to an organization, most "
	       "recently created first. Only its members can call it.",
	.input = &org_progress_list_input,
	.output = &progress_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.stale_ok = true,
	.problems = org_progress_list_problems,
};

static const struct field progress_get_in_fields[] = {
	PROGRESS_ID(struct progress_get_in),
};

static const struct record progress_get_input =
	INPUT_RECORD(progress_get_in, "The progress entry.");

const struct op op_progress_get = {
	.name = "progress_get",
	.service = SERVICE_CONTENT,
	.method = METHOD_GET,
	.path = "/v1/progress/{id}",
	.summary = "Read a progress entry",
	.doc = "Reads a progress entry.",
	.input = &progress_get_input,
	.output = &progress_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.problems = progress_problems,
	.tool =
		{
			.name = "get_progress",
			.title = "Read a progress entry",
			.read_only = true,
			.idempotent = true,
			.rank = 40,
		},
};

static const struct field progress_update_in_fields[] = {
	PROGRESS_ID(struct progress_update_in),
	PROGRESS_KIND(struct progress_update_in, .required = false),
	PROGRESS_TITLE(struct progress_update_in, .required = false),
	PROGRESS_NOTE(struct progress_update_in, .required = false),
	PROGRESS_OCCURRED_AT(struct progress_update_in,
		"When it happened, at most one day in the future."),
};

static const struct record progress_update_input = INPUT_RECORD(progress_update_in,
	"The fields to change. Fields that you omit keep their values.");

static const struct hint progress_update_hints[] = {
	{PROBLEM_VALIDATION_FAILED, NULL, NULL,
		"Correct the fields that `errors` lists. {progress_audience} changes the "
		"audience."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

const struct op op_progress_update = {
	.name = "progress_update",
	.service = SERVICE_CONTENT,
	.method = METHOD_PATCH,
	.path = "/v1/progress/{id}",
	.summary = "Edit a progress entry",
	.doc = "Changes fields of one of your progress entries. An edit takes "
	       "it away from organizations and from the project that you have left.",
	.input = &progress_update_input,
	.output = &progress_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_progress_get,
	.problems = progress_author_problems,
	.hints = progress_update_hints,
	.tool =
		{
			.name = "update_progress",
			.title = "Edit a progress entry",
			.doc = "Changes fields of one of your progress entries.",
			.destructive = true,
			.idempotent = true,
			.rank = 150,
		},
};

static const struct field progress_delete_in_fields[] = {
	PROGRESS_ID(struct progress_delete_in),
};

static const struct record progress_delete_input =
	INPUT_RECORD(progress_delete_in, "The progress entry.");

const struct op op_progress_delete = {
	.name = "progress_delete",
	.service = SERVICE_CONTENT,
	.method = METHOD_DELETE,
	.path = "/v1/progress/{id}",
	.summary = "Delete a progress entry",
	.doc = "Deletes one of your progress entries permanently.",
	.input = &progress_delete_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_progress_get,
	.problems = progress_author_problems,
	.tool =
		{
			.name = "delete_progress",
			.title = "Delete a progress entry",
			.doc = "Deletes one of your progress entries permanently.",
			.destructive = true,
			.idempotent = true,
			.rank = 160,
		},
};

/* ---- sharing ---- */

static const struct field progress_share_in_fields[] = {
	PROGRESS_ID(struct progress_share_in),
};

static const struct record progress_share_input =
	INPUT_RECORD(progress_share_in, "The progress entry.");

static const struct hint progress_share_hints[] = {
	{PROBLEM_SOCIAL_SHARE_UNAVAILABLE, NULL, NULL,
		"Only the operator of this instance can set up sharing."},
	{PROBLEM_NONE, NULL, NULL, NULL},
};

const struct op op_progress_share = {
	.name = "progress_share",
	.service = SERVICE_CONTENT,
	.method = METHOD_POST,
	.path = "/v1/progress/{id}/social",
	.summary = "Share a progress entry",
	.doc = "Shares one of your progress entries as a post on your linked social "
	       "account. An entry is posted once. Sharing it again returns the entry "
	       "with the URL of its post.",
	.input = &progress_share_input,
	.output = &progress_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_progress_get,
	.social = {.share = SHARE_ALWAYS, .shown = &op_progress_shown},
	.problems = progress_share_problems,
	.hints = progress_share_hints,
	.tool =
		{
			.name = "share_progress",
			.title = "Share a progress entry",
			.doc = "Posts one of your progress entries publicly on your "
			       "linked social account.",
			.idempotent = true,
			.open_world = true,
			.rank = 535,
		},
};

/* Both store their response under the idempotency key of the original call, so that its
 * replay returns that response. */
const struct op op_progress_shown = {
	.name = "progress_shown",
	.service = SERVICE_CONTENT,
	.summary = "Read a shared progress entry",
	.doc = "Returns an entry after it was shared.",
	.input = &progress_share_input,
	.output = &progress_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.problems = progress_problems,
};

const struct op op_progress_created = {
	.name = "progress_created",
	.service = SERVICE_CONTENT,
	.summary = "Read a created and shared progress entry",
	.doc = "Returns an entry after it was created, with a warning if it could not be "
	       "shared.",
	.input = &progress_share_input,
	.output = &progress_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.problems = progress_problems,
};
