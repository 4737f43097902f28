#include <string.h>

#include "common/base/id.h"
#include "common/outbox/outbox.h"
#include "services/projects/handlers.h"
#include "services/projects/roster/roster.h"

STATEMENT(ADD_PLACE,
	"WITH added AS (INSERT INTO project_members (project_id, member_id, role, title)"
	" VALUES ($1, $2, COALESCE($3, 'member'), COALESCE($4, '')) RETURNING member_id)"
	" UPDATE projects SET member_count = member_count + 1"
	" WHERE id = $1 AND EXISTS (SELECT FROM added)");

STATEMENT(CHANGE_PLACE,
	"UPDATE project_members SET role = COALESCE($3, role),"
	" title = COALESCE($4, title)"
	" WHERE project_id = $1 AND member_id = $2");

/* Notifies a member other than the caller. */
static void
tell(struct call *call, const struct project *project, const struct uuid *member,
	enum notice_kind kind)
{
	const struct outbox_notice notice = {
		.kind = kind,
		.recipient = *member,
		.subject = project->id,
	};

	if (!id_equal(member, &call->principal.member))
		outbox_notice(call, &notice);
}

static bool
is_lead_given(const struct project_assign_in *in)
{
	return in->role.presence == GIVEN && strcmp(in->role.data, "lead") == 0;
}

/* Changes the role or title of a member of the roster. */
static enum problem
change(struct call *call, const struct project *project, const struct roster_place *place,
	const struct project_assign_in *in)
{
	const bool given = in->role.presence == GIVEN;
	const bool as_lead = is_lead_given(in);
	enum problem problem = PROBLEM_NONE;

	if (given && place->is_lead && !as_lead)
		problem = roster_check_lead(call, project, &place->member);
	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, CHANGE_PLACE, DB_UUID(&project->id), DB_UUID(&place->member),
		DB_TEXT(in->role), DB_TEXT(in->title));
	if (given && as_lead != place->is_lead) {
		if (!as_lead)
			roster_tell_former_lead(call, project, &place->member);
		tell(call, project, &place->member, NOTICE_PROJECT_ROLE_CHANGED);
		audit_write(call, AUDIT_PROJECT_SET_ROLE, &place->member);
	}
	return project_answer(call, &project->id);
}

/* Adds an active member to the roster, or changes the role and title of one on it. */
enum problem
project_assign(struct call *call, const void *input)
{
	const struct project_assign_in *in = input;
	struct roster_place place;
	struct project project;
	enum problem problem = project_lock(call, &in->id, &project);

	if (problem == PROBLEM_NONE)
		problem = roster_find_handle(call, &project, &in->handle, &place);
	if (problem == PROBLEM_NONE && !place.is_active)
		problem = call_fail(call, PROBLEM_MEMBER_NOT_FOUND, NULL);
	if (problem == PROBLEM_NONE)
		problem = project_require_lead(call, &project);
	if (problem == PROBLEM_NONE)
		problem = project_require_active(call, &project);
	if (problem != PROBLEM_NONE)
		return problem;
	roster_name(call, &project, &place.member);
	if (is_lead_given(in) && !place.is_lead)
		problem = roster_tell_leads(call, &project, &place.member);
	if (problem != PROBLEM_NONE)
		return problem;
	if (place.is_on_it)
		return change(call, &project, &place, in);
	db_query(call, ADD_PLACE, DB_UUID(&project.id), DB_UUID(&place.member),
		DB_TEXT(in->role), DB_TEXT(in->title));
	tell(call, &project, &place.member, NOTICE_PROJECT_ADDED);
	if (is_lead_given(in))
		audit_write(call, AUDIT_PROJECT_SET_ROLE, &place.member);
	return project_answer(call, &project.id);
}
