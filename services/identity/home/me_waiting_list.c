/*
 * me_waiting_list.c - what waits for the caller's answer.
 *
 * Requests of one kind for one organization are counted, up to COUNT_MAX;
 * affiliations and expiring asks are single rows.
 */
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"

#define COUNT_MAX "100"
#define ORGS_MAX "100"
#define EACH_MAX "10"

/* A row of each kind: place, kind, count, title, subject, organization, time. */
#define INTROS \
	SQL("SELECT 1, 'intro', count(*), min(f.name) FILTER (WHERE f.place = 1)," \
	    " wire_id('intro', (array_agg(f.id ORDER BY f.place))[1]), NULL::uuid," \
	    " max(f.created_at) FROM (SELECT i.id, s.name, i.created_at," \
	    " row_number() OVER (ORDER BY i.created_at DESC, i.id DESC) AS place" \
	    " FROM intros i JOIN members s ON" \
	    " s.id = i.sender_id AND s.status = 'active'" \
	    " WHERE i.recipient_id = $1 AND i.status = 'pending'" \
	    " AND i.expires_at > now() ORDER BY place LIMIT " COUNT_MAX ") f" \
	    " HAVING count(*) > 0")

#define INVITATIONS \
	SQL("SELECT 2, 'org_invitation', 1::bigint, o.name, NULL, o.id, i.created_at" \
	    " FROM members c JOIN org_invitations i ON lower(i.email) = lower(c.email)" \
	    " JOIN orgs o ON o.id = i.org_id" \
	    " WHERE c.id = $1 AND i.status = 'pending' AND i.expires_at > now()" \
	    " LIMIT " EACH_MAX)

#define MANAGED \
	SQL("(SELECT b.org_id FROM org_members b WHERE b.member_id = $1" \
	    " AND b.role <> 'member' LIMIT " ORGS_MAX ") own")

#define JOIN_REQUESTS \
	SQL("SELECT 3, 'join_request', r.count, r.name, NULL, own.org_id, r.at" \
	    " FROM " MANAGED " CROSS JOIN LATERAL (SELECT count(*)," \
	    " (array_agg(f.name ORDER BY f.created_at DESC))[1] AS name," \
	    " max(f.created_at) AS at FROM (SELECT s.name, q.created_at" \
	    " FROM org_join_requests q JOIN members s ON s.id = q.member_id" \
	    " AND s.status = 'active' WHERE q.org_id = own.org_id" \
	    " AND q.status = 'pending'" \
	    " ORDER BY q.created_at DESC LIMIT " COUNT_MAX ") f" \
	    ") r WHERE r.count > 0")

#define AFFILIATION(managers, condition) \
	SQL("(SELECT 4, 'affiliation', 1::bigint, j.name, wire_id('aff', f.id)," \
	    " f.org_id," \
	    " f.created_at FROM " managers " JOIN affiliations f ON " condition \
	    " AND f.status = 'pending' JOIN projects j ON j.id = f.project_id" \
	    " ORDER BY f.created_at DESC LIMIT " EACH_MAX ")")

#define AFFILIATIONS \
	SQL(AFFILIATION(MANAGED, "f.org_id = own.org_id AND f.initiated_by = 'project'") \
	    " UNION ALL " AFFILIATION("(SELECT b.project_id FROM project_members b" \
	    " WHERE b.member_id = $1 AND b.role = 'lead' LIMIT " ORGS_MAX ") own", \
	    "f.project_id = own.project_id AND f.initiated_by = 'org'"))

/* $2: whether the caller administers the platform. */
#define MEMBERS \
	SQL("SELECT 5, 'member', count(*), (array_agg(f.name" \
	    " ORDER BY f.created_at DESC))" \
	    "[1], NULL, NULL::uuid, max(f.created_at) FROM (SELECT s.name, s.created_at" \
	    " FROM members s WHERE $2 AND s.status = 'pending'" \
	    " AND s.email_verified_at IS NOT NULL" \
	    " ORDER BY s.created_at DESC LIMIT " COUNT_MAX ") f HAVING count(*) > 0")

#define APPLICATIONS \
	SQL("SELECT 6, 'org_application', count(*)," \
	    " (array_agg(f.name ORDER BY f.created_at DESC))[1], NULL, NULL::uuid," \
	    " max(f.created_at) FROM (SELECT q.name," \
	    " q.created_at FROM org_applications q" \
	    " WHERE $2 AND q.status = 'pending'" \
	    " ORDER BY q.created_at DESC LIMIT " COUNT_MAX ") f HAVING count(*) > 0")

#define EXPIRING \
	SQL("(SELECT 7, 'post_expiring', 1::bigint, p.title, wire_id('post', p.id)," \
	    " NULL::uuid, p.expires_at FROM posts p WHERE p.author_id = $1" \
	    " AND p.status = 'open' AND p.expires_at > now()" \
	    " AND p.expires_at < now() + interval '7 days'" \
	    " ORDER BY p.expires_at LIMIT " EACH_MAX ")")

/* $3: the app that calls, which sees its own requests alone; NULL: all of them. */
#define APPROVALS \
	SQL("SELECT 0, 'approval', count(*)," \
	    " (array_agg(f.words ORDER BY f.created_at DESC))[1], NULL, NULL::uuid," \
	    " max(f.created_at) FROM approvals f WHERE f.member_id = $1" \
	    " AND f.status = 'waiting' AND f.expires_at > now()" \
	    " AND ($3::text IS NULL OR f.client = $3) HAVING count(*) > 0")

STATEMENT(FIND_WAITING,
	"SELECT $1::uuid AS parent, w.kind, w.count, w.title, w.subject_id,"
	" o.slug AS org_slug, o.name AS org_name, w.at FROM ("
	APPROVALS " UNION ALL " INTROS " UNION ALL (" INVITATIONS ")"
	" UNION ALL " JOIN_REQUESTS
	" UNION ALL " AFFILIATIONS " UNION ALL " MEMBERS " UNION ALL " APPLICATIONS
	" UNION ALL " EXPIRING
	") AS w (place, kind, count, title, subject_id, org_id, at)"
	" LEFT JOIN orgs o ON o.id = w.org_id ORDER BY w.place, w.at DESC");

STATEMENT(CALLER,
	"SELECT $1::uuid AS id");

enum problem
me_waiting_list(struct call *call, const void *input)
{
	struct rows *caller = db_query(call, CALLER, DB_CALLER(call));
	const struct reply_children items = {.field = "items",
		.parent = "parent",
		.rows = db_query(call, FIND_WAITING, DB_CALLER(call),
			DB_FLAG(call_administers(call)),
			DB_TEXT(call->principal.client))};

	(void)input;
	if (caller->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	return reply_row(call, caller, 0,
		&(struct reply_parts){.children = &items, .child_count = 1});
}
