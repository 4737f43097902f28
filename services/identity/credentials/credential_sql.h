/*
 * credential_sql.h - credentials `c` as SQL, shared by the operations that list them.
 */
#ifndef KITH_SERVICES_IDENTITY_CREDENTIALS_CREDENTIAL_SQL_H
#define KITH_SERVICES_IDENTITY_CREDENTIALS_CREDENTIAL_SQL_H

#define CREDENTIAL_WORKS "c.revoked_at IS NULL AND c.expires_at > now()"

#define TOKEN_COLUMNS \
	SQL("c.id, c.name, scope_names(c.scopes) AS scopes, c.created_at," \
	    " c.last_used_at, c.expires_at")

#endif
