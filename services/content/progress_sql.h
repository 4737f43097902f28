/*
 * progress_sql.h - a progress entry as SQL: who may see it, and what is answered.
 *
 * All of it speaks of the tables progress `g`, members `m` (the author), profiles `a` (the
 * author's) and projects `j`. `viewer` is the parameter that holds the caller's id, `admin` the
 * one that says whether the caller administers the platform.
 */
#ifndef KITH_CONTENT_PROGRESS_SQL_H
#define KITH_CONTENT_PROGRESS_SQL_H

#define ON_PROJECT(project, member) \
	"EXISTS (SELECT FROM project_members r WHERE r.project_id = " project \
	" AND r.member_id = " member ")"

/* Who may know of a project: everybody, or its roster and the platform's administrators. */
#define PROJECT_READABLE_BY(viewer, admin) \
	"(j.visibility = 'network' OR " admin " OR " ON_PROJECT("j.id", viewer) ")"

/* The project is there only for those who may know of it. */
#define PROGRESS_AROUND(viewer, admin) \
	" JOIN members m ON m.id = g.author_id LEFT JOIN profiles a ON a.member_id = g.author_id" \
	" LEFT JOIN projects j ON j.id = g.project_id AND " PROJECT_READABLE_BY( \
		viewer, admin)

/*
 * Who may see an entry: its author; and, unless the author is suspended, everybody if it is
 * public, the members of the organizations that it is published to, and the roster of its
 * project. That the viewer is an active member is the operation's guard.
 */
#define PROGRESS_VISIBLE_TO(viewer) \
	"(g.author_id = " viewer " OR (m.status = 'active' AND (g.is_public OR" \
	" (g.target_count > 0 AND EXISTS (SELECT FROM progress_targets vt JOIN org_members vm" \
	" ON vm.org_id = vt.org_id WHERE vt.progress_id = g.id AND vm.member_id = " viewer \
	")) OR" \
	" (g.project_id IS NOT NULL AND " ON_PROJECT("g.project_id", viewer) "))))"

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
