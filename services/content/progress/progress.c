#include "services/content/progress/progress.h"

#include <string.h>

#include "common/base/clock.h"
#include "common/run/run.h"
#include "services/content/feed/target.h"
#include "services/content/progress/progress_sql.h"

#define AHEAD_US_MAX (INT64_C(24) * 3600 * 1000000)

STATEMENT(FIND_ENTRY,
	"SELECT " PROGRESS_COLUMNS
	" FROM progress g" PROGRESS_AROUND("$3")
	" WHERE g.id = $2 AND " PROGRESS_VISIBLE);

STATEMENT(FIND_ORGS,
	TARGET_ORGS("progress_targets", "progress_id"));

STATEMENT(END_FORMER,
	TARGET_END_FORMER("progress_targets", "progress_id", "progress"));

STATEMENT(END_PROJECT,
	"UPDATE progress g SET project_id = NULL WHERE g.id = $1"
	" AND g.project_id IS NOT NULL AND NOT EXISTS (SELECT FROM project_members r"
	" WHERE r.project_id = g.project_id AND r.member_id = g.author_id)");

STATEMENT(LOCK_ENTRY,
	"SELECT g.author_id = $1 AS own"
	" FROM progress g JOIN members m ON m.id = g.author_id"
	" WHERE g.id = $2 AND " PROGRESS_VISIBLE
	" FOR UPDATE OF g");

struct reply_children
progress_orgs(struct call *call, const struct rows *entries)
{
	return target_orgs(call, FIND_ORGS, entries);
}

/* Answers the entry in the first row; `warning` may be NULL. */
static enum problem
reply(struct call *call, const struct rows *rows, const char *warning)
{
	const struct reply_children orgs = progress_orgs(call, rows);
	const struct text sentence = arena_text(call->arena, warning ? warning : "");
	const struct text_list warnings = {
		.presence = GIVEN, .count = 1, .items = &sentence};
	const struct reply_extra extra = REPLY_FIELD_TEXTS("warnings", warnings);

	return reply_row(call, rows, 0,
		&(const struct reply_parts){.children = &orgs,
			.child_count = 1,
			.extras = &extra,
			.extra_count = warning != NULL});
}

enum problem
progress_reply(struct call *call, const struct rows *rows)
{
	return reply(call, rows, NULL);
}

enum problem
progress_answer_warning(struct call *call, const struct uuid *id, const char *warning)
{
	struct rows *rows = db_query(call, FIND_ENTRY, DB_CALLER(call), DB_UUID(id),
		DB_FLAG(call_administers(call)));
	char tag[RUN_TAG_SIZE];
	enum problem problem;

	if (rows->count == 0)
		return call_fail(call, PROBLEM_PROGRESS_NOT_FOUND, NULL);
	problem = reply(call, rows, NULL);
	if (problem != PROBLEM_NONE || warning == NULL)
		return problem;
	/* The entity tag covers the record without the warning, as GET answers it. */
	run_tag(call->reply.data, call->reply.size, tag);
	call->outcome.tag = arena_copy(call->arena, tag, strlen(tag));
	call->reply.size = 0;
	return reply(call, rows, warning);
}

enum problem
progress_answer(struct call *call, const struct uuid *id)
{
	return progress_answer_warning(call, id, NULL);
}

enum problem
progress_check_occurred(struct call *call, const struct instant *occurred_at)
{
	if (occurred_at->presence != GIVEN ||
		occurred_at->unix_us <= clock_unix_us() + AHEAD_US_MAX)
		return PROBLEM_NONE;
	return call_fault(call, "#/occurredAt", FAULT_TOO_LARGE,
		"occurredAt must be at most one day in the future");
}

enum problem
progress_lock(struct call *call, const struct uuid *id)
{
	struct rows *rows = db_query(call, LOCK_ENTRY, DB_CALLER(call), DB_UUID(id));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_PROGRESS_NOT_FOUND, NULL);
	if (!row_boolean(rows, 0, "own"))
		return call_fail(call, PROBLEM_NOT_AUTHOR, NULL);
	return PROBLEM_NONE;
}

enum problem
progress_lock_editable(struct call *call, const struct uuid *id)
{
	enum problem problem = progress_lock(call, id);

	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, END_FORMER, DB_UUID(id));
	db_query(call, END_PROJECT, DB_UUID(id));
	return PROBLEM_NONE;
}
