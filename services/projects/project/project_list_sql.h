/*
 * project_list_sql.h - shared by the lists of projects.
 *
 * $1 to $4 are the parameters of every list (list.h), $5 is whether the caller acts as a
 * platform administrator, and $6 is the status, NULL for all. Each list documents the
 * others.
 */
#ifndef KITH_SERVICES_PROJECTS_PROJECT_PROJECT_LIST_SQL_H
#define KITH_SERVICES_PROJECTS_PROJECT_PROJECT_LIST_SQL_H

#include "common/list/list.h"
#include "services/projects/project/project_sql.h"

#define PROJECT_ITEMS SQL("SELECT " PROJECT_COLUMNS("$5") " FROM ")

#define PROJECT_IN_STATUS SQL(" AND ($6::text IS NULL OR j.status = $6)")

/* The projects that have the caller on their roster. */
#define PROJECTS_OWN(rows) \
	SQL(PROJECT_ITEMS \
	    "project_members r JOIN projects j ON j.id = r.project_id" \
	    " WHERE r.member_id = $1" PROJECT_IN_STATUS \
		LIST_PAGE("j.created_at", "j.id", rows))

/* Reads the full rows of a page of ids. */
#define PROJECTS_OF_PAGE(rows) \
	SQL(PROJECT_ITEMS "page JOIN projects j ON j.id = page.id" PROJECT_OWN_PLACE \
		LIST_NEWEST("j.created_at", "j.id", rows))

/* $7: an organization. Reads the projects with an active affiliation first; otherwise the
 * planner would scan all projects, newest first, until the page is full. */
#define PROJECTS_OF_ORG(rows) \
	SQL("WITH affiliated AS MATERIALIZED (SELECT j.id, j.created_at" \
	    " FROM affiliations f JOIN projects j ON j.id = f.project_id" \
	    " WHERE f.org_id = $7 AND f.status = 'active'" \
	    " AND " PROJECT_READABLE("$5") PROJECT_IN_STATUS \
		LIST_AFTER("j.created_at", "j.id") ")," \
	    " page AS (SELECT j.id FROM affiliated j" \
		LIST_NEWEST("j.created_at", "j.id", rows) ") " PROJECTS_OF_PAGE(rows))

#endif
