/*
 * progress_sql.h - a progress entry as SQL: what is answered. Who may see it is said in
 * common/schema/visible_sql.h.
 *
 * All of it speaks of the tables progress `g`, members `m` (the author), profiles `a` (the
 * author's) and projects `j`. `viewer` is the parameter that holds the caller's id, `admin` the
 * one that says whether the caller administers the platform.
 */
#ifndef KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_SQL_H
#define KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_SQL_H

#include "common/schema/visible_sql.h"

/* The project is there only for those who may know of it. */
#define PROGRESS_AROUND(viewer, admin) \
	" JOIN members m ON m.id = g.author_id LEFT JOIN profiles a ON a.member_id = g.author_id" \
	" LEFT JOIN projects j ON j.id = g.project_id AND " PROJECT_READABLE_BY( \
		viewer, admin)

#define PROGRESS_COLUMNS(viewer) \
	"g.id, g.author_id AS \"authorUserId\", a.handle AS \"authorHandle\"," \
	" m.name AS \"authorName\", m.image AS \"authorImage\", j.id AS \"projectId\"," \
	" j.name AS \"projectName\", g.kind, g.title, g.note, g.photo," \
	" g.occurred_at AS \"occurredAt\", g.is_public AS \"targets.public\"," \
	" g.social_post_url AS \"socialPostUrl\", g.author_id = " viewer \
	" AS \"canEdit\"," \
	" g.created_at AS \"createdAt\", g.updated_at AS \"updatedAt\"," \
	" g.target_count AS \"targetCount\""

#endif
