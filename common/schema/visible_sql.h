/*
 * visible_sql.h - visibility rules as SQL conditions, shared by the owning service and by
 * others that must check what a member may see.
 *
 * The tables are posts `p`, progress `g`, projects `j`, events `e`, and members `m`, the
 * author or host; intros `i` have the sender `f` and the recipient `t`. $1 is the caller;
 * the guard of the operation ensures that it is an active member. `admin` is a boolean
 * parameter: whether the caller is a platform administrator.
 */
#ifndef KITH_COMMON_SCHEMA_VISIBLE_SQL_H
#define KITH_COMMON_SCHEMA_VISIBLE_SQL_H

#include "common/db/statement.h"

/* Other members find a member that is active and onboarded. */
#define MEMBER_FOUND(member, profile) \
	SQL(member ".status = 'active' AND " profile ".onboarded_at IS NOT NULL")

#define ON_PROJECT(project) \
	SQL("EXISTS (SELECT FROM project_members r" \
	    " WHERE r.project_id = " project " AND r.member_id = $1)")

/* An ask is visible to its author. Unless the author is suspended, a public ask is
 * visible to everybody, and others to the members of the organizations it is published
 * to. */
#define POST_VISIBLE \
	SQL("(p.author_id = $1 OR (m.status = 'active' AND (p.is_public" \
	    " OR (p.target_count > 0 AND EXISTS (SELECT FROM post_targets vt" \
	    " JOIN org_members vm ON vm.org_id = vt.org_id" \
	    " WHERE vt.post_id = p.id AND vm.member_id = $1)))))")

/* Whether the member who requested an affiliation still acts for the party that it was
 * requested for: a lead of the project or a platform administrator, or an owner or admin
 * of the organization. */
#define AFFILIATION_STANDS(affiliation) \
	SQL("EXISTS (SELECT FROM members vq WHERE vq.id = " affiliation ".requester_id" \
	    " AND vq.status = 'active' AND CASE " affiliation ".initiated_by" \
	    " WHEN 'org' THEN EXISTS (SELECT FROM org_members vl WHERE vl.org_id = " \
	    affiliation ".org_id AND vl.member_id = vq.id AND vl.role <> 'member')" \
	    " ELSE vq.role = 'admin' OR EXISTS (SELECT FROM project_members vl" \
	    " WHERE vl.project_id = " affiliation ".project_id" \
	    " AND vl.member_id = vq.id AND vl.role = 'lead') END)")

/* Whether somebody who is not suspended leads a project. */
#define PROJECT_LED \
	SQL("EXISTS (SELECT FROM project_members vl" \
	    " JOIN members vq ON vq.id = vl.member_id AND vq.status = 'active'" \
	    " WHERE vl.project_id = j.id AND vl.role = 'lead')")

#define PROJECT_IN_NETWORK SQL("(j.visibility = 'network' AND " PROJECT_LED ")")

/* A project is readable by the network, or only by its roster, by platform
 * administrators, and by the owners and admins of organizations with an active
 * affiliation, or with a pending one that the project has requested. An invitation by the
 * organization shows nothing: anybody who reads the project and administers an
 * organization can send one. */
#define PROJECT_READABLE(admin) \
	SQL("(" PROJECT_IN_NETWORK " OR " admin " OR " ON_PROJECT("j.id") \
	    " OR EXISTS (SELECT FROM affiliations va JOIN org_members vo" \
	    " ON vo.org_id = va.org_id AND vo.member_id = $1 AND vo.role <> 'member'" \
	    " WHERE va.project_id = j.id AND (va.status = 'active'" \
	    " OR (va.status = 'pending' AND va.initiated_by = 'project'" \
	    " AND " AFFILIATION_STANDS("va") "))))")

/* A progress entry follows the rules of an ask; the roster of its project sees it,
 * too. */
#define PROGRESS_VISIBLE \
	SQL("(g.author_id = $1 OR (m.status = 'active' AND (g.is_public" \
	    " OR (g.target_count > 0 AND EXISTS (SELECT FROM progress_targets vt" \
	    " JOIN org_members vm ON vm.org_id = vt.org_id" \
	    " WHERE vt.progress_id = g.id AND vm.member_id = $1))" \
	    " OR (g.project_id IS NOT NULL AND " ON_PROJECT("g.project_id") "))))")

/* An event is managed by its host, by the owners and admins of the hosting organization,
 * and by platform administrators. The creator of an organization's event
 * manages it while being a member of the organization. */
#define EVENT_MANAGED(admin) \
	SQL("(" admin " OR CASE WHEN e.org_id IS NULL THEN e.host_id = $1 ELSE EXISTS" \
	    " (SELECT FROM org_members vm WHERE vm.org_id = e.org_id AND vm.member_id =" \
	    " $1" \
	    " AND (vm.role <> 'member' OR e.host_id = $1)) END)")

/* Whether other members may see a published event: everybody, or the members of its
 * organization. Events of a suspended host are hidden unless an organization hosts
 * them. */
#define EVENT_SHOWN \
	SQL("((e.org_id IS NOT NULL OR m.status <> 'suspended') AND (e.scope = 'public'" \
	    " OR EXISTS (SELECT FROM org_members vm" \
	    " WHERE vm.org_id = e.org_id AND vm.member_id = $1)))")

#define EVENT_TOLD SQL("(e.published_at IS NOT NULL AND " EVENT_SHOWN ")")

#define EVENT_VISIBLE(admin) SQL("(" EVENT_MANAGED(admin) " OR " EVENT_TOLD ")")

/* Whether an invitation `i` to an organization can be accepted. `b` is its sender,
 * left-joined because it outlives the sender's account. */
#define INVITATION_PENDING \
	SQL("i.status = 'pending' AND i.expires_at > now()" \
	    " AND COALESCE(b.status = 'active', true)")

/* An introduction request is visible to both parties while the other party is active. */
#define INTRO_SENT SQL("(i.sender_id = $1 AND t.status = 'active')")
#define INTRO_RECEIVED SQL("(i.recipient_id = $1 AND f.status = 'active')")
#define INTRO_VISIBLE "(" INTRO_SENT " OR " INTRO_RECEIVED ")"

#endif
