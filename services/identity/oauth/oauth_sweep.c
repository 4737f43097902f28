/*
 * oauth_sweep.c - deletes expired OAuth rows.
 *
 * Deletes unanswered requests, refresh tokens that expired or whose grant has ended, and
 * successor secrets past the overlap. Deletes grants that expired, were revoked 30 days
 * ago, or were not redeemed within a day. Deletes clients without grants and requests
 * that last registered over 24 hours ago, and after an hour the network that a client
 * registered from.
 */
#include "services/identity/oauth/oauth_sweep.h"

#define BATCH "10000"
#define BATCH_ROWS 10000

STATEMENT(SWEEP_TRANSACTIONS,
	"DELETE FROM oauth_transactions WHERE ctid = ANY (ARRAY(SELECT ctid"
	" FROM oauth_transactions WHERE expires_at < now() LIMIT " BATCH "))");

STATEMENT(SWEEP_REFRESH_TOKENS,
	"DELETE FROM oauth_refresh_tokens WHERE ctid = ANY (ARRAY(SELECT ctid"
	" FROM oauth_refresh_tokens WHERE expires_at < now() LIMIT " BATCH "))");

STATEMENT(SWEEP_ENDED,
	"DELETE FROM oauth_refresh_tokens WHERE ctid = ANY (ARRAY(SELECT t.ctid"
	" FROM oauth_grants g JOIN oauth_refresh_tokens t ON t.grant_id = g.id"
	" WHERE g.revoked_at IS NOT NULL LIMIT " BATCH "))");

/* The setting for the overlap allows at most one hour. */
STATEMENT(SWEEP_SUCCESSORS,
	"UPDATE oauth_refresh_tokens SET successor_masked = NULL WHERE ctid = ANY (ARRAY("
	"SELECT ctid FROM oauth_refresh_tokens WHERE successor_masked IS NOT NULL"
	" AND spent_at < now() - interval '1 hour' LIMIT " BATCH "))");

/* Codes and tokens are deleted by cascade. */
STATEMENT(SWEEP_GRANTS,
	"DELETE FROM oauth_grants WHERE ctid = ANY (ARRAY(SELECT ctid FROM oauth_grants"
	" WHERE expires_at < now() OR revoked_at < now() - interval '30 days'"
	" OR (redeemed_at IS NULL AND created_at < now() - interval '1 day')"
	" LIMIT " BATCH " FOR UPDATE SKIP LOCKED))");

/* Clients without an open request and without any stored grant. */
STATEMENT(SWEEP_CLIENTS,
	"DELETE FROM oauth_clients WHERE ctid = ANY (ARRAY(SELECT c.ctid"
	" FROM oauth_clients c"
	" WHERE c.kind <> 'fixed' AND c.registered_at < now() - interval '24 hours'"
	" AND NOT EXISTS (SELECT FROM oauth_grants g WHERE g.client_id = c.id)"
	" AND NOT EXISTS (SELECT FROM oauth_transactions t WHERE t.client_id = c.id"
	" AND t.expires_at > now()) LIMIT " BATCH " FOR UPDATE SKIP LOCKED))");

STATEMENT(SWEEP_NETWORKS,
	"UPDATE oauth_clients SET network = NULL WHERE ctid = ANY (ARRAY(SELECT ctid"
	" FROM oauth_clients WHERE network IS NOT NULL"
	" AND created_at < now() - interval '1 hour' LIMIT " BATCH
	" FOR UPDATE SKIP LOCKED))");

static const struct statement *const SWEEPS[] = {
	SWEEP_TRANSACTIONS,
	SWEEP_REFRESH_TOKENS,
	SWEEP_ENDED,
	SWEEP_SUCCESSORS,
	SWEEP_GRANTS,
	SWEEP_CLIENTS,
	SWEEP_NETWORKS,
};

bool
oauth_sweep(struct call *call)
{
	bool more = false;

	for (size_t i = 0; i < COUNT_OF(SWEEPS); i++)
		more |= db_query_plain(call, SWEEPS[i])->affected == BATCH_ROWS;
	return more;
}
