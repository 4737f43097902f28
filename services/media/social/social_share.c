/*
 * social_share.c - posts a progress entry exactly once, even if answers are lost.
 *
 * An attempt claims the share first. It stores the text before it asks the provider to
 * post it (social_tries), and the outcome afterwards. When an answer is lost, the post
 * may exist. The next attempt at that account sends the same text with the same
 * Idempotency-Key, and the provider returns the existing post. The provider keeps a key
 * for an hour, so a later attempt searches the account's posts first.
 */
#include <string.h>

#include "common/base/id.h"
#include "common/config/config.h"
#include "common/reply/reply.h"
#include "common/secret/secret.h"
#include "services/media/handlers.h"
#include "services/media/image/image.h"
#include "services/media/social/social.h"

/* The duration of a claim; every attempt ends earlier. */
#define TRY_SECONDS "30"

/* Keys are used for less than the hour for which providers keep them. */
#define KEY_MINUTES "50"

/* The maximum number of accounts at which the outcome for an entry is unknown. */
#define UNKNOWN_MAX "8"

STATEMENT(FIND_SHARE,
	"SELECT s.state, s.state = 'sending' AND s.sending_until > now() AS busy,"
	" g.title, g.note, g.photo, a.member_id IS NOT NULL AS linked,"
	" COALESCE(a.expires_at <= now(), false) AS ended, a.remote_id, a.token,"
	" (SELECT count(*) FROM social_tries t WHERE t.progress_id = s.progress_id"
	" AND (t.provider, t.remote_id) IS DISTINCT FROM (a.provider, a.remote_id))"
	" >= " UNKNOWN_MAX " AS crowded"
	" FROM social_shares s JOIN progress g ON g.id = s.progress_id"
	" JOIN members m ON m.id = s.member_id AND m.status = 'active'"
	" LEFT JOIN social_accounts a ON a.member_id = s.member_id AND a.provider = $2"
	" WHERE s.progress_id = $3 AND s.member_id = $1");

STATEMENT(CLAIM,
	"UPDATE social_shares SET state = 'sending', key = gen_random_uuid(),"
	" sending_until = now() + interval '" TRY_SECONDS " seconds'"
	" WHERE progress_id = $2 AND member_id = $1 AND state <> 'shared'"
	" AND NOT (state = 'sending' AND sending_until > now())"
	" AND (NOT $3 OR state = 'asked')"
	" RETURNING key");

/* Finds an earlier attempt at the same account. */
STATEMENT(FIND_TRY,
	"SELECT key, text, photo, since,"
	" since < now() - interval '" KEY_MINUTES " minutes' AS stale"
	" FROM social_tries WHERE progress_id = $1 AND provider = $2 AND remote_id = $3");

/* Locks the share, so that a concurrent claim waits. Stores nothing when the claim was
 * lost. */
STATEMENT(NOTE_TRY,
	"INSERT INTO social_tries (progress_id, provider, remote_id, text, photo)"
	" SELECT s.progress_id, $3, $4, $5, $6 FROM"
	" (SELECT progress_id FROM social_shares WHERE progress_id = $1 AND key = $2"
	" AND state = 'sending' FOR NO KEY UPDATE) s"
	" WHERE (SELECT count(*) FROM social_tries t WHERE t.progress_id = $1)"
	" < " UNKNOWN_MAX
	" ON CONFLICT DO NOTHING RETURNING key");

/* Deletes an earlier attempt that posted nothing, unless the claim was lost. */
STATEMENT(FORGET_TRY,
	"DELETE FROM social_tries t USING social_shares s"
	" WHERE t.progress_id = $1 AND t.key = $2 AND s.progress_id = $1 AND s.key = $3");

STATEMENT(SETTLE,
	"SELECT settle_try($1, $2, $3, $4, $5) AS settled");

/* An attempt in progress. */
struct sharing {
	struct call *call;
	const struct uuid *entry;
	const struct rows *found; /* the row of FIND_SHARE */
	struct provider provider;
	struct text sealed; /* the encrypted token */
	struct uuid claim;
	/* the idempotency key of the stored attempt; absent = none */
	struct identifier noted;
	bool repeats; /* an earlier attempt stored it */
	/* the text, and the photo's id at the provider */
	const char *text, *photo;
	const char *url;
};

/* Records the outcome. The outcome of an earlier attempt stays unknown. */
static void
settle(struct sharing *share, const char *state)
{
	struct identifier forget = share->noted;

	if (share->repeats || strcmp(state, "failed") != 0)
		forget.presence = ABSENT;
	db_query(share->call, SETTLE, DB_UUID(share->entry), DB_UUID(&share->claim),
		DB_STRING(state), DB_STRING(share->url), DB_ID(forget));
}

/* Searches for the post of an earlier attempt. Without one, this attempt is the first.
 * A failed search has posted nothing. */
static enum provider_outcome
look(struct sharing *share, int64_t since_us)
{
	struct text account = row_text(share->found, 0, "remote_id");
	enum provider_outcome outcome = provider_find(
		&share->provider, account.data, share->text, since_us, &share->url);
	const struct rows *rows;

	if (outcome == PROVIDER_LOST)
		return PROVIDER_NOT_REACHED;
	if (outcome != PROVIDER_DONE || share->url != NULL)
		return outcome;
	rows = db_query(share->call, FORGET_TRY, DB_UUID(share->entry),
		DB_ID(share->noted), DB_UUID(&share->claim));
	if (rows->affected == 0)
		return PROVIDER_NOT_REACHED;
	share->noted.presence = ABSENT;
	share->repeats = false;
	return PROVIDER_DONE;
}

/* Continues an earlier attempt at this account, if there is one. */
static enum provider_outcome
resume(struct sharing *share)
{
	struct rows *rows = db_query(share->call, FIND_TRY, DB_UUID(share->entry),
		DB_TEXT(config()->social_url),
		DB_TEXT(row_text(share->found, 0, "remote_id")));

	if (rows->count == 0)
		return PROVIDER_DONE;
	share->repeats = true;
	share->noted =
		(struct identifier){.presence = GIVEN, .uuid = row_uuid(rows, 0, "key")};
	share->text = row_text(rows, 0, "text").data;
	if (!row_null(rows, 0, "photo"))
		share->photo = row_text(rows, 0, "photo").data;
	if (!row_boolean(rows, 0, "stale"))
		return PROVIDER_DONE;
	return look(share, row_instant_us(rows, 0, "since"));
}

/* Uploads the entry's photo. Nothing is posted after a failed upload, so its outcome
 * is never PROVIDER_LOST. */
static enum provider_outcome
upload(struct sharing *share)
{
	const struct uuid image = row_uuid(share->found, 0, "photo");
	struct bytes webp;
	enum provider_outcome outcome;

	if (image_load(share->call, &image, provider_left_ms(&share->provider), &webp) !=
		PROBLEM_NONE)
		return PROVIDER_NOT_REACHED;
	outcome = provider_upload(&share->provider, webp.data, webp.size, &share->photo);
	return outcome == PROVIDER_LOST ? PROVIDER_NOT_REACHED : outcome;
}

/* Composes the post, and stores it as an attempt. */
static enum provider_outcome
prepare(struct sharing *share)
{
	struct call *call = share->call;
	struct text title = row_text(share->found, 0, "title");
	struct text note = row_text(share->found, 0, "note");
	enum provider_outcome outcome = PROVIDER_DONE;
	struct rows *rows;

	share->text = provider_text(call->arena, &title, &note);
	share->photo = NULL;
	if (!row_null(share->found, 0, "photo"))
		outcome = upload(share);
	if (outcome != PROVIDER_DONE)
		return outcome;
	rows = db_query(call, NOTE_TRY, DB_UUID(share->entry), DB_UUID(&share->claim),
		DB_TEXT(config()->social_url),
		DB_TEXT(row_text(share->found, 0, "remote_id")), DB_STRING(share->text),
		DB_STRING(share->photo));
	if (rows->count == 0)
		return PROVIDER_NOT_REACHED;
	share->noted =
		(struct identifier){.presence = GIVEN, .uuid = row_uuid(rows, 0, "key")};
	return PROVIDER_DONE;
}

static enum provider_outcome
post(struct sharing *share)
{
	const struct uuid *key = &share->noted.uuid;
	enum provider_outcome outcome = resume(share);

	if (outcome == PROVIDER_DONE && share->url == NULL &&
		share->noted.presence != GIVEN)
		outcome = prepare(share);
	if (outcome == PROVIDER_DONE && share->url == NULL)
		outcome = provider_post(&share->provider,
			hex_encode(share->call->arena, key->bytes, sizeof(key->bytes)),
			share->text, share->photo, &share->url);
	return outcome;
}

/* The token has expired or been revoked, or cannot be decrypted: the member has to
 * link the account again. */
static enum problem
refuse_ended(struct sharing *share)
{
	social_note_end(share->call, &share->sealed);
	return call_fail(share->call, PROBLEM_SOCIAL_RELINK_REQUIRED, NULL);
}

static enum problem
conclude(struct sharing *share, enum provider_outcome outcome)
{
	struct call *call = share->call;

	switch (outcome) {
	case PROVIDER_DONE:
		settle(share, "shared");
		return reply_none(call);
	case PROVIDER_UNAUTHORIZED:
		settle(share, "failed");
		return refuse_ended(share);
	case PROVIDER_REFUSED:
		settle(share, "failed");
		return social_unavailable(
			call, &share->provider, "the provider rejected the post");
	case PROVIDER_NOT_REACHED:
		settle(share, "failed");
		return social_unavailable(call, &share->provider,
			"the provider did not receive the post; share it "
			"again later");
	case PROVIDER_LOST:
		break;
	}
	settle(share, "unknown");
	return social_unavailable(call, &share->provider,
		"the provider's answer was lost, so the entry may be shared already; you "
		"can safely share it again, because it is posted only once");
}

/* Another attempt is in progress or done. For the creation of the entry, it is the
 * same request repeated. */
static enum problem
refuse_busy(const struct sharing *share, bool first)
{
	static const char busy[] = "another request is sharing this entry";
	const char *state = row_text(share->found, 0, "state").data;

	if (first && row_boolean(share->found, 0, "busy"))
		return call_fail(share->call, PROBLEM_IDEMPOTENCY_IN_PROGRESS, NULL);
	if (first && strcmp(state, "asked") == 0)
		return call_fail(share->call, PROBLEM_IDEMPOTENCY_IN_PROGRESS, NULL);
	return social_unavailable(share->call, &share->provider, busy);
}

/* Claims the share, posts, and records the outcome. */
static enum problem
try_once(struct sharing *share, bool first)
{
	struct rows *rows = db_query(share->call, CLAIM, DB_CALLER(share->call),
		DB_UUID(share->entry), DB_FLAG(first));

	if (rows->count == 0)
		return refuse_busy(share, first);
	share->claim = row_uuid(rows, 0, "key");
	return conclude(share, post(share));
}

enum problem
social_share(struct call *call, const void *input)
{
	const struct social_share_in *in = input;
	struct rows *rows = db_query(call, FIND_SHARE, DB_CALLER(call),
		DB_TEXT(config()->social_url), DB_ID(in->id));
	struct sharing share = {.call = call,
		.entry = &in->id.uuid,
		.found = rows,
		.noted = {.presence = ABSENT}};

	/* Attempts are recorded whatever the outcome. */
	call->outcome.keep_writes = true;
	if (rows->count == 0)
		return call_fail(call, PROBLEM_PROGRESS_NOT_FOUND, NULL);
	if (strcmp(row_text(rows, 0, "state").data, "shared") == 0)
		return reply_none(call);
	if (!SOCIAL_IS_SET_UP(config()))
		return call_fail(call, PROBLEM_SOCIAL_SHARE_UNAVAILABLE, NULL);
	if (!row_boolean(rows, 0, "linked"))
		return call_fail(call, PROBLEM_SOCIAL_NOT_LINKED, NULL);
	if (row_boolean(rows, 0, "ended"))
		return call_fail(call, PROBLEM_SOCIAL_RELINK_REQUIRED, NULL);
	share.sealed = row_text(rows, 0, "token");
	share.provider = provider_of(
		call, social_unseal(call->arena, &call->principal.member, &share.sealed));
	if (share.provider.token == NULL)
		return refuse_ended(&share);
	if (row_boolean(rows, 0, "busy"))
		return refuse_busy(&share, in->first.value);
	if (row_boolean(rows, 0, "crowded"))
		return social_unavailable(call, &share.provider,
			"it is unknown for " UNKNOWN_MAX
			" accounts whether the entry was posted; link one of "
			"them and share the entry there");
	return try_once(&share, in->first.value);
}
