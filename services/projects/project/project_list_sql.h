/*
 * project_list_sql.h - what the lists of projects share.
 *
 * Parameters: $1 to $4 as common/list/list.h says, $5 whether the caller acts as an administrator
 * of the platform, $6 the status, NULL for all; the rest as each list says.
 */
#ifndef KITH_SERVICES_PROJECTS_PROJECT_PROJECT_LIST_SQL_H
#define KITH_SERVICES_PROJECTS_PROJECT_PROJECT_LIST_SQL_H

#include "common/list/list.h"
#include "services/projects/project/project_sql.h"

#define PROJECT_ITEMS SQL("SELECT " PROJECT_COLUMNS("$5") " FROM ")

#define PROJECT_IN_STATUS SQL(" AND ($6::text IS NULL OR j.status = $6)")

/* The projects that the caller is on. */
#define PROJECTS_OWN(rows) \
	SQL(PROJECT_ITEMS \
	    "project_members r JOIN projects j ON j.id = r.project_id" \
	    " WHERE r.member_id = $1" PROJECT_IN_STATUS \
		LIST_PAGE("j.created_at", "j.id", rows))

/* The projects of a page that is known by its ids, in full. */
#define PROJECTS_OF_PAGE(rows) \
	SQL(PROJECT_ITEMS "page JOIN projects j ON j.id = page.id" PROJECT_OWN_PLACE \
		LIST_NEWEST("j.created_at", "j.id", rows))

/* $7: an organization. Those with an active affiliation that the caller may read; they are found
 * first, or the planner would go through all projects, newest first, until the page is full. */
#define PROJECTS_OF_ORG(rows) \
	SQL("WITH affiliated AS MATERIALIZED (SELECT j.id, j.created_at" \
	    " FROM affiliations f JOIN projects j ON j.id = f.project_id" \
	    " WHERE f.org_id = $7 AND f.status = 'active'" \
	    " AND " PROJECT_READABLE("$5") PROJECT_IN_STATUS \
		LIST_AFTER("j.created_at", "j.id") ")," \
	    " page AS (SELECT j.id FROM affiliated j" \
		LIST_NEWEST("j.created_at", "j.id", rows) ") " PROJECTS_OF_PAGE(rows))

#endif
