/*
 * invite_sql.h - an invite code as SQL, for the table invite_codes `i`.
 */
#ifndef KITH_SERVICES_IDENTITY_INVITES_INVITE_SQL_H
#define KITH_SERVICES_IDENTITY_INVITES_INVITE_SQL_H

#define INVITE_COLUMNS \
	SQL("i.id, i.code, i.note, i.max_uses, i.uses, i.expires_at, i.created_at")

#endif
