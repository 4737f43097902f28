#include "common/db/db.h"
#include "common/reply/reply.h"
#include "services/identity/handlers.h"

/* The scope admin counts only while the member has the platform role. The handler has
 * checked that $1 is hexadecimal, so decode() cannot fail. */
STATEMENT(RESOLVE,
	"SELECT c.id AS credential, c.kind, c.client, c.audience, m.id AS member,"
	" m.status AS membership, m.role = 'admin' AS admin,"
	" (CASE WHEN m.role = 'admin' THEN c.scopes"
	" ELSE c.scopes & ~$2::integer END)::bigint AS scopes,"
	" COALESCE(c.last_used_at < now() - interval '1 minute', true) AS stale,"
	" (SELECT g.tools FROM oauth_grants g WHERE g.id = c.grant_id) AS tools,"
	" c.kind = 'session' AND NOT EXISTS (SELECT FROM visits v"
	" WHERE v.member_id = c.member_id AND v.seen_at > now() - interval '10 minutes')"
	" AS visits"
	" FROM credentials c JOIN members m ON m.id = c.member_id"
	" WHERE c.hash = decode($1, 'hex') AND c.revoked_at IS NULL"
	" AND c.expires_at > now() AND m.email_verified_at IS NOT NULL");

/* Writes at most once a minute, so that most reads cause no write. */
STATEMENT(NOTE_USE,
	"UPDATE credentials SET last_used_at = now(),"
	" expires_at = CASE WHEN kind = 'session'"
	" THEN least(now() + interval '30 days', absolute_expires_at) ELSE expires_at END"
	" WHERE id = $1 AND revoked_at IS NULL"
	" AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')");

/* Writes at most once in ten minutes. A visit begins an hour after the last sign of the
 * one before. Only sessions count, because apps and programs are no visits. */
STATEMENT(NOTE_VISIT,
	"INSERT INTO visits AS v (member_id) SELECT c.member_id FROM credentials c"
	" WHERE c.id = $1"
	" ON CONFLICT (member_id) DO UPDATE SET seen_at = now(),"
	" previous_at = CASE WHEN v.seen_at < now() - interval '1 hour' THEN v.seen_at"
	" ELSE v.previous_at END WHERE v.seen_at < now() - interval '10 minutes'");

static bool
is_hex(const struct text *text)
{
	for (uint32_t i = 0; i < text->size; i++) {
		const char c = text->data[i];

		if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
			return false;
	}
	return true;
}

enum problem
credential_resolve(struct call *call, const void *input)
{
	const struct credential_resolve_in *in = input;
	struct rows *rows;
	struct uuid id;

	if (!is_hex(&in->hash))
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	rows = db_query(call, RESOLVE, DB_TEXT(in->hash), DB_NUMBER(SCOPE_ADMIN));
	if (rows->count == 0)
		return call_fail(call, PROBLEM_INVALID_TOKEN, NULL);
	id = row_uuid(rows, 0, "credential");
	if (row_boolean(rows, 0, "stale"))
		db_query(call, NOTE_USE, DB_UUID(&id));
	if (row_boolean(rows, 0, "visits"))
		db_query(call, NOTE_VISIT, DB_UUID(&id));
	return reply_row(call, rows, 0, NULL);
}
