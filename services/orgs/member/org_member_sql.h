/*
 * org_member_sql.h - a member of an organization as SQL: org_members `v`, members `m` and
 * profiles `a`. No statement shows suspended members.
 */
#ifndef KITH_SERVICES_ORGS_MEMBER_ORG_MEMBER_SQL_H
#define KITH_SERVICES_ORGS_MEMBER_ORG_MEMBER_SQL_H

#include "common/db/statement.h"

#define ORG_MEMBER_COLUMNS \
	SQL("v.member_id AS id, v.member_id AS user_id," \
	    " COALESCE(a.handle, '') AS handle, m.name," \
	    " m.image, COALESCE(a.headline, '') AS headline," \
	    " COALESCE(a.roles, '{}') AS roles," \
	    " COALESCE(a.looking_for, '{}') AS looking_for, v.role, v.joined_at")

#define ORG_MEMBER_TABLES \
	SQL("org_members v JOIN members m ON m.id = v.member_id AND m.status = 'active'" \
	    " LEFT JOIN profiles a ON a.member_id = v.member_id")

#endif
