#include "proto/content/posts.h"
#include "proto/content/progress.h"
#include "proto/records.h"

static const enum problem copy_problems[] = {
	PROBLEM_POST_NOT_FOUND, PROBLEM_NOT_AUTHOR, PROBLEM_RATE_LIMITED, PROBLEM_NONE};
static const enum problem post_problems[] = {
	PROBLEM_POST_NOT_FOUND, PROBLEM_NOT_AUTHOR, PROBLEM_POST_CLOSED, PROBLEM_NONE};
static const enum problem progress_problems[] = {
	PROBLEM_PROGRESS_NOT_FOUND, PROBLEM_NOT_AUTHOR, PROBLEM_NONE};

static const struct field post_copy_in_fields[] = {
	ID_FIELD(struct post_copy_in, "post", PROBLEM_POST_NOT_FOUND, "The ask's id."),
	IN(struct post_copy_in, expires_at, "expiresAt", INSTANT, .nullable = true,
		.fallback = "null",
		.doc = "When the copy leaves the lists; null for never."),
};

static const struct record post_copy_input =
	INPUT_RECORD(post_copy_in, "The ask to copy.");

const struct op op_post_copy = {
	.name = "post_copy",
	.service = SERVICE_CONTENT,
	.method = METHOD_POST,
	.path = "/v1/posts/{id}/copy",
	.summary = "Copy an ask",
	.doc = "Creates a new ask with the kind, title, text, tags and audience of one "
	       "of your asks, without organizations that you have left. Use it to "
	       "publish a closed or expired ask again.",
	.input = &post_copy_input,
	.output = &post_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_post_get,
	.answer = {.location = "/v1/posts/{id}"},
	.problems = copy_problems,
	.tool =
		{
			.name = "copy_post",
			.title = "Copy an ask",
			.doc = "Publishes one of your asks again, closed or not, as a "
			       "new ask. It keeps the old audience; set_post_audience "
			       "changes it.",
			.rank = 143,
		},
};

static const struct field post_audience_in_fields[] = {
	ID_FIELD(
		struct post_audience_in, "post", PROBLEM_POST_NOT_FOUND, "The ask's id."),
	IN_OBJECT(struct post_audience_in, publish_to, "publishTo", struct publish_to,
		&publish_to_record, .required = true, .doc = "The new audience."),
};

static const struct record post_audience_input =
	INPUT_RECORD(post_audience_in, "The new audience.");

const struct op op_post_audience = {
	.name = "post_audience",
	.service = SERVICE_CONTENT,
	.method = METHOD_PUT,
	.path = "/v1/posts/{id}/audience",
	.summary = "Change the audience of an ask",
	.doc = "Replaces the audience of one of your open asks. The ask keeps its place "
	       "in the lists.",
	.input = &post_audience_input,
	.output = &post_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_post_get,
	.problems = post_problems,
	.tool =
		{
			.name = "set_post_audience",
			.title = "Change an ask's audience",
			.doc = "Replaces the audience of one of your open asks.",
			.destructive = true,
			.idempotent = true,
			.rank = 144,
		},
};

static const struct field progress_audience_in_fields[] = {
	ID_FIELD(struct progress_audience_in, "prog", PROBLEM_PROGRESS_NOT_FOUND,
		"The entry's id."),
	IN_OBJECT(struct progress_audience_in, publish_to, "publishTo", struct publish_to,
		&publish_to_record, .required = true, .doc = "The new audience."),
};

static const struct record progress_audience_input =
	INPUT_RECORD(progress_audience_in, "The new audience.");

const struct op op_progress_audience = {
	.name = "progress_audience",
	.service = SERVICE_CONTENT,
	.method = METHOD_PUT,
	.path = "/v1/progress/{id}/audience",
	.summary = "Change the audience of a progress entry",
	.doc = "Replaces the audience of one of your progress entries. The entry keeps "
	       "its place in the lists.",
	.input = &progress_audience_input,
	.output = &progress_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_progress_get,
	.problems = progress_problems,
	.tool =
		{
			.name = "set_progress_audience",
			.title = "Change an entry's audience",
			.doc = "Replaces the audience of one of your progress entries.",
			.destructive = true,
			.idempotent = true,
			.rank = 145,
		},
};
