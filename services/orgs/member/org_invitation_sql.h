/*
 * org_invitation_sql.h - an invitation as SQL: org_invitations `i`, orgs `o`, members `b`
 * (the inviter). It expires at expires_at whatever the status column says, and counts as
 * revoked while the inviter is suspended.
 */
#ifndef KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_SQL_H
#define KITH_SERVICES_ORGS_MEMBER_ORG_INVITATION_SQL_H

#include "common/db/statement.h"
#include "common/schema/visible_sql.h"

#define INVITATION_INVITER " LEFT JOIN members b ON b.id = i.invited_by"

#define INVITATION_STATUS \
	SQL("CASE WHEN i.status = 'pending' AND i.expires_at <= now() THEN 'expired'" \
	    " WHEN i.status = 'pending' AND b.status <> 'active' THEN 'revoked'" \
	    " ELSE i.status END AS status")

/* A suspended inviter is not named. */
#define INVITATION_BY \
	SQL("CASE WHEN b.id IS NULL THEN 'Former member'" \
	    " WHEN b.status = 'active' THEN b.name ELSE 'A member' END" \
	    " AS invited_by_name," \
	    " (SELECT h.handle FROM profiles h" \
	    " WHERE h.member_id = b.id AND b.status = 'active') AS invited_by_handle")

/* A value of the invited member. It is NULL if a manager gave the address, because the
 * answer must not tell whether that address has an account. */
#define INVITATION_INVITED(value) \
	SQL("(SELECT " value " FROM members v" \
	    " LEFT JOIN profiles w ON w.member_id = v.id" \
	    " WHERE NOT i.by_address AND lower(v.email) = lower(i.email)" \
	    " AND v.email_verified_at IS NOT NULL AND v.status = 'active')")

#define INVITATION_COLUMNS \
	SQL("i.id, o.slug AS org_slug, o.name AS org_name, i.role," \
	    " CASE WHEN i.by_address THEN i.email ELSE '' END AS email," \
	    " " INVITATION_INVITED("v.name") " AS member_name," \
	    " " INVITATION_INVITED("w.handle") " AS member_handle," \
	    " " INVITATION_STATUS \
	    ", " INVITATION_BY ", i.expires_at, i.created_at")

#define INVITATION_TABLES \
	SQL("org_invitations i JOIN orgs o ON o.id = i.org_id" INVITATION_INVITER)

/* a…@example.org: the owner of the address recognizes it, others cannot guess it. */
#define INVITATION_MASKED "left(i.email, 1) || '…@' || split_part(i.email, '@', 2)"

#endif
