/*
 * project_sql.h - a project as SQL: what is answered. Who may read it is said in
 * common/schema/visible_sql.h.
 *
 * All of it speaks of the tables projects `j` and project_members `r`, the caller's own place on
 * the roster. `admin` is the parameter that says whether the caller acts as an administrator of
 * the platform.
 */
#ifndef KITH_SERVICES_PROJECTS_PROJECT_PROJECT_SQL_H
#define KITH_SERVICES_PROJECTS_PROJECT_PROJECT_SQL_H

#include "common/db/statement.h"
#include "common/schema/visible_sql.h"

/* The caller's own place on the roster of a project. */
#define PROJECT_OWN_PLACE \
	SQL(" LEFT JOIN project_members r ON r.project_id = j.id AND r.member_id = $1")

#define PROJECT_TABLES SQL("projects j" PROJECT_OWN_PLACE)

#define PROJECT_COLUMNS(admin) \
	SQL("j.id, j.name, j.summary, j.description, j.stage, j.status, j.visibility," \
	    " j.member_count, r.role AS my_role," \
	    " (" admin " OR COALESCE(r.role = 'lead', false)) AS can_manage," \
	    " j.created_at, j.updated_at")

#endif
