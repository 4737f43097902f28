/*
 * invite_sql.h - an invite code as SQL, of the table invite_codes `i`.
 */
#ifndef KITH_SERVICES_IDENTITY_INVITES_INVITE_SQL_H
#define KITH_SERVICES_IDENTITY_INVITES_INVITE_SQL_H

#define INVITE_COLUMNS \
	"i.id, i.code, i.note, i.max_uses AS \"maxUses\", i.uses," \
	" i.expires_at AS \"expiresAt\", i.created_at AS \"createdAt\""

#endif
