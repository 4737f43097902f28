#include "services/notifications/outbox/outbox_lease.h"

#include "common/base/id.h"
#include "common/base/log.h"
#include "common/secret/secret.h"
#include "services/notifications/outbox/outbox_run.h"

#define MOVED_AT_ONCE 1000

#define WAIT_FIRST_S 9
/* 9 waits from 9 s: the tenth attempt comes after about a day */
#define WAIT_FACTOR 3

/* $1: limit, $2: lease, $3: number of the last attempt. */
#define CLAIMED(condition) \
	SQL("UPDATE outbox o SET" \
	    " status = CASE WHEN attempts >= $3 THEN 'failed' ELSE status END," \
	    " held_up = held_up AND attempts < $3," \
	    " last_error = CASE WHEN attempts >= $3" \
	    " THEN coalesce(last_error, 'every attempt was interrupted')" \
	    	    " ELSE last_error END," \
	    " lease = CASE WHEN attempts < $3 THEN $2::uuid END," \
	    " leased_until = CASE WHEN attempts < $3" \
	    " THEN now() + interval '30 seconds' END," \
	    " attempts = least(attempts + 1, $3)" \
	    " WHERE " condition \
	    " RETURNING id, status = 'failed' AS given_up, attempts::bigint," \
	    " created_at, secret," \
	    " payload ->> 'template' AS template, payload ->> 'kind' AS kind," \
	    " payload ->> 'recipient' AS recipient, payload ->> 'notice' AS notice," \
	    " payload ->> 'from' AS \"from\", payload ->> 'to' AS \"to\"," \
	    " payload ->> 'toAddress' AS to_address," \
	    " payload ->> 'linkPath' AS link_path, payload ->> 'note' AS note")

#define DUE(topic) \
	SQL("topic = '" topic "' AND status = 'pending' AND next_attempt_at <= now()")

#define CLAIM(topic, order) \
	CLAIMED(SQL("id = ANY (ARRAY(SELECT id FROM outbox" \
		" WHERE " DUE(topic) " AND leased_until IS NULL" \
		" ORDER BY " order " LIMIT $1 FOR UPDATE SKIP LOCKED))"))

/* Leased messages were the first of those due when they were claimed. So a look at the
 * first 1,000 finds them, however many wait; mails that more than 1,000 later ones have
 * passed are found when these are sent. */
#define CLAIM_BROKEN(topic, order) \
	CLAIMED(SQL("id = ANY (ARRAY(SELECT id FROM (SELECT id, leased_until" \
		" FROM outbox WHERE " DUE(topic) \
		" ORDER BY " order " LIMIT 1000) AS first" \
		" WHERE leased_until < now() LIMIT $1))" \
		" AND status = 'pending' AND leased_until < now()"))

#define BY_TIME "next_attempt_at"
/* As the index outbox_mail_order. */
#define BY_TURN "(payload ->> 'toAddress') IS NULL, turn, next_attempt_at"

STATEMENT(CLAIM_NOTICES,
	CLAIM("notice", BY_TIME));

STATEMENT(CLAIM_BROKEN_NOTICES,
	CLAIM_BROKEN("notice", BY_TIME));

STATEMENT(CLAIM_MAILS,
	CLAIM("mail", BY_TURN));

STATEMENT(CLAIM_BROKEN_MAILS,
	CLAIM_BROKEN("mail", BY_TURN));

STATEMENT(MARK_SENT,
	"UPDATE outbox o SET status = 'sent', sent_at = now(), secret = NULL,"
	" lease = NULL, leased_until = NULL, last_error = NULL, held_up = false,"
	" payload = CASE WHEN $3 THEN payload || '{\"file\": true}' ELSE payload END"
	" FROM unnest($1::uuid[], $2::uuid[]) AS done (id, lease)"
	" WHERE o.id = done.id AND o.lease = done.lease AND o.status = 'pending'");

/* A mail that the server did not take loses a turn: those go first that the server has
 * yet to see, but not a whole flood. */
STATEMENT(MARK_FAILED,
	"UPDATE outbox SET turn = turn + CASE WHEN $6 THEN 0 ELSE 1 END,"
	" status = CASE WHEN $3 THEN 'failed' ELSE 'pending' END,"
	" next_attempt_at = now() + $4 * interval '1 millisecond', lease = NULL,"
	" leased_until = NULL, last_error = left($5, 500), held_up = $6 AND NOT $3"
	" WHERE id = $1 AND lease = $2 AND status = 'pending'");

/* Without it, the second mail of an asker, or one that the server refused for the moment,
 * would wait until a flood of others' first mails ends. */
STATEMENT(MOVE_UP,
	"UPDATE outbox SET turn = turn - 1 WHERE id = ANY (ARRAY("
	"SELECT id FROM outbox WHERE topic = 'mail' AND status = 'pending'"
	" AND payload ->> 'toAddress' IS NOT NULL AND turn > 0"
	" ORDER BY " BY_TURN " LIMIT $1 FOR UPDATE SKIP LOCKED))");

STATEMENT(RESUME,
	"UPDATE outbox SET next_attempt_at = now(), held_up = false"
	" WHERE id = ANY (ARRAY("
	"SELECT id FROM outbox WHERE held_up AND lease IS NULL LIMIT 1000"
	" FOR UPDATE SKIP LOCKED))");

static struct rows *
claim(struct call *call, const struct statement *statement, int64_t limit,
	struct outbox_lease *lease)
{
	lease->token = id_new();
	return db_query(call, statement, DB_NUMBER(limit), DB_UUID(&lease->token),
		DB_NUMBER(OUTBOX_ATTEMPTS_MAX));
}

struct rows *
outbox_lease_claim(struct call *call, enum outbox_topic topic, int64_t limit,
	struct outbox_lease *lease)
{
	return claim(
		call, topic == OUTBOX_MAIL ? CLAIM_MAILS : CLAIM_NOTICES, limit, lease);
}

struct rows *
outbox_lease_claim_broken(struct call *call, enum outbox_topic topic, int64_t limit,
	struct outbox_lease *lease)
{
	return claim(call,
		topic == OUTBOX_MAIL ? CLAIM_BROKEN_MAILS : CLAIM_BROKEN_NOTICES, limit,
		lease);
}

void
outbox_lease_sent(struct call *call, const struct uuid *ids, const struct uuid *leases,
	size_t count, bool to_files)
{
	db_query(call, MARK_SENT, DB_UUIDS(ids, count), DB_UUIDS(leases, count),
		DB_FLAG(to_files));
}

int64_t
outbox_lease_wait_s(int64_t attempt)
{
	int64_t wait_s = WAIT_FIRST_S;

	for (int64_t i = 1; i < attempt && i < OUTBOX_ATTEMPTS_MAX; i++)
		wait_s *= WAIT_FACTOR;
	return wait_s;
}

/* Adds jitter of 20 percent either way, so that messages that failed together are not
 * retried together. */
static int64_t
jittered_ms(int64_t wait_s)
{
	uint16_t random;

	secret_random(&random, sizeof(random));
	return wait_s * (800 + random % 401);
}

void
outbox_lease_failed(struct call *call, const struct outbox_lease *lease,
	const struct uuid *id, const struct outbox_failure *failure)
{
	const int64_t attempt = failure->attempt;

	log_warn("delivery_failed", LOG_TEXT("error", failure->error),
		LOG_INT("attempt", attempt));
	db_query(call, MARK_FAILED, DB_UUID(id), DB_UUID(&lease->token),
		DB_FLAG(failure->final || attempt >= OUTBOX_ATTEMPTS_MAX),
		DB_NUMBER(jittered_ms(outbox_lease_wait_s(attempt))),
		DB_STRING(failure->error), DB_FLAG(failure->held_up));
}

int64_t
outbox_lease_resume(struct call *call)
{
	return db_query_plain(call, RESUME)->affected;
}

bool
outbox_turns_step(struct call *call)
{
	db_query(call, MOVE_UP, DB_NUMBER(MOVED_AT_ONCE));
	return false;
}
