#include "common/outbox/outbox.h"
#include "common/secret/secret.h"
#include "services/media/handlers.h"
#include "services/media/social/social.h"

/* Replaces an account that was linked before; a trigger queues the revocation of its
 * token. */
STATEMENT(LINK,
	"INSERT INTO social_accounts AS a (member_id, provider, remote_id, handle, url,"
	" token, expires_at)"
	" SELECT l.member_id, l.provider, l.remote_id, l.handle, l.url, l.token,"
	" l.token_expires_at"
	" FROM social_links l"
	" WHERE l.member_id = $1 AND l.state_hash = $2 AND l.token IS NOT NULL"
	" AND l.expires_at > now() - interval '1 minute' FOR UPDATE OF l"
	" ON CONFLICT (member_id) DO UPDATE SET provider = EXCLUDED.provider,"
	" remote_id = EXCLUDED.remote_id, handle = EXCLUDED.handle, url = EXCLUDED.url,"
	" token = EXCLUDED.token, expires_at = EXCLUDED.expires_at, linked_at = now()"
	" RETURNING a.member_id");

/* The account owns the token from now on. */
STATEMENT(HAND_OVER,
	"UPDATE social_links SET token = NULL WHERE member_id = $1 AND state_hash = $2");

/* Completes the link after social_redeem(). */
enum problem
social_link_finish(struct call *call, const void *input)
{
	const struct social_link_finish_in *in = input;
	uint8_t hash[HASH_SIZE];
	struct rows *rows;

	secret_hash(in->state.data, in->state.size, hash);
	rows = db_query(call, LINK, DB_CALLER(call), DB_BYTES(hash, HASH_SIZE));
	if (rows->count == 0)
		return call_fault(call, "#/state", FAULT_NOT_ALLOWED,
			"this attempt to link an account has ended; start again");
	db_query(call, HAND_OVER, DB_CALLER(call), DB_BYTES(hash, HASH_SIZE));
	audit_write(call, AUDIT_SOCIAL_LINK, &call->principal.member);
	return social_answer(call);
}
