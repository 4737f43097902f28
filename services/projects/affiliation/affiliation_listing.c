#include "services/projects/affiliation/affiliation_listing.h"

#include <string.h>

#include "services/projects/affiliation/affiliation.h"
#include "services/projects/affiliation/affiliation_sql.h"

/* $5: a project; $6: whether the caller acts as a platform administrator. */
#define OF_PROJECT(rows) \
	SQL("SELECT " AFFILIATION_COLUMNS("true") \
	    " FROM " AFFILIATION_TABLES \
	    " WHERE f.project_id = $5 AND " AFFILIATION_TOLD("$6") \
	    LIST_PAGE("f.created_at", "f.id", rows))

/* $5: whether the caller acts as a platform administrator; $6: an organization; $7: a
 * status or NULL. */
#define OF_ORG(rows) \
	SQL("SELECT " AFFILIATION_COLUMNS(PROJECT_READABLE("$5")) \
	    " FROM " AFFILIATION_TABLES \
	    " WHERE f.org_id = $6 AND ($7::text IS NULL OR f.status = $7)" \
	    " AND " AFFILIATION_READABLE("$5") LIST_PAGE("f.created_at", "f.id", rows))

LIST(PROJECT_AFFILIATIONS, OF_PROJECT, .sort = "created_at",
	.children = affiliation_joining_few);
LIST(ORG_AFFILIATIONS, OF_ORG, .sort = "created_at", .children = affiliation_joining_few);

enum problem
affiliation_listing_of_project(struct call *call, const struct identifier *id)
{
	struct project project;
	enum problem problem = project_find(call, id, &project);

	if (problem != PROBLEM_NONE)
		return problem;
	return list_answer(call, PROJECT_AFFILIATIONS, DB_UUID(&project.id),
		DB_FLAG(call_administers(call)));
}

enum problem
affiliation_listing_of_org(
	struct call *call, const struct text *slug, const struct text *status)
{
	static const struct text active = {GIVEN, 6, "active"};
	const struct text *shown = status;
	struct party_org org;
	enum problem problem = party_find_org(call, slug, &org);

	if (problem == PROBLEM_NONE)
		problem = party_require_member(call, &org);
	if (problem == PROBLEM_NONE && !org.is_manager && status->presence == GIVEN &&
		strcmp(status->data, active.data) != 0)
		problem = party_require_manager(call, &org);
	if (problem != PROBLEM_NONE)
		return problem;
	if (!org.is_manager)
		shown = &active;
	return list_answer(call, ORG_AFFILIATIONS, DB_FLAG(call_administers(call)),
		DB_UUID(&org.id), DB_TEXT(*shown));
}
