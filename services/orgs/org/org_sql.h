/*
 * org_sql.h - an organization as SQL: orgs `o` and org_members `v` (the caller's
 * membership). $1 is the caller.
 */
#ifndef KITH_SERVICES_ORGS_ORG_ORG_SQL_H
#define KITH_SERVICES_ORGS_ORG_ORG_SQL_H

#include "common/db/statement.h"

#define ORG_COLUMNS \
	SQL("o.id, o.slug, o.name, o.kind, o.visibility, o.join_policy, o.description," \
	    " o.accent," \
	    " o.location, o.website, o.logo, o.cover AS cover_image, o.member_count," \
	    " o.created_at, o.updated_at")

/* The status of the caller's latest join request. */
#define ORG_REQUEST_STATUS \
	SQL("(SELECT r.status FROM org_join_requests r" \
	    " WHERE r.org_id = o.id AND r.member_id = $1" \
	    " ORDER BY r.created_at DESC, r.id DESC LIMIT 1) AS join_request_status")

#define ORG_VIEW_COLUMNS SQL(ORG_COLUMNS ", v.role, " ORG_REQUEST_STATUS)

#define ORG_VIEWED \
	SQL("orgs o LEFT JOIN org_members v ON v.org_id = o.id AND v.member_id = $1")

#endif
