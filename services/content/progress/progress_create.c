#include "common/base/id.h"
#include "common/quota/quota.h"
#include "services/content/feed/target.h"
#include "services/content/handlers.h"
#include "services/content/progress/progress.h"
#include "services/content/progress/progress_social.h"
#include "services/content/progress/progress_sql.h"

STATEMENT(IS_ON_PROJECT,
	"SELECT " ON_PROJECT("$2") " AS on_it");

/* Inserts the entry and its targets, and returns the answer. */
STATEMENT(INSERT_ENTRY,
	"WITH g AS ("
	"INSERT INTO progress (id, author_id, project_id, kind, title, note, occurred_at,"
	" is_public, target_count)"
	" VALUES ($2, $1, $3, $4, $5, $6, COALESCE($7, now()), $8,"
	" cardinality($9::uuid[]))"
	" RETURNING *),"
	" targets AS ("
	"INSERT INTO progress_targets (progress_id, org_id, author_id, kind, created_at)"
	" SELECT g.id, t.org_id, g.author_id, g.kind, g.created_at"
	" FROM g, unnest($9::uuid[]) AS t (org_id))"
	" SELECT " PROGRESS_COLUMNS " FROM g" PROGRESS_AROUND("$10"));

/* An unknown project and one without the caller on its roster yield the same fault. */
static enum problem
find_project(struct call *call, const struct text *text, struct identifier *project)
{
	struct rows *rows;

	if (text->presence != GIVEN)
		return PROBLEM_NONE;
	if (id_parse(text->data, text->size, "proj", &project->uuid)) {
		rows = db_query(
			call, IS_ON_PROJECT, DB_CALLER(call), DB_UUID(&project->uuid));
		if (rows->count == 1 && row_boolean(rows, 0, "on_it")) {
			project->presence = GIVEN;
			return PROBLEM_NONE;
		}
	}
	return call_fault(call, "#/projectId", FAULT_NOT_ALLOWED,
		"you are not on the roster of such a project");
}

/* Creates an entry on the caller's profile or on a project. It is published like an
 * ask. */
enum problem
progress_create(struct call *call, const void *input)
{
	const struct progress_create_in *in = input;
	const struct uuid id = id_new();
	struct identifier project = {.presence = ABSENT};
	struct targets targets;
	struct rows *rows;
	enum problem of_social;
	enum problem quota;
	enum problem of_time = progress_check_occurred(call, &in->occurred_at);
	enum problem of_project = find_project(call, &in->project_id, &project);
	enum problem of_targets = target_find(call, &in->publish_to.org_slugs, &targets);

	if (of_time != PROBLEM_NONE || of_project != PROBLEM_NONE ||
		of_targets != PROBLEM_NONE)
		return PROBLEM_VALIDATION_FAILED;
	of_social = in->social.value ? progress_social_check(call) : PROBLEM_NONE;
	if (of_social != PROBLEM_NONE)
		return of_social;
	quota = quota_use(call, QUOTA_ENTRIES);
	if (quota != PROBLEM_NONE)
		return quota;
	rows = db_query(call, INSERT_ENTRY, DB_CALLER(call), DB_UUID(&id), DB_ID(project),
		DB_TEXT(in->kind), DB_TEXT(in->title), DB_TEXT(in->note),
		DB_INSTANT(in->occurred_at), DB_FLAG(in->publish_to.is_public.value),
		DB_UUIDS(targets.ids, targets.count), DB_FLAG(call_administers(call)));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	if (in->social.value)
		progress_social_ask(call, &id);
	return progress_reply(call, rows);
}
