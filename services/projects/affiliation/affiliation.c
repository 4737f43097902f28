#include "services/projects/affiliation/affiliation.h"

#include <string.h>

#include "common/base/id.h"
#include "common/outbox/outbox.h"
#include "common/quota/quota.h"
#include "services/projects/affiliation/affiliation_sql.h"

STATEMENT(LOCK_ITS_PROJECT,
	"SELECT j.id FROM projects j"
	" WHERE j.id = (SELECT f.project_id FROM affiliations f WHERE f.id = $1)"
	" FOR NO KEY UPDATE");

STATEMENT(FIND_AFFILIATION,
	"SELECT f.id, f.project_id, f.org_id, f.status,"
	" f.initiated_by = 'project' AS by_team,"
	" " AFFILIATION_STANDS("f") " AS stands,"
	" j.status = 'archived' AS archived, " IS_TEAM " AS is_team, " IS_ORG " AS is_org"
	" FROM " AFFILIATION_TABLES
	" WHERE f.id = $3 AND " AFFILIATION_READABLE("$2"));

STATEMENT(ANSWER_AFFILIATION,
	"SELECT " AFFILIATION_COLUMNS(PROJECT_READABLE("$2"))
	" FROM " AFFILIATION_TABLES
	" WHERE f.id = $3 AND " AFFILIATION_READABLE("$2"));

STATEMENT(ADD_AFFILIATION,
	"INSERT INTO affiliations (id, project_id, org_id, kind, message, initiated_by,"
	" requester_id) VALUES ($2, $3, $4, $5, $6, $7, $1)");

/* The first $2 members of the roster who would be invited, for each affiliation in $1. */
STATEMENT(FIND_JOINING,
	"SELECT f.id AS parent, j.* FROM affiliations f CROSS JOIN LATERAL"
	" (SELECT p.member_id AS user_id, COALESCE(a.handle, '') AS handle, m.name,"
	" m.image, COALESCE(a.headline, '') AS headline, p.title, p.joined_at"
	" FROM project_members p JOIN members m ON m.id = p.member_id"
	" AND m.status = 'active'"
	" LEFT JOIN profiles a ON a.member_id = p.member_id"
	" WHERE p.project_id = f.project_id AND NOT EXISTS (SELECT FROM org_members i"
	" WHERE i.org_id = f.org_id AND i.member_id = p.member_id)"
	" AND NOT org_has_invited(f.org_id, p.member_id)"
	" ORDER BY p.joined_at, p.member_id LIMIT $2) j"
	" WHERE f.id = ANY ($1) ORDER BY j.joined_at, j.user_id");

static enum problem
read_affiliation(
	struct call *call, const struct rows *rows, struct affiliation *affiliation)
{
	if (rows->count == 0)
		return call_fail(call, PROBLEM_AFFILIATION_NOT_FOUND, NULL);
	*affiliation = (struct affiliation){
		.id = row_uuid(rows, 0, "id"),
		.project = row_uuid(rows, 0, "project_id"),
		.org = row_uuid(rows, 0, "org_id"),
		.status = row_text(rows, 0, "status"),
		.asked_by_team = row_boolean(rows, 0, "by_team"),
		.stands = row_boolean(rows, 0, "stands"),
		.archived = row_boolean(rows, 0, "archived"),
		.is_team = row_boolean(rows, 0, "is_team"),
		.acts_for_team =
			row_boolean(rows, 0, "is_team") || call_administers(call),
		.acts_for_org = row_boolean(rows, 0, "is_org"),
	};
	return PROBLEM_NONE;
}

enum problem
affiliation_lock(
	struct call *call, const struct identifier *id, struct affiliation *affiliation)
{
	db_query(call, LOCK_ITS_PROJECT, DB_ID(*id));
	return read_affiliation(call,
		db_query(call, FIND_AFFILIATION, DB_CALLER(call),
			DB_FLAG(call_administers(call)), DB_ID(*id)),
		affiliation);
}

enum problem
affiliation_require_team(struct call *call, const struct affiliation *affiliation)
{
	const struct project project = {.can_manage = affiliation->acts_for_team};

	return project_require_lead(call, &project);
}

enum problem
affiliation_require_org(struct call *call, const struct affiliation *affiliation)
{
	return affiliation->acts_for_org ? PROBLEM_NONE : party_refuse_manager(call);
}

enum problem
affiliation_require_changeable(struct call *call, const struct affiliation *affiliation)
{
	const struct project project = {.archived = affiliation->archived};

	return project_require_active(call, &project);
}

enum problem
affiliation_ask(struct call *call, const struct project *project,
	const struct party_org *org, bool by_team, const struct text *kind,
	const struct text *message)
{
	const struct affiliation asked = {
		.id = id_new(), .project = project->id, .org = org->id};

	if (quota_use(call, QUOTA_AFFILIATIONS) != PROBLEM_NONE)
		return call->outcome.problem;
	db_query(call, ADD_AFFILIATION, DB_CALLER(call), DB_UUID(&asked.id),
		DB_UUID(&project->id), DB_UUID(&org->id), DB_TEXT(*kind),
		DB_TEXT(*message), DB_STRING(by_team ? "project" : "org"));
	affiliation_tell(call, &asked, !by_team, NOTICE_AFFILIATION_REQUESTED);
	return affiliation_answer(call, &asked.id);
}

/* Reads the members who would be invited, at most `most` for each pending affiliation in
 * `rows`. */
static struct reply_children
find_joining(struct call *call, const struct rows *rows, int64_t most)
{
	struct reply_children joining = {.field = "joiningMembers", .parent = "parent"};
	struct uuid *ids =
		arena_array(call->arena, (size_t)rows->count + 1, sizeof(*ids));
	size_t count = 0;

	for (int row = 0; row < rows->count; row++) {
		if (row_boolean(rows, row, "joining_members"))
			ids[count++] = row_uuid(rows, row, "id");
	}
	joining.rows =
		db_query(call, FIND_JOINING, DB_UUIDS(ids, count), DB_NUMBER(most));
	return joining;
}

struct reply_children
affiliation_joining_few(struct call *call, const struct rows *rows)
{
	return find_joining(call, rows, AFFILIATION_JOINING_FEW);
}

enum problem
affiliation_answer(struct call *call, const struct uuid *id)
{
	struct rows *rows = db_query(call, ANSWER_AFFILIATION, DB_CALLER(call),
		DB_FLAG(call_administers(call)), DB_UUID(id));
	struct reply_children joining;

	if (rows->count == 0)
		return call_fail(call, PROBLEM_AFFILIATION_NOT_FOUND, NULL);
	joining = find_joining(call, rows, PROJECT_ROSTER_MAX);
	return reply_row(call, rows, 0,
		&(const struct reply_parts){.children = &joining, .child_count = 1});
}
