#include "services/media/social/social.h"

#include <string.h>

#include "common/config/config.h"
#include "common/reply/reply.h"
#include "common/secret/secret.h"

/* Retry-After when the provider gives none, and the largest one that is passed on. */
#define RETRY_S 30
#define RETRY_S_MAX 3600

STATEMENT(GET_ACCOUNT,
	SOCIAL_ACCOUNT("a.handle, a.url, a.expires_at, true AS linked")
	" UNION ALL SELECT NULL, NULL, NULL, false"
	" ORDER BY linked DESC LIMIT 1");

STATEMENT(NOTE_END,
	"UPDATE social_accounts SET expires_at = now()"
	" WHERE member_id = $1 AND token = $2"
	" AND (expires_at IS NULL OR expires_at > now())");

struct text
social_seal(struct arena *arena, const struct uuid *member, const char *secret)
{
	return secret_encrypt(arena, SOCIAL_SEAL, member->bytes, sizeof(member->bytes),
		secret, strlen(secret));
}

const char *
social_unseal(struct arena *arena, const struct uuid *member, const struct text *sealed)
{
	struct text plain = secret_decrypt(arena, SOCIAL_SEAL, member->bytes,
		sizeof(member->bytes), sealed->data, sealed->size);

	return plain.presence == GIVEN ? plain.data : NULL;
}

void
social_note_end(struct call *call, const struct text *sealed)
{
	db_query(call, NOTE_END, DB_CALLER(call), DB_BYTES(sealed->data, sealed->size));
}

enum problem
social_answer(struct call *call)
{
	return reply_row(call,
		db_query(call, GET_ACCOUNT, DB_CALLER(call),
			DB_TEXT(config()->social_url)),
		0, NULL);
}

enum problem
social_unavailable(struct call *call, const struct provider *provider, const char *detail)
{
	const int64_t asked_s = provider->retry_after_s;

	call->outcome.retry_after_s =
		asked_s > 0 && asked_s <= RETRY_S_MAX ? asked_s : RETRY_S;
	return call_fail(call, PROBLEM_SOCIAL_UNAVAILABLE, "%s", detail);
}
