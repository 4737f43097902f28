/*
 * credential_sql.h - credentials `c` as SQL, once for every operation that lists them.
 */
#ifndef KITH_SERVICES_IDENTITY_CREDENTIALS_CREDENTIAL_SQL_H
#define KITH_SERVICES_IDENTITY_CREDENTIALS_CREDENTIAL_SQL_H

#define CREDENTIAL_WORKS "c.revoked_at IS NULL AND c.expires_at > now()"

/* Newest first; the parameters hold where the page before ended, and how many to read. */
#define CREDENTIAL_PAGE(time, id, count) \
	" AND (c.created_at, c.id) < (COALESCE(" time ", 'infinity'::timestamptz)," \
	" COALESCE(" id ", 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))" \
	" ORDER BY c.created_at DESC, c.id DESC LIMIT " count

#define TOKEN_COLUMNS \
	"c.id, c.name, scope_names(c.scopes) AS scopes," \
	" c.created_at AS \"createdAt\", c.last_used_at AS \"lastUsedAt\"," \
	" c.expires_at AS \"expiresAt\""

#endif
