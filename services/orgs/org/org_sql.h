/*
 * org_sql.h - an organization as SQL, of the tables orgs `o` and org_members `v` (the
 * caller's own membership). `viewer` is the parameter that holds the caller's id.
 */
#ifndef KITH_SERVICES_ORGS_ORG_ORG_SQL_H
#define KITH_SERVICES_ORGS_ORG_ORG_SQL_H

#define ORG_COLUMNS \
	"o.id, o.slug, o.name, o.kind, o.visibility, o.join_policy AS \"joinPolicy\"," \
	" o.description, o.accent, o.location, o.website, o.logo, o.cover AS \"coverImage\"," \
	" o.member_count AS \"memberCount\", o.created_at AS \"createdAt\"," \
	" o.updated_at AS \"updatedAt\""

/* The state of the caller's latest request to join. */
#define ORG_REQUEST_STATUS(viewer) \
	"(SELECT r.status FROM org_join_requests r WHERE r.org_id = o.id" \
	" AND r.member_id = " viewer " ORDER BY r.created_at DESC, r.id DESC LIMIT 1)" \
	" AS \"joinRequestStatus\""

#define ORG_VIEW_COLUMNS(viewer) ORG_COLUMNS ", v.role, " ORG_REQUEST_STATUS(viewer)

#define ORG_VIEWED_BY(viewer) \
	"orgs o LEFT JOIN org_members v ON v.org_id = o.id AND v.member_id = " viewer

/* Rows of a list after the position in $2 and $3, which are NULL on the first page. A list
 * stops after a constant number of rows, not after a parameter: for a parameter the planner
 * supposes a tenth of the table and then prefers to read all of it. */
#define ORG_AFTER(sort, id) \
	" AND (" sort ", " id ") < (COALESCE($2, 'infinity'::timestamptz)," \
	" COALESCE($3, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))"
#define ORG_NEWEST(sort, id, rows) " ORDER BY " sort " DESC, " id " DESC LIMIT " rows

#endif
