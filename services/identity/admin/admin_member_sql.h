/*
 * admin_member_sql.h - a member as administrators see it, of the table members `m`.
 *
 * Somebody who signed up and never verified the address is no member yet: administrators
 * neither see nor approve such an account.
 */
#ifndef KITH_SERVICES_IDENTITY_ADMIN_ADMIN_MEMBER_SQL_H
#define KITH_SERVICES_IDENTITY_ADMIN_ADMIN_MEMBER_SQL_H

#define ADMIN_MEMBER_COLUMNS \
	SQL("m.id, m.email, m.name, m.status AS membership_status, m.role, m.application," \
	    " m.created_at")

#define ADMIN_MEMBER_EXISTS "m.email_verified_at IS NOT NULL"

#endif
