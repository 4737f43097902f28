/*
 * waiting_sql.h - what waits for the caller's answer, as SQL.
 *
 * Requests of one kind for one organization are counted, up to a maximum; affiliations
 * and expiring asks are single rows. $2 is whether the caller administers the platform.
 */
#ifndef KITH_SERVICES_IDENTITY_HOME_WAITING_SQL_H
#define KITH_SERVICES_IDENTITY_HOME_WAITING_SQL_H

#include "common/db/statement.h"
#include "common/schema/visible_sql.h"

#define WAITING_COUNT_MAX "100"
#define WAITING_ORGS_MAX "100"
#define WAITING_EACH_MAX "10"

/* A row of each kind: place, kind, count, title, subject, organization, time. */
#define WAITING_INTROS \
	SQL("SELECT 1, 'intro', count(*), min(f.name) FILTER (WHERE f.place = 1)," \
	    " wire_id('intro', (array_agg(f.id ORDER BY f.place))[1]), NULL::uuid," \
	    " max(f.created_at) FROM (SELECT i.id, s.name, i.created_at," \
	    " row_number() OVER (ORDER BY i.created_at DESC, i.id DESC) AS place" \
	    " FROM intros i JOIN members s ON" \
	    " s.id = i.sender_id AND s.status = 'active'" \
	    " WHERE i.recipient_id = $1 AND i.status = 'pending'" \
	    " AND i.expires_at > now() ORDER BY place LIMIT " WAITING_COUNT_MAX ") f" \
	    " HAVING count(*) > 0")

#define WAITING_INVITATIONS \
	SQL("SELECT 2, 'org_invitation', 1::bigint, o.name, NULL, o.id, i.created_at" \
	    " FROM members c JOIN org_invitations i ON lower(i.email) = lower(c.email)" \
	    " JOIN orgs o ON o.id = i.org_id" \
	    " LEFT JOIN members b ON b.id = i.invited_by" \
	    " WHERE c.id = $1 AND " INVITATION_PENDING " LIMIT " WAITING_EACH_MAX)

#define WAITING_MANAGED \
	SQL("(SELECT b.org_id FROM org_members b WHERE b.member_id = $1" \
	    " AND b.role <> 'member' LIMIT " WAITING_ORGS_MAX ") own")

#define WAITING_LED \
	SQL("(SELECT b.project_id FROM project_members b WHERE b.member_id = $1" \
	    " AND b.role = 'lead' LIMIT " WAITING_ORGS_MAX ") own")

#define WAITING_JOIN_REQUESTS \
	SQL("SELECT 3, 'join_request', r.count, r.name, NULL, own.org_id, r.at" \
	    " FROM " WAITING_MANAGED " CROSS JOIN LATERAL (SELECT count(*)," \
	    " (array_agg(f.name ORDER BY f.created_at DESC))[1] AS name," \
	    " max(f.created_at) AS at FROM (SELECT s.name, q.created_at" \
	    " FROM org_join_requests q JOIN members s ON s.id = q.member_id" \
	    " AND s.status = 'active' WHERE q.org_id = own.org_id" \
	    " AND q.status = 'pending'" \
	    " ORDER BY q.created_at DESC LIMIT " WAITING_COUNT_MAX ") f" \
	    ") r WHERE r.count > 0")

#define WAITING_AFFILIATION(managers, condition) \
	SQL("(SELECT 4, 'affiliation', 1::bigint, j.name, wire_id('aff', f.id)," \
	    " f.org_id," \
	    " f.created_at FROM " managers " JOIN affiliations f ON " condition \
	    " AND f.status = 'pending' AND " AFFILIATION_STANDS("f") \
	    " JOIN projects j ON j.id = f.project_id" \
	    " ORDER BY f.created_at DESC LIMIT " WAITING_EACH_MAX ")")

#define WAITING_AFFILIATIONS \
	SQL(WAITING_AFFILIATION(WAITING_MANAGED, \
		"f.org_id = own.org_id AND f.initiated_by = 'project'") \
	    " UNION ALL " WAITING_AFFILIATION(WAITING_LED, \
		"f.project_id = own.project_id AND f.initiated_by = 'org'"))

#define WAITING_MEMBERS \
	SQL("SELECT 5, 'member', count(*), (array_agg(f.name" \
	    " ORDER BY f.created_at DESC))" \
	    "[1], NULL, NULL::uuid, max(f.created_at) FROM (SELECT s.name, s.created_at" \
	    " FROM members s WHERE $2 AND s.status = 'pending'" \
	    " AND s.email_verified_at IS NOT NULL" \
	    " ORDER BY s.created_at DESC LIMIT " WAITING_COUNT_MAX ") f" \
	    " HAVING count(*) > 0")

#define WAITING_APPLICATIONS \
	SQL("SELECT 6, 'org_application', count(*)," \
	    " (array_agg(f.name ORDER BY f.created_at DESC))[1], NULL, NULL::uuid," \
	    " max(f.created_at) FROM (SELECT q.name," \
	    " q.created_at FROM org_applications q" \
	    " WHERE $2 AND q.status = 'pending'" \
	    " ORDER BY q.created_at DESC LIMIT " WAITING_COUNT_MAX ") f" \
	    " HAVING count(*) > 0")

#define WAITING_EXPIRING \
	SQL("(SELECT 7, 'post_expiring', 1::bigint, p.title, wire_id('post', p.id)," \
	    " NULL::uuid, p.expires_at FROM posts p WHERE p.author_id = $1" \
	    " AND p.status = 'open' AND p.expires_at > now()" \
	    " AND p.expires_at < now() + interval '7 days'" \
	    " ORDER BY p.expires_at LIMIT " WAITING_EACH_MAX ")")

/* `app` is the app that calls, which sees its own requests alone; NULL: all of them. */
#define WAITING_APPROVALS(app) \
	SQL("SELECT 0, 'approval', count(*)," \
	    " (array_agg(f.words ORDER BY f.created_at DESC))[1], NULL, NULL::uuid," \
	    " max(f.created_at) FROM approvals f WHERE f.member_id = $1" \
	    " AND f.status = 'waiting' AND f.expires_at > now()" \
	    " AND (" app "::text IS NULL OR f.client = " app ") HAVING count(*) > 0")

/* The rows w, in no order: place, kind, count, title, subject_id, org_id, at. */
#define WAITING_FOUND(app) \
	SQL("(" WAITING_APPROVALS(app) " UNION ALL " WAITING_INTROS \
	    " UNION ALL (" WAITING_INVITATIONS ")" \
	    " UNION ALL " WAITING_JOIN_REQUESTS " UNION ALL " WAITING_AFFILIATIONS \
	    " UNION ALL " WAITING_MEMBERS " UNION ALL " WAITING_APPLICATIONS \
	    " UNION ALL " WAITING_EXPIRING \
	    ") AS w (place, kind, count, title, subject_id, org_id, at)")

#endif
