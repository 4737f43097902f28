#include "services/projects/roster/roster.h"

#include "common/base/id.h"
#include "common/outbox/role_mail.h"
#include "common/quota/quota.h"
#include "common/schema/visible_sql.h"

/* Finds members whom others find, and all of the roster, so that these can be removed. */
STATEMENT(FIND_PLACE,
	"SELECT m.id, m.status = 'active' AS is_active, r.role IS NOT NULL AS is_on_it,"
	" COALESCE(r.role = 'lead', false) AS is_lead"
	" FROM members m LEFT JOIN profiles a ON a.member_id = m.id"
	" LEFT JOIN project_members r ON r.member_id = m.id AND r.project_id = $1"
	" WHERE m.id = COALESCE($2,"
	" (SELECT h.member_id FROM profiles h WHERE h.handle = $3))"
	" AND (r.role IS NOT NULL OR " MEMBER_FOUND("m", "a") ")");

STATEMENT(NAME_MEMBER,
	"SELECT m.name || coalesce(' (@' || nullif(p.handle, '') || ')', '') || ' of '"
	" || j.name AS name FROM projects j JOIN members m ON m.id = $2"
	" LEFT JOIN profiles p ON p.member_id = m.id WHERE j.id = $1");

STATEMENT(FIND_OTHER_LEAD,
	"SELECT r.member_id FROM project_members r JOIN members m ON m.id = r.member_id"
	" WHERE r.project_id = $1 AND r.role = 'lead' AND r.member_id <> $2"
	" AND m.status = 'active' LIMIT 1");

/* The id names the project: a mail server could refuse a mail because of the name. */
STATEMENT(MAIL_LEADS,
	ROLE_MAIL("$1", "$2", "'lead of the project ' || wire_id('proj', $3)",
		"SELECT m.email FROM project_members r"
		" JOIN members m ON m.id = r.member_id"
		" WHERE r.project_id = $3 AND r.role = 'lead' AND r.member_id <> $2"
		" AND m.email_verified_at IS NOT NULL"));

STATEMENT(MAIL_FORMER_LEAD,
	ROLE_END_MAIL("$1", "$2", "'Lead of the project ' || wire_id('proj', $3)"));

STATEMENT(REMOVE_PLACE,
	"WITH removed AS (DELETE FROM project_members"
	" WHERE project_id = $1 AND member_id = $2 RETURNING member_id)"
	" UPDATE projects SET member_count = member_count - 1"
	" WHERE id = $1 AND EXISTS (SELECT FROM removed)");

static enum problem
read_place(struct call *call, const struct rows *rows, struct roster_place *place)
{
	if (rows->count == 0)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	*place = (struct roster_place){
		.member = row_uuid(rows, 0, "id"),
		.is_active = row_boolean(rows, 0, "is_active"),
		.is_on_it = row_boolean(rows, 0, "is_on_it"),
		.is_lead = row_boolean(rows, 0, "is_lead"),
	};
	return PROBLEM_NONE;
}

enum problem
roster_find_handle(struct call *call, const struct project *project,
	const struct text *handle, struct roster_place *place)
{
	const struct identifier nobody = {.presence = ABSENT};
	enum problem problem = read_place(call,
		db_query(call, FIND_PLACE, DB_UUID(&project->id), DB_ID(nobody),
			DB_TEXT(*handle)),
		place);

	if (problem == PROBLEM_NONE)
		call->outcome.meant = (struct identifier){GIVEN, place->member};
	return problem;
}

enum problem
roster_find_id(struct call *call, const struct project *project, const struct uuid *id,
	struct roster_place *place)
{
	return read_place(call,
		db_query(call, FIND_PLACE, DB_UUID(&project->id), DB_UUID(id),
			DB_STRING(NULL)),
		place);
}

void
roster_name(struct call *call, const struct project *project, const struct uuid *member)
{
	struct rows *rows =
		db_query(call, NAME_MEMBER, DB_UUID(&project->id), DB_UUID(member));

	if (rows->count > 0)
		call->outcome.about = row_text(rows, 0, "name").data;
}

enum problem
roster_tell_leads(
	struct call *call, const struct project *project, const struct uuid *lead)
{
	if (quota_use(call, QUOTA_ROLES) != PROBLEM_NONE)
		return call->outcome.problem;
	db_query(call, MAIL_LEADS, DB_CALLER(call), DB_UUID(lead), DB_UUID(&project->id));
	return PROBLEM_NONE;
}

void
roster_tell_former_lead(
	struct call *call, const struct project *project, const struct uuid *member)
{
	db_query(call, MAIL_FORMER_LEAD, DB_CALLER(call), DB_UUID(member),
		DB_UUID(&project->id));
}

enum problem
roster_check_lead(
	struct call *call, const struct project *project, const struct uuid *lead)
{
	struct rows *rows =
		db_query(call, FIND_OTHER_LEAD, DB_UUID(&project->id), DB_UUID(lead));

	if (rows->count > 0)
		return PROBLEM_NONE;
	return call_fail(call, PROBLEM_LAST_LEAD, NULL);
}

enum problem
roster_remove(struct call *call, const struct project *project,
	const struct roster_place *place)
{
	const bool leaves = id_equal(&place->member, &call->principal.member);
	const struct outbox_notice notice = {
		.kind = NOTICE_PROJECT_REMOVED,
		.recipient = place->member,
		.subject = project->id,
	};
	enum problem problem = PROBLEM_NONE;

	if (!place->is_on_it)
		return call_fail(call, PROBLEM_MEMBER_NOT_FOUND, "%s not on the roster",
			leaves ? "you are" : "this member is");
	if (!leaves)
		problem = project_require_lead(call, project);
	if (problem == PROBLEM_NONE && !leaves)
		problem = project_require_active(call, project);
	if (problem == PROBLEM_NONE && place->is_lead)
		problem = roster_check_lead(call, project, &place->member);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, REMOVE_PLACE, DB_UUID(&project->id), DB_UUID(&place->member));
	if (place->is_lead)
		roster_tell_former_lead(call, project, &place->member);
	if (!leaves) {
		outbox_notice(call, &notice);
		audit_write(call, AUDIT_PROJECT_REMOVE_MEMBER, &place->member);
	}
	return PROBLEM_NONE;
}
