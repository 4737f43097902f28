/*
 * credential_sql.h - credentials `c` as SQL, shared by the operations that list them.
 */
#ifndef KITH_SERVICES_IDENTITY_CREDENTIALS_CREDENTIAL_SQL_H
#define KITH_SERVICES_IDENTITY_CREDENTIALS_CREDENTIAL_SQL_H

#define CREDENTIAL_WORKS "c.revoked_at IS NULL AND c.expires_at > now()"

/* Joins the fair queue of confirm_caller() (0030_identity_authority.sql) before the
 * member's row is locked, alone to take authority away, or shared to use it: somebody who
 * uses a credential without a pause cannot delay what takes it away. `from` is FROM and
 * WHERE of a statement that finds the member. */
#define QUEUE_ALONE(member, from) QUEUE_BY("pg_advisory_xact_lock", member, from)
#define QUEUE_SHARED(member, from) QUEUE_BY("pg_advisory_xact_lock_shared", member, from)
#define QUEUE_BY(lock, member, from) \
	SQL("SELECT " lock "(hashtextextended(" member "::text, 5208))::text AS turn" \
	    " FROM " from)

#define TOKEN_COLUMNS \
	SQL("c.id, c.name, scope_names(c.scopes) AS scopes, c.created_at," \
	    " c.last_used_at, c.expires_at")

#endif
