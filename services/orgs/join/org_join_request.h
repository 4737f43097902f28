/*
 * org_join_request.h - shared by the operations on join requests.
 */
#ifndef KITH_SERVICES_ORGS_JOIN_ORG_JOIN_REQUEST_H
#define KITH_SERVICES_ORGS_JOIN_ORG_JOIN_REQUEST_H

#include "services/orgs/org/org.h"

/* The tables are org_join_requests `r`, orgs `o`, members `m` and profiles `a`. Requests
 * of suspended members are hidden. */
#define JOIN_REQUEST_COLUMNS \
	SQL("r.id, o.slug AS org_slug, o.name AS org_name, r.member_id AS user_id," \
	    " COALESCE(a.handle, '') AS handle, m.name, m.image," \
	    " COALESCE(a.headline, '') AS headline, r.message, r.status," \
	    " r.created_at, r.decided_at")

#define JOIN_REQUEST_TABLES \
	SQL("org_join_requests r JOIN orgs o ON o.id = r.org_id" \
	    " JOIN members m ON m.id = r.member_id AND m.status = 'active'" \
	    " LEFT JOIN profiles a ON a.member_id = r.member_id")

/* Approves or declines a join request, and answers it. */
enum problem org_join_request_decide(struct call *call, const struct text *slug,
	const struct identifier *id, bool approve);

#endif
