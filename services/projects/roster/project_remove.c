#include "services/projects/handlers.h"
#include "services/projects/roster/roster.h"

STATEMENT(NAME_MEMBER,
	"SELECT m.name || coalesce(' (@' || nullif(p.handle, '') || ')', '') || ' of '"
	" || j.name AS name FROM projects j JOIN members m ON m.id = $2"
	" LEFT JOIN profiles p ON p.member_id = m.id WHERE j.id = $1");

enum problem
project_remove(struct call *call, const void *input)
{
	const struct project_remove_in *in = input;
	struct roster_place place;
	struct project project;
	enum problem problem = project_lock(call, &in->id, &project);

	if (problem == PROBLEM_NONE)
		problem = roster_find_id(call, &project, &in->member.uuid, &place);
	if (problem == PROBLEM_NONE)
		problem = roster_remove(call, &project, &place);
	if (problem != PROBLEM_NONE)
		return problem;
	call->outcome.about = row_text(
		db_query(call, NAME_MEMBER, DB_UUID(&project.id), DB_UUID(&place.member)),
		0, "name")
				      .data;
	return reply_none(call);
}
