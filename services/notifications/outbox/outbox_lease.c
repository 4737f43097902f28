#include "services/notifications/outbox/outbox_lease.h"

#include "common/base/id.h"
#include "common/base/log.h"
#include "common/secret/secret.h"

#define WAIT_FIRST_S 9
#define WAIT_FACTOR 3 /* 9 waits from 9 s: the tenth try comes after about a day */

STATEMENT(CLAIM,
	"UPDATE outbox o SET"
	" status = CASE WHEN attempts >= $5 THEN 'failed' ELSE status END,"
	" last_error = CASE WHEN attempts >= $5"
	" THEN coalesce(last_error, 'each try was broken off') ELSE last_error END,"
	" lease = CASE WHEN attempts < $5 THEN $3::uuid END,"
	" leased_until = CASE WHEN attempts < $5 THEN now() + interval '30 seconds' END,"
	" attempts = least(attempts + $4, $5)"
	" WHERE id = ANY (ARRAY(SELECT id FROM outbox WHERE status = 'pending' AND topic = $1"
	" AND next_attempt_at <= now() AND (leased_until IS NULL OR leased_until < now())"
	" ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED))"
	" RETURNING id, status = 'failed' AS given_up, attempts::bigint, created_at, secret,"
	" payload ->> 'template' AS template, payload ->> 'toAddress' AS to_address,"
	" payload ->> 'toName' AS to_name, payload ->> 'linkPath' AS link_path,"
	" payload ->> 'note' AS note,"
	" EXISTS (SELECT FROM members m WHERE lower(m.email) = lower(payload ->> 'toAddress')"
	" AND m.status = 'suspended') AS suspended");

#define IS_LEASED " WHERE id = $1 AND lease = $2 AND status = 'pending'"

STATEMENT(TRY,
	"UPDATE outbox SET attempts = attempts + 1, leased_until = now() + interval '30 seconds'" IS_LEASED
	" AND attempts < $3 RETURNING attempts::bigint");

STATEMENT(MARK_SENT,
	"UPDATE outbox SET status = 'sent', sent_at = now(), secret = NULL, lease = NULL,"
	" leased_until = NULL, last_error = NULL" IS_LEASED);

STATEMENT(MARK_FAILED,
	"UPDATE outbox SET status = CASE WHEN $3 THEN 'failed' ELSE 'pending' END,"
	" next_attempt_at = now() + $4 * interval '1 millisecond', lease = NULL,"
	" leased_until = NULL, last_error = left($5, 500)" IS_LEASED);

struct rows *
outbox_lease_claim(struct call *call, const char *topic, int64_t limit, bool counted,
	struct outbox_lease *lease)
{
	lease->token = id_new();
	return db_query(call, CLAIM, DB_STRING(topic), DB_NUMBER(limit),
		DB_UUID(&lease->token), DB_NUMBER(counted ? 1 : 0),
		DB_NUMBER(OUTBOX_ATTEMPTS_MAX));
}

int64_t
outbox_lease_try(
	struct call *call, const struct outbox_lease *lease, const struct uuid *id)
{
	struct rows *rows = db_query(call, TRY, DB_UUID(id), DB_UUID(&lease->token),
		DB_NUMBER(OUTBOX_ATTEMPTS_MAX));

	return rows->count == 0 ? 0 : row_integer(rows, 0, "attempts");
}

void
outbox_lease_sent(
	struct call *call, const struct outbox_lease *lease, const struct uuid *id)
{
	db_query(call, MARK_SENT, DB_UUID(id), DB_UUID(&lease->token));
}

int64_t
outbox_lease_wait_s(int64_t attempt)
{
	int64_t wait_s = WAIT_FIRST_S;

	for (int64_t i = 1; i < attempt && i < OUTBOX_ATTEMPTS_MAX; i++)
		wait_s *= WAIT_FACTOR;
	return wait_s;
}

/* Between 80 and 120 of 100, so that what failed together does not come back together. */
static int64_t
jittered_ms(int64_t wait_s)
{
	uint16_t random;

	secret_random(&random, sizeof(random));
	return wait_s * (800 + random % 401);
}

void
outbox_lease_failed(struct call *call, const struct outbox_lease *lease,
	const struct uuid *id, int64_t attempt, const char *error)
{
	log_warn(
		"delivery_failed", LOG_TEXT("error", error), LOG_INT("attempt", attempt));
	db_query(call, MARK_FAILED, DB_UUID(id), DB_UUID(&lease->token),
		DB_FLAG(attempt >= OUTBOX_ATTEMPTS_MAX),
		DB_NUMBER(jittered_ms(outbox_lease_wait_s(attempt))), DB_STRING(error));
}
