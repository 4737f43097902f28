#include "services/identity/credentials/credential.h"

#include <string.h>

#include "common/base/id.h"
#include "common/db/db.h"
#include "services/identity/address_sql.h"
#include "services/identity/credentials/credential_sql.h"

/* Ended sessions lose their user agents, which a thief could have used. A sign-in with
 * the same program is then unfamiliar, and the sessions still show that the member has
 * signed in before. */
STATEMENT(REVOKE_SESSIONS,
	"UPDATE credentials SET revoked_at = coalesce(revoked_at, now()), user_agent = ''"
	" WHERE member_id = $1 AND kind = 'session' AND id IS DISTINCT FROM $2"
	" AND (revoked_at IS NULL OR user_agent <> '')");

/* The known addresses except that of the session that stays ($2). */
#define IS_ELSEWHERE \
	SQL("k.member_id = $1 AND k.address IS DISTINCT FROM (SELECT " \
		ADDRESS_OF("NULLIF(c.address, '')") \
		" FROM credentials c WHERE c.id = $2 AND c.kind = 'session')")

STATEMENT(FORGET_ADDRESSES,
	"DELETE FROM known_addresses k WHERE " IS_ELSEWHERE);

STATEMENT(DOUBT_ADDRESSES,
	"UPDATE known_addresses k SET familiar = false WHERE k.familiar AND "
	IS_ELSEWHERE);

STATEMENT(REVOKE_TOKENS,
	"UPDATE credentials SET revoked_at = now() WHERE member_id = $1"
	" AND kind <> 'session' AND revoked_at IS NULL");

STATEMENT(REVOKE_GRANTS,
	"UPDATE oauth_grants SET revoked_at = now() WHERE member_id = $1"
	" AND revoked_at IS NULL");

STATEMENT(REVOKE_INVITED_ADMINS, "SELECT revoke_invited_admins($1)");

STATEMENT(CANCEL_AFFILIATIONS, "SELECT cancel_asked_affiliations($1)");

STATEMENT(WITHDRAW_INTROS, "SELECT withdraw_intros($1)");

STATEMENT(WITHDRAW_JOIN_REQUESTS, "SELECT withdraw_join_requests($1)");

STATEMENT(UNLINK_SOCIAL, "SELECT unlink_social($1)");

STATEMENT(REVOKE_OWN,
	"UPDATE credentials c SET revoked_at = now()"
	" WHERE c.member_id = $1 AND c.id = $2 AND c.kind = $3 AND " CREDENTIAL_WORKS);

struct credential
credential_new(struct arena *arena, const char *prefix)
{
	struct credential credential = {.id = id_new()};

	credential.token = secret_token(arena, prefix);
	secret_hash(credential.token, strlen(credential.token), credential.hash);
	return credential;
}

void
credential_hash(const struct text *token, uint8_t hash[HASH_SIZE])
{
	secret_hash(token->data, token->size, hash);
}

/* The session that stays; NULL where none does. */
static struct db_param
kept(const struct uuid *except)
{
	struct db_param param = DB_UUID(except);

	param.null = except == NULL;
	return param;
}

void
credential_revoke_sessions(
	struct call *call, const struct uuid *member, const struct uuid *except)
{
	db_query(call, REVOKE_SESSIONS, DB_UUID(member), kept(except));
}

void
credential_forget_addresses(
	struct call *call, const struct uuid *member, const struct uuid *except)
{
	db_query(call, FORGET_ADDRESSES, DB_UUID(member), kept(except));
}

void
credential_doubt_addresses(
	struct call *call, const struct uuid *member, const struct uuid *except)
{
	db_query(call, DOUBT_ADDRESSES, DB_UUID(member), kept(except));
}

/* Grants come first: a refresh that waits for its grant issues no token afterwards. */
void
credential_revoke_access(struct call *call, const struct uuid *member)
{
	db_query(call, REVOKE_GRANTS, DB_UUID(member));
	db_query(call, REVOKE_TOKENS, DB_UUID(member));
	db_query(call, REVOKE_INVITED_ADMINS, DB_UUID(member));
	db_query(call, CANCEL_AFFILIATIONS, DB_UUID(member));
	db_query(call, WITHDRAW_INTROS, DB_UUID(member));
	db_query(call, WITHDRAW_JOIN_REQUESTS, DB_UUID(member));
	db_query(call, UNLINK_SOCIAL, DB_UUID(member));
}

bool
credential_revoke_own(struct call *call, const struct uuid *id, const char *kind)
{
	return db_query(call, REVOKE_OWN, DB_CALLER(call), DB_UUID(id), DB_STRING(kind))
		       ->affected == 1;
}

unsigned
credential_scopes(unsigned scopes)
{
	unsigned all = scopes;

	for (size_t i = 0; i < SCOPE_KINDS; i++) {
		if (scopes & scope_infos[i].bit)
			all |= scope_infos[i].includes;
	}
	return all;
}

unsigned
credential_scopes_named(const struct text_list *names)
{
	unsigned scopes = 0;

	for (uint32_t i = 0; i < names->count; i++) {
		for (size_t k = 0; k < SCOPE_KINDS; k++) {
			if (strcmp(names->items[i].data, scope_infos[k].name) == 0)
				scopes |= scope_infos[k].bit;
		}
	}
	return credential_scopes(scopes);
}
