/*
 * social_redeem.c - exchanges the provider's code for an account that can be linked.
 *
 * The token is stored with the link in progress. social_link_finish assigns it to the
 * member, in the transaction that checks the member's permissions. If that does not
 * happen, the token is revoked together with the link.
 */
#include <string.h>

#include "common/config/config.h"
#include "common/reply/reply.h"
#include "common/secret/secret.h"
#include "services/media/handlers.h"
#include "services/media/social/social.h"

STATEMENT(USE_STATE,
	"UPDATE social_links SET used_at = now()"
	" WHERE member_id = $1 AND state_hash = $2 AND provider = $3"
	" AND used_at IS NULL AND expires_at > now()"
	" RETURNING verifier");

STATEMENT(KEEP_TOKEN,
	"UPDATE social_links SET remote_id = $3, handle = $4, url = $5, token = $6,"
	" token_expires_at = now() + NULLIF($7, 0) * interval '1 second'"
	" WHERE member_id = $1 AND state_hash = $2"
	" RETURNING member_id");

STATEMENT(GIVE_BACK,
	"INSERT INTO social_revocations (id, sealed_for, provider, token)"
	" VALUES (new_id(), $1, $2, $3) RETURNING id");

/* Fails for a state that is unknown, used or expired, or that belongs to another
 * member. */
static enum problem
refuse_state(struct call *call)
{
	call_fault(call, "#/state", FAULT_NOT_ALLOWED,
		"this attempt to link an account has ended, or belongs to another "
		"member; start again");
	/* The page has no field to show the fault at. */
	call->outcome.detail = call->outcome.faults->detail;
	return PROBLEM_VALIDATION_FAILED;
}

static enum problem
refuse(struct call *call, const struct provider *provider, enum provider_outcome outcome)
{
	/* RFC 6749, section 5.2. Other refusals do not concern the code. */
	if (outcome == PROVIDER_REFUSED && provider->status == 400) {
		call_fault(call, "#/code", FAULT_NOT_ALLOWED,
			"the provider does not accept the code; start again");
		call->outcome.detail = call->outcome.faults->detail;
		return PROBLEM_VALIDATION_FAILED;
	}
	return social_unavailable(call, provider,
		outcome == PROVIDER_UNAUTHORIZED
			? "the provider rejects this instance; tell its administrators"
			: "the provider gave no valid answer; start again");
}

/* Queues the revocation of a token that stays unused, or revokes it now if it cannot
 * be queued. */
static enum problem
give_back(struct call *call, struct provider *provider, const struct text *sealed,
	enum problem problem)
{
	const struct rows *rows = db_query(call, GIVE_BACK, DB_CALLER(call),
		DB_TEXT(config()->social_url), DB_BYTES(sealed->data, sealed->size));

	if (rows->count > 0)
		return problem;
	/* There is nothing left to record, so its time is free for this. */
	provider->until_ms += PROVIDER_NOTE_MS / 2;
	provider_revoke(provider);
	return problem;
}

enum problem
social_redeem(struct call *call, const void *input)
{
	const struct social_link_finish_in *in = input;
	struct provider provider = provider_of(call, NULL);
	struct provider_account account = {.id = NULL};
	struct provider_grant grant = {.token = NULL};
	enum provider_outcome outcome;
	uint8_t hash[HASH_SIZE];
	struct rows *rows;
	struct text sealed;
	const char *verifier;

	if (!SOCIAL_IS_SET_UP(config()))
		return call_fail(call, PROBLEM_SOCIAL_SHARE_UNAVAILABLE, NULL);
	/* The state counts as used whatever the outcome. */
	call->outcome.keep_writes = true;
	secret_hash(in->state.data, in->state.size, hash);
	rows = db_query(call, USE_STATE, DB_CALLER(call), DB_BYTES(hash, HASH_SIZE),
		DB_TEXT(config()->social_url));
	if (rows->count == 0)
		return refuse_state(call);
	if (in->code.size == 0)
		return call_fail(call, PROBLEM_SOCIAL_NOT_LINKED,
			in->error.size > 0 ? "you did not allow access at the provider"
					   : "the provider gave no code");
	sealed = row_text(rows, 0, "verifier");
	verifier = social_unseal(call->arena, &call->principal.member, &sealed);
	/* The instance's keys changed since. */
	if (verifier == NULL)
		return refuse_state(call);
	outcome = provider_redeem(&provider, &in->code, verifier, &grant);
	if (outcome != PROVIDER_DONE)
		return refuse(call, &provider, outcome);
	provider.token = grant.token;
	sealed = social_seal(call->arena, &call->principal.member, grant.token);
	outcome = provider_find_account(&provider, &account);
	if (outcome != PROVIDER_DONE)
		return give_back(
			call, &provider, &sealed, refuse(call, &provider, PROVIDER_LOST));
	rows = db_query(call, KEEP_TOKEN, DB_CALLER(call), DB_BYTES(hash, HASH_SIZE),
		DB_STRING(account.id), DB_STRING(account.handle), DB_STRING(account.url),
		DB_BYTES(sealed.data, sealed.size), DB_NUMBER(grant.expires_in_s));
	if (rows->count == 0)
		return give_back(call, &provider, &sealed, refuse_state(call));
	return reply_none(call);
}
