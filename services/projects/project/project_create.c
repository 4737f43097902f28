#include <string.h>

#include "common/base/id.h"
#include "common/quota/quota.h"
#include "services/projects/handlers.h"
#include "services/projects/project/project.h"

/* Inserts the project and its first lead. */
STATEMENT(INSERT_PROJECT,
	"WITH j AS (INSERT INTO projects (id, name, summary, description, stage,"
	" visibility, member_count) VALUES ($2, $3, $4, $5, $6, $7, 1) RETURNING id)"
	" INSERT INTO project_members (project_id, member_id, role)"
	" SELECT j.id, $1, 'lead' FROM j");

/* The caller becomes the lead. */
enum problem
project_create(struct call *call, const void *input)
{
	const struct project_create_in *in = input;
	const struct uuid id = id_new();
	const enum problem problem = quota_use(call, QUOTA_PROJECTS);

	if (problem != PROBLEM_NONE)
		return problem;
	db_query(call, INSERT_PROJECT, DB_CALLER(call), DB_UUID(&id), DB_TEXT(in->name),
		DB_TEXT(in->summary), DB_TEXT(in->description), DB_TEXT(in->stage),
		DB_TEXT(in->visibility));
	call->outcome.reached = strcmp(in->visibility.data, "network") == 0;
	return project_answer(call, &id);
}
