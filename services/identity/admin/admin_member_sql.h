/*
 * admin_member_sql.h - a member in the administrators' view, for the table members `m`.
 *
 * A sign-up whose address was never verified is not a member yet. Administrators neither
 * see nor approve it.
 */
#ifndef KITH_SERVICES_IDENTITY_ADMIN_ADMIN_MEMBER_SQL_H
#define KITH_SERVICES_IDENTITY_ADMIN_ADMIN_MEMBER_SQL_H

#define ADMIN_MEMBER_COLUMNS \
	SQL("m.id, m.email, m.name, m.status AS membership_status, m.role," \
	    " m.application, m.created_at," \
	    " (SELECT p.handle FROM profiles p WHERE p.member_id = m.id" \
	    " AND p.onboarded_at IS NOT NULL) AS handle")

#define ADMIN_MEMBER_EXISTS "m.email_verified_at IS NOT NULL"

#endif
