#include "services/projects/project/project.h"

#include "services/projects/project/project_sql.h"

STATEMENT(FIND_PROJECT,
	"SELECT j.id, j.status = 'archived' AS archived,"
	" COALESCE(r.role = 'lead', false) AS is_lead, r.role IS NOT NULL AS is_member"
	" FROM " PROJECT_TABLES
	" WHERE j.id = $3 AND " PROJECT_READABLE("$2"));

STATEMENT(LOCK_PROJECT,
	"SELECT j.id FROM projects j WHERE j.id = $1 FOR NO KEY UPDATE");

STATEMENT(ANSWER_PROJECT,
	"SELECT " PROJECT_COLUMNS("$2")
	" FROM " PROJECT_TABLES
	" WHERE j.id = $3");

STATEMENT(FIND_ROSTER,
	"SELECT r.project_id AS parent, r.member_id AS user_id,"
	" COALESCE(a.handle, '') AS handle, m.name, m.image,"
	" COALESCE(a.headline, '') AS headline, r.role, r.title, r.joined_at"
	" FROM project_members r JOIN members m ON m.id = r.member_id"
	" LEFT JOIN profiles a ON a.member_id = r.member_id"
	" WHERE r.project_id = $1 AND m.status = 'active'"
	" ORDER BY r.role, r.joined_at, r.member_id");

STATEMENT(FIND_AFFILIATIONS,
	"SELECT f.project_id AS parent, f.id, o.slug AS org_slug, o.name AS org_name,"
	" o.logo AS org_logo, f.kind, f.cohort, f.decided_at AS since"
	" FROM affiliations f JOIN orgs o ON o.id = f.org_id"
	" WHERE f.project_id = $1 AND f.status = 'active'"
	" ORDER BY f.created_at DESC, f.id DESC LIMIT 200");

enum problem
project_find(struct call *call, const struct identifier *id, struct project *project)
{
	struct rows *rows = db_query(call, FIND_PROJECT, DB_CALLER(call),
		DB_FLAG(call_administers(call)), DB_ID(*id));

	if (rows->count == 0)
		return call_fail(call, PROBLEM_PROJECT_NOT_FOUND, NULL);
	*project = (struct project){
		.id = row_uuid(rows, 0, "id"),
		.archived = row_boolean(rows, 0, "archived"),
		.is_lead = row_boolean(rows, 0, "is_lead"),
		.is_member = row_boolean(rows, 0, "is_member"),
		.can_manage = row_boolean(rows, 0, "is_lead") || call_administers(call),
	};
	return PROBLEM_NONE;
}

enum problem
project_lock(struct call *call, const struct identifier *id, struct project *project)
{
	db_query(call, LOCK_PROJECT, DB_ID(*id));
	return project_find(call, id, project);
}

enum problem
project_require_lead(struct call *call, const struct project *project)
{
	if (project->can_manage)
		return PROBLEM_NONE;
	return call_fail(call, PROBLEM_PROJECT_LEAD_REQUIRED, NULL);
}

enum problem
project_require_active(struct call *call, const struct project *project)
{
	if (!project->archived)
		return PROBLEM_NONE;
	return call_fail(call, PROBLEM_PROJECT_ARCHIVED, NULL);
}

enum problem
project_answer(struct call *call, const struct uuid *id)
{
	struct rows *rows = db_query(call, ANSWER_PROJECT, DB_CALLER(call),
		DB_FLAG(call_administers(call)), DB_UUID(id));
	struct reply_children children[] = {
		{.field = "affiliations", .parent = "parent"},
		{.field = "members", .parent = "parent"},
	};

	if (rows->count == 0)
		return call_fail(call, PROBLEM_PROJECT_NOT_FOUND, NULL);
	children[0].rows = db_query(call, FIND_AFFILIATIONS, DB_UUID(id));
	children[1].rows = db_query(call, FIND_ROSTER, DB_UUID(id));
	return reply_row(call, rows, 0,
		&(const struct reply_parts){
			.children = children, .child_count = COUNT_OF(children)});
}
