/*
 * project_sql.h - a project as SQL; common/schema/visible_sql.h has the visibility rules.
 *
 * The tables are projects `j` and project_members `r`, the caller's entry in the roster.
 * `admin` is a boolean parameter: whether the caller acts as a platform administrator.
 */
#ifndef KITH_SERVICES_PROJECTS_PROJECT_PROJECT_SQL_H
#define KITH_SERVICES_PROJECTS_PROJECT_PROJECT_SQL_H

#include "common/db/statement.h"
#include "common/schema/visible_sql.h"

#define PROJECT_OWN_PLACE \
	SQL(" LEFT JOIN project_members r ON r.project_id = j.id AND r.member_id = $1")

#define PROJECT_TABLES SQL("projects j" PROJECT_OWN_PLACE)

#define PROJECT_COLUMNS(admin) \
	SQL("j.id, j.name, j.summary, j.description, j.stage, j.status, j.visibility," \
	    " j.member_count, r.role AS my_role," \
	    " (" admin " OR COALESCE(r.role = 'lead', false)) AS can_manage," \
	    " j.created_at, j.updated_at")

#endif
