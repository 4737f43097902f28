#include <string.h>

#include "common/config/config.h"
#include "common/reply/reply.h"
#include "common/secret/secret.h"
#include "services/media/handlers.h"
#include "services/media/social/social.h"

STATEMENT(FORGET_LINK,
	"DELETE FROM social_links WHERE member_id = $1");

STATEMENT(BEGIN_LINK,
	"INSERT INTO social_links (member_id, state_hash, provider, verifier, expires_at)"
	" VALUES ($1, $2, $3, $4, now() + $5 * interval '1 minute')");

/* Starts to link an account. The state is valid for this member only, once, and for
 * SOCIAL_LINK_MINUTES. A new one invalidates the previous one. */
enum problem
social_link(struct call *call, const void *input)
{
	const struct uuid *member = &call->principal.member;
	const char *state = secret_token(call->arena, "");
	const char *verifier = secret_token(call->arena, "");
	struct text sealed = social_seal(call->arena, member, verifier);
	uint8_t hash[HASH_SIZE];

	(void)input;
	if (!SOCIAL_IS_SET_UP(config()))
		return call_fail(call, PROBLEM_SOCIAL_SHARE_UNAVAILABLE, NULL);
	secret_hash(state, strlen(state), hash);
	db_query(call, FORGET_LINK, DB_CALLER(call));
	db_query(call, BEGIN_LINK, DB_CALLER(call), DB_BYTES(hash, HASH_SIZE),
		DB_TEXT(config()->social_url), DB_BYTES(sealed.data, sealed.size),
		DB_NUMBER(SOCIAL_LINK_MINUTES));
	return reply_fields(call,
		(const struct reply_extra[]){REPLY_FIELD_STRING(
			"url", provider_authorize_url(call->arena, state, verifier))},
		1);
}
