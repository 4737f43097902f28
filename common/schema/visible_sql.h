/*
 * visible_sql.h - who may see what, as SQL: once, for the service that owns a resource and for
 * those that must know whether a member may see it.
 *
 * `viewer` is the parameter that holds the caller's id, `admin` the one that says whether the
 * caller administers the platform. That the viewer is an active member is the operation's guard.
 * The tables are posts `p`, progress `g`, projects `j`, and members `m`, the author.
 */
#ifndef KITH_COMMON_SCHEMA_VISIBLE_SQL_H
#define KITH_COMMON_SCHEMA_VISIBLE_SQL_H

/* An ask: its author; and, unless the author is suspended, everybody if it is public, and the
 * members of the organizations that it is published to. */
#define POST_VISIBLE_TO(viewer) \
	"(p.author_id = " viewer " OR (m.status = 'active' AND (p.is_public OR" \
	" (p.target_count > 0 AND EXISTS (SELECT FROM post_targets vt JOIN org_members vm" \
	" ON vm.org_id = vt.org_id WHERE vt.post_id = p.id AND vm.member_id = " viewer \
	")))))"

#define ON_PROJECT(project, member) \
	"EXISTS (SELECT FROM project_members r WHERE r.project_id = " project \
	" AND r.member_id = " member ")"

/* A project: everybody, or its roster and the platform's administrators. */
#define PROJECT_READABLE_BY(viewer, admin) \
	"(j.visibility = 'network' OR " admin " OR " ON_PROJECT("j.id", viewer) ")"

/* A progress entry: as an ask, and the roster of its project. */
#define PROGRESS_VISIBLE_TO(viewer) \
	"(g.author_id = " viewer " OR (m.status = 'active' AND (g.is_public OR" \
	" (g.target_count > 0 AND EXISTS (SELECT FROM progress_targets vt JOIN org_members vm" \
	" ON vm.org_id = vt.org_id WHERE vt.progress_id = g.id AND vm.member_id = " viewer \
	")) OR" \
	" (g.project_id IS NOT NULL AND " ON_PROJECT("g.project_id", viewer) "))))"

#endif
