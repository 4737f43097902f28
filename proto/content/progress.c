#include "proto/content/progress.h"

#include "proto/records.h"

static const char *const progress_kind_values[] = {
	"milestone", "customer", "program", "learning", NULL};

/* The bounds of an entry, once for creating and for editing it. */
#define PROGRESS_KIND(holder, ...) \
	IN(holder, kind, "kind", ENUM, .values = progress_kind_values, \
		.doc = "What kind of progress it is.", __VA_ARGS__)
#define PROGRESS_TITLE(holder, ...) \
	IN(holder, title, "title", TEXT, .format = FORMAT_LINE, .trimmed = true, \
		.min = 3, .max = 140, .doc = "The entry in one line.", __VA_ARGS__)
#define PROGRESS_NOTE(holder, ...) \
	IN(holder, note, "note", TEXT, .max = 2000, .doc = "The details.", __VA_ARGS__)
#define PROGRESS_OCCURRED_AT(holder, sentence) \
	IN(holder, occurred_at, "occurredAt", INSTANT, .doc = (sentence))
#define PROGRESS_ID(holder) \
	ID_FIELD(holder, "prog", PROBLEM_PROGRESS_NOT_FOUND, "The entry's id.")

static const struct field warning_element = OUT("warning", TEXT,
	.example = "\"The entry could not be shared: link your social account first.\"",
	.doc = "What did not work, and what helps.");

static const struct field progress_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "prog", .doc = "The entry's id."),
	OUT("authorUserId", IDENTIFIER, .prefix = "usr", .doc = "The author's id."),
	OUT("authorHandle", TEXT, .nullable = true, .format = FORMAT_HANDLE,
		.doc = "The author's handle; null for former members."),
	OUT("authorName", TEXT, .doc = "The author's name."),
	OUT("authorImage", MEDIA, .nullable = true,
		.doc = "The address of the author's avatar."),
	OUT("projectId", IDENTIFIER, .nullable = true, .prefix = "proj",
		.doc = "The id of the project that it belongs to; null if there is none "
		       "that you can see."),
	OUT("projectName", TEXT, .nullable = true, .doc = "The project's name."),
	OUT("kind", ENUM, .values = progress_kind_values,
		.doc = "What kind of progress it is."),
	OUT("title", TEXT, .doc = "The entry in one line."),
	OUT("note", TEXT, .doc = "The details."),
	OUT("photo", MEDIA, .nullable = true, .doc = "The address of a photo."),
	OUT("occurredAt", INSTANT, .doc = "When it happened."),
	OUT("targets", OBJECT, .record = &targets_record,
		.doc = "Where it is published."),
	OUT("socialPostUrl", TEXT, .nullable = true, .format = FORMAT_URI,
		.doc = "The address of the post that shares it on a social network."),
	OUT("canEdit", BOOLEAN, .doc = "Whether you may edit it."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("updatedAt", INSTANT, .doc = "When it last changed."),
	OUT("warnings", LIST, .element = &warning_element, .optional = true,
		.doc = "When it is created: what did not work, such as sharing it. Left "
		       "out otherwise."),
};

const struct record progress_record = {
	.name = "Progress",
	.doc = "A progress entry: what a member has achieved, alone or on a project.",
	.fields = progress_fields,
	.count = COUNT_OF(progress_fields),
};

static const enum problem progress_problems[] = {
	PROBLEM_PROGRESS_NOT_FOUND, PROBLEM_NONE};
static const enum problem progress_author_problems[] = {
	PROBLEM_PROGRESS_NOT_FOUND, PROBLEM_NOT_AUTHOR, PROBLEM_NONE};
static const enum problem progress_create_problems[] = {PROBLEM_SOCIAL_NOT_LINKED,
	PROBLEM_SOCIAL_RELINK_REQUIRED, PROBLEM_SOCIAL_SHARE_UNAVAILABLE, PROBLEM_NONE};
static const enum problem progress_share_problems[] = {PROBLEM_PROGRESS_NOT_FOUND,
	PROBLEM_NOT_AUTHOR, PROBLEM_SOCIAL_NOT_LINKED, PROBLEM_SOCIAL_RELINK_REQUIRED,
	PROBLEM_SOCIAL_SHARE_UNAVAILABLE, PROBLEM_SOCIAL_UNAVAILABLE, PROBLEM_NONE};
static const enum problem progress_list_problems[] = {
	PROBLEM_PROJECT_NOT_FOUND, PROBLEM_NONE};

/* The project was deleted between the look at its roster and the entry. */
static const struct conflict progress_create_conflicts[] = {
	{"progress_project_id_fkey", PROBLEM_VALIDATION_FAILED, "#/projectId",
		FAULT_NOT_ALLOWED, "you are not on the roster of such a project"},
	{NULL, PROBLEM_NONE, NULL, FAULT_REQUIRED, NULL},
};

static const struct field progress_create_in_fields[] = {
	PROGRESS_KIND(struct progress_create_in, .required = true),
	PROGRESS_TITLE(struct progress_create_in, .required = true),
	PROGRESS_NOTE(struct progress_create_in, .fallback = "\"\""),
	PROGRESS_OCCURRED_AT(struct progress_create_in,
		"When it happened, at most a day from now. Default: now."),
	IN(struct progress_create_in, project_id, "projectId", TEXT, .min = 1, .max = 64,
		.doc = "The id of one of your projects."),
	IN_OBJECT(struct progress_create_in, publish_to, "publishTo", struct publish_to,
		&publish_to_record, .fallback = "{}", .doc = "Where to publish it."),
	IN(struct progress_create_in, social, "social", BOOLEAN, .fallback = "false",
		.doc = "Also share it on your linked social account."),
};

static const struct record progress_create_input =
	INPUT_RECORD(progress_create_in, "A new progress entry.");

const struct op op_progress_create = {
	.name = "progress_create",
	.service = SERVICE_CONTENT,
	.method = METHOD_POST,
	.path = "/v1/progress",
	.summary = "Create a progress entry",
	.doc = "Adds a milestone, customer, program or learning to your profile or to "
	       "one of your projects, and publishes it like an ask.",
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
			.title = "Publish a progress entry",
			.doc = "Publishes a progress entry on your profile or on one of "
			       "your projects.",
			.rank = 70,
		},
};

static const struct field progress_list_in_fields[] = {
	PROGRESS_KIND(struct progress_list_in, .required = false),
	IN(struct progress_list_in, feed, "feed", BOOLEAN, .fallback = "false",
		.doc = "Entries that are shared with you; the default."),
	IN(struct progress_list_in, mine, "mine", BOOLEAN, .fallback = "false",
		.doc = "Your own entries instead."),
	IN(struct progress_list_in, project, "project", IDENTIFIER, .prefix = "proj",
		.missing = PROBLEM_PROJECT_NOT_FOUND,
		.doc = "The id of the project that they belong to."),
	IN(struct progress_list_in, author, "author", TEXT, .format = FORMAT_HANDLE,
		.min = 3, .max = 30, .doc = "The author's handle."),
	PAGE_FIELDS(struct progress_list_in),
};

static const struct record progress_list_input =
	INPUT_RECORD(progress_list_in, "Which entries to list.");

const struct op op_progress_list = {
	.name = "progress_list",
	.service = SERVICE_CONTENT,
	.method = METHOD_GET,
	.path = "/v1/progress",
	.summary = "List progress entries",
	.doc = "Progress entries that you can see, newest first.",
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
			.doc = "Lists the progress entries that you can see, newest "
			       "first.",
			.read_only = true,
			.idempotent = true,
			.rank = 30,
		},
};

static const struct field progress_get_in_fields[] = {
	PROGRESS_ID(struct progress_get_in),
};

static const struct record progress_get_input =
	INPUT_RECORD(progress_get_in, "Which entry.");

const struct op op_progress_get = {
	.name = "progress_get",
	.service = SERVICE_CONTENT,
	.method = METHOD_GET,
	.path = "/v1/progress/{id}",
	.summary = "Read a progress entry",
	.doc = "Reads one progress entry.",
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
	PROGRESS_OCCURRED_AT(
		struct progress_update_in, "When it happened, at most a day from now."),
};

static const struct record progress_update_input = INPUT_RECORD(progress_update_in,
	"The fields to change. Fields that you omit keep their values.");

const struct op op_progress_update = {
	.name = "progress_update",
	.service = SERVICE_CONTENT,
	.method = METHOD_PATCH,
	.path = "/v1/progress/{id}",
	.summary = "Edit a progress entry",
	.doc = "Edits one of your progress entries.",
	.input = &progress_update_input,
	.output = &progress_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_progress_get,
	.problems = progress_author_problems,
	.tool =
		{
			.name = "update_progress",
			.title = "Edit a progress entry",
			.doc = "Edits one of your progress entries.",
			.destructive = true,
			.idempotent = true,
			.rank = 150,
		},
};

static const struct field progress_delete_in_fields[] = {
	PROGRESS_ID(struct progress_delete_in),
};

static const struct record progress_delete_input =
	INPUT_RECORD(progress_delete_in, "Which entry.");

const struct op op_progress_delete = {
	.name = "progress_delete",
	.service = SERVICE_CONTENT,
	.method = METHOD_DELETE,
	.path = "/v1/progress/{id}",
	.summary = "Delete a progress entry",
	.doc = "Deletes one of your progress entries for good.",
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
			.doc = "Deletes one of your progress entries for good.",
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
	INPUT_RECORD(progress_share_in, "Which entry.");

const struct op op_progress_share = {
	.name = "progress_share",
	.service = SERVICE_CONTENT,
	.method = METHOD_POST,
	.path = "/v1/progress/{id}/social",
	.summary = "Share a progress entry",
	.doc = "Posts one of your progress entries on your linked social account. An "
	       "entry is posted once: sharing it again answers it with the address of "
	       "its post.",
	.input = &progress_share_input,
	.output = &progress_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_progress_get,
	.social = {.share = SHARE_ALWAYS, .shown = &op_progress_shown},
	.problems = progress_share_problems,
	.tool =
		{
			.name = "share_progress",
			.title = "Share a progress entry",
			.doc = "Posts one of your progress entries on your linked social "
			       "account.",
			.idempotent = true,
			.open_world = true,
			.rank = 535,
		},
};

/* Both keep their answer under the key of the call that they end, so that a repetition of
 * that call is answered with it. */
const struct op op_progress_shown = {
	.name = "progress_shown",
	.service = SERVICE_CONTENT,
	.summary = "Show a progress entry that was shared",
	.doc = "Answers an entry as it is after it was shared.",
	.input = &progress_share_input,
	.output = &progress_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.problems = progress_problems,
};

const struct op op_progress_created = {
	.name = "progress_created",
	.service = SERVICE_CONTENT,
	.summary = "Show a progress entry that was created and shared",
	.doc = "Answers an entry as it is after it was created, with a warning if it "
	       "could not be shared.",
	.input = &progress_share_input,
	.output = &progress_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_WRITE,
	.problems = progress_problems,
};
