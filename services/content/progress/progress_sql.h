/*
 * progress_sql.h - a progress entry as SQL; common/schema/visible_sql.h has the
 * visibility rules.
 *
 * The tables are progress `g`, members `m` and profiles `a` (the author), and projects
 * `j`. $1 is the caller; `admin` is a boolean parameter: whether the caller is a platform
 * administrator.
 */
#ifndef KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_SQL_H
#define KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_SQL_H

#include "common/schema/visible_sql.h"

/* Joins the project only if the caller may read it. */
#define PROGRESS_AROUND(admin) \
	SQL(" JOIN members m ON m.id = g.author_id" \
	    " LEFT JOIN profiles a ON a.member_id = g.author_id" \
	    " LEFT JOIN projects j ON j.id = g.project_id AND " PROJECT_READABLE(admin))

#define PROGRESS_COLUMNS \
	SQL("g.id, g.author_id AS author_user_id, a.handle AS author_handle," \
	    " m.name AS author_name, m.image AS author_image, j.id AS project_id," \
	    " j.name AS project_name, g.kind, g.title, g.note, g.photo, g.occurred_at," \
	    " g.is_public AS targets_public, g.social_post_url," \
	    " g.author_id = $1 AS can_edit, g.created_at, g.updated_at, g.target_count")

#endif
