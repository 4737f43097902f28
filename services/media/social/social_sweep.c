#include "services/media/social/social_sweep.h"

#include "common/config/config.h"
#include "common/db/db.h"
#include "services/media/social/social.h"

#define STEP_ROWS "100"

/* A link can be finished until one minute after it expires. */
STATEMENT(FORGET_LINKS,
	"DELETE FROM social_links WHERE member_id IN"
	" (SELECT member_id FROM social_links WHERE expires_at < now()"
	" - interval '2 minutes'"
	" ORDER BY expires_at LIMIT " STEP_ROWS " FOR UPDATE SKIP LOCKED)");

/* Gives up after hours of failures, or when the provider is not configured for two
 * days. The member can revoke such a token at the provider. */
STATEMENT(GIVE_UP,
	"DELETE FROM social_revocations"
	" WHERE tries >= 8 OR since < now() - interval '2 days'");

/* Schedules the next attempt before this one starts: after 5 seconds, then four times
 * as long each time. */
STATEMENT(TAKE,
	"UPDATE social_revocations SET tries = tries + 1,"
	" next_try_at = now() + interval '5 seconds' * (1 << 2 * tries)"
	" WHERE id = (SELECT id FROM social_revocations"
	" WHERE next_try_at <= now() AND provider = $1 AND tries < 8"
	" ORDER BY next_try_at LIMIT 1 FOR UPDATE SKIP LOCKED)"
	" RETURNING id, sealed_for, token");

STATEMENT(FORGET,
	"DELETE FROM social_revocations WHERE id = $1");

bool
social_sweep_step(struct call *call)
{
	return db_query_plain(call, FORGET_LINKS)->affected > 0;
}

bool
social_sweep_revoke_step(struct call *call)
{
	struct provider provider = provider_of(call, NULL);
	struct uuid id, member;
	struct text sealed;
	struct rows *rows;

	db_query_plain(call, GIVE_UP);
	rows = db_query(call, TAKE, DB_TEXT(config()->social_url));
	if (rows->count == 0)
		return false;
	id = row_uuid(rows, 0, "id");
	member = row_uuid(rows, 0, "sealed_for");
	sealed = row_text(rows, 0, "token");
	provider.token = social_unseal(call->arena, &member, &sealed);
	/* A token that cannot be decrypted (the keys changed) can never be revoked. */
	if (provider.token == NULL || provider_revoke(&provider) == PROVIDER_DONE)
		db_query(call, FORGET, DB_UUID(&id));
	return true;
}
