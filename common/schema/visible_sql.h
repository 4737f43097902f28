/*
 * visible_sql.h - who may see what, as SQL: once, for the service that owns a resource and for
 * those that must know whether a member may see it.
 *
 * The tables are posts `p`, progress `g`, projects `j`, events `e`, intros `i` with the sender `f` and
 * the recipient `t`, and members `m`, the author or host. $1 is the caller; that it is an active
 * member is the operation's guard. `admin` is the parameter that says whether the caller administers
 * the platform.
 */
#ifndef KITH_COMMON_SCHEMA_VISIBLE_SQL_H
#define KITH_COMMON_SCHEMA_VISIBLE_SQL_H

#include "common/db/statement.h"

/* A member can be found by others once active and onboarded. */
#define MEMBER_FOUND(member, profile) \
	SQL(member ".status = 'active' AND " profile ".onboarded_at IS NOT NULL")

/* Whether the caller is on the roster of a project. */
#define ON_PROJECT(project) \
	SQL("EXISTS (SELECT FROM project_members r" \
	    " WHERE r.project_id = " project " AND r.member_id = $1)")

/* An ask can be seen by its author; and, unless the author is suspended, by everybody if it is
 * public, and by the members of the organizations that it is published to. */
#define POST_VISIBLE \
	SQL("(p.author_id = $1 OR (m.status = 'active' AND (p.is_public" \
	    " OR (p.target_count > 0 AND EXISTS (SELECT FROM post_targets vt" \
	    " JOIN org_members vm ON vm.org_id = vt.org_id" \
	    " WHERE vt.post_id = p.id AND vm.member_id = $1)))))")

/* A project can be read by everybody, or only by its roster, by the owners and admins of the
 * organizations that it is affiliating with, and by the platform's administrators. */
#define PROJECT_READABLE(admin) \
	SQL("(j.visibility = 'network' OR " admin " OR " ON_PROJECT("j.id") \
	    " OR EXISTS (SELECT FROM affiliations va JOIN org_members vo" \
	    " ON vo.org_id = va.org_id AND vo.member_id = $1 AND vo.role <> 'member'" \
	    " WHERE va.project_id = j.id AND va.status IN ('pending', 'active')))")

/* A progress entry can be seen by those who could see such an ask, and by the roster of its
 * project. */
#define PROGRESS_VISIBLE \
	SQL("(g.author_id = $1 OR (m.status = 'active' AND (g.is_public" \
	    " OR (g.target_count > 0 AND EXISTS (SELECT FROM progress_targets vt" \
	    " JOIN org_members vm ON vm.org_id = vt.org_id" \
	    " WHERE vt.progress_id = g.id AND vm.member_id = $1))" \
	    " OR (g.project_id IS NOT NULL AND " ON_PROJECT("g.project_id") "))))")

/* An event is managed by its host, by the owners and admins of the organization that hosts it, and
 * by the platform's administrators. Who made it for an organization counts while in it. */
#define EVENT_MANAGED(admin) \
	SQL("(" admin " OR CASE WHEN e.org_id IS NULL THEN e.host_id = $1 ELSE EXISTS" \
	    " (SELECT FROM org_members vm WHERE vm.org_id = e.org_id AND vm.member_id = $1" \
	    " AND (vm.role <> 'member' OR e.host_id = $1)) END)")

/* Whether others may see an event once it was published: everybody, or the members of the
 * organization that it is for. The events of a suspended host are hidden, unless an organization
 * hosts them. */
#define EVENT_SHOWN \
	SQL("((e.org_id IS NOT NULL OR m.status <> 'suspended') AND (e.scope = 'public'" \
	    " OR EXISTS (SELECT FROM org_members vm" \
	    " WHERE vm.org_id = e.org_id AND vm.member_id = $1)))")

#define EVENT_TOLD SQL("(e.published_at IS NOT NULL AND " EVENT_SHOWN ")")

#define EVENT_VISIBLE(admin) SQL("(" EVENT_MANAGED(admin) " OR " EVENT_TOLD ")")

/* A request for an introduction can be seen by the two whom it concerns, as long as the other one
 * is not suspended. */
#define INTRO_SENT SQL("(i.sender_id = $1 AND t.status = 'active')")
#define INTRO_RECEIVED SQL("(i.recipient_id = $1 AND f.status = 'active')")
#define INTRO_VISIBLE "(" INTRO_SENT " OR " INTRO_RECEIVED ")"

#endif
