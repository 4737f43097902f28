/*
 * affiliation_sql.h - an affiliation as SQL, as seen by the caller ($1).
 *
 * The tables are affiliations `f`, projects `j`, orgs `o`, the caller's entries in the
 * roster `r` and in the organization `v`, and the requester's members `m` and profiles
 * `a`. `admin` is a boolean parameter: whether the caller acts as a platform
 * administrator.
 */
#ifndef KITH_SERVICES_PROJECTS_AFFILIATION_AFFILIATION_SQL_H
#define KITH_SERVICES_PROJECTS_AFFILIATION_AFFILIATION_SQL_H

#include "services/projects/project/project_sql.h"

#define AFFILIATION_TABLES \
	SQL("affiliations f JOIN projects j ON j.id = f.project_id" PROJECT_OWN_PLACE \
	    " JOIN orgs o ON o.id = f.org_id" \
	    " LEFT JOIN org_members v ON v.org_id = f.org_id AND v.member_id = $1" \
	    " LEFT JOIN members m ON m.id = f.requester_id AND m.status = 'active'" \
	    " LEFT JOIN profiles a ON a.member_id = m.id")

/* The affiliation parties. Platform administrators act for the team, but are not a
 * party. */
#define IS_TEAM "COALESCE(r.role = 'lead', false)"
#define IS_ORG "COALESCE(v.role <> 'member', false)"

/* An unlisted organization is named to others only after both parties have agreed. */
#define AFFILIATION_TOLD(admin) \
	SQL("(f.status = 'active' OR o.visibility = 'public'" \
	    " OR r.role IS NOT NULL OR v.role IS NOT NULL OR " admin ")")

/* Readable to the organization's owners and admins, while active to its other members,
 * and if it is told, to readers of the project. */
#define AFFILIATION_READABLE(admin) \
	SQL("(" IS_ORG " OR (v.role IS NOT NULL AND f.status = 'active')" \
	    " OR (" AFFILIATION_TOLD(admin) " AND " PROJECT_READABLE(admin) "))")

/* Hides everything but the id of the project unless `known`. This concerns private
 * projects: the organization's ordinary members, and its owners and admins before the
 * project has accepted an invitation and after the affiliation has ended. */
#define AFFILIATION_PROJECT(known) \
	SQL("j.id AS project_id," \
	    " CASE WHEN " known " THEN j.name" \
	    " ELSE 'A private project' END AS project_name," \
	    " CASE WHEN " known " THEN j.summary ELSE '' END AS project_summary," \
	    " CASE WHEN " known " THEN j.stage ELSE 'idea' END AS project_stage," \
	    " CASE WHEN " known " THEN j.member_count ELSE 0 END" \
	    " AS project_member_count," \
	    " j.visibility AS project_visibility")

/* Whether to show the requester, who may reveal a private project or its roster. Besides
 * readers of the project, only the organization's owners and admins see it. */
#define AFFILIATION_ASKED(known) "(" IS_ORG " OR " known ")"

/* Only the two parties see the terms; the whole roster sees the message, too. A message
 * is hidden while its author is suspended, and after the author's account is deleted. */
#define AFFILIATION_COLUMNS(known) \
	SQL("f.id, " AFFILIATION_PROJECT(known) ", o.slug AS org_slug," \
	    " o.name AS org_name, o.logo AS org_logo, f.kind, f.status, f.initiated_by," \
	    " f.cohort," \
	    " CASE WHEN (" IS_ORG " OR r.role IS NOT NULL) AND m.id IS NOT NULL" \
	    " THEN f.message ELSE '' END" \
	    " AS message," \
	    " CASE WHEN " IS_TEAM " OR " IS_ORG " THEN f.terms END AS terms," \
	    " CASE WHEN " IS_TEAM " OR " IS_ORG " THEN f.terms_updated_at END" \
	    " AS terms_updated_at," \
	    " m.id IS NOT NULL AND " AFFILIATION_ASKED(known) " AS requester," \
	    " m.id AS requester_user_id," \
	    " COALESCE(a.handle, '') AS requester_handle, m.name AS requester_name," \
	    " m.image AS requester_image," \
	    " CASE WHEN " IS_TEAM " AND " IS_ORG " THEN 'both'" \
	    " WHEN " IS_TEAM " THEN 'team'" \
	    " WHEN " IS_ORG " THEN 'org' END AS viewer_side," \
	    " f.status = 'pending' AND " IS_ORG " AND " known " AS joining_members," \
	    " f.created_at, f.decided_at, f.ended_at")

#endif
