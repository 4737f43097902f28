/*
 * outbox_deliver.c - claims messages under a lease and delivers each.
 *
 * Any number of services may do this at once: a claim passes over rows that another one is
 * claiming, and a lease keeps others away from what is being delivered. Who dies within its
 * lease leaves the message to the next one. A notice goes into the inbox in the statement that
 * marks it sent, so exactly once; a mail is sent first and marked then, so at least once, under
 * the same Message-ID and the same file name.
 */
#include "services/notifications/outbox/outbox_deliver.h"

#include <string.h>

#include "common/base/id.h"
#include "common/base/log.h"
#include "common/secret/secret.h"
#include "proto/mails.h"
#include "services/notifications/mail/mail_deliver.h"
#include "services/notifications/outbox/reminder_sql.h"

#define ATTEMPTS_MAX 10
#define WAIT_FIRST_S 9
#define WAIT_FACTOR 3 /* 9 waits from 9 s: the tenth try comes after about a day */

STATEMENT(CLAIM,
	"UPDATE outbox o SET leased_until = now() + interval '30 seconds', attempts = attempts + 1"
	" WHERE id = ANY (ARRAY(SELECT id FROM outbox WHERE status = 'pending'"
	" AND next_attempt_at <= now() AND (leased_until IS NULL OR leased_until < now())"
	" ORDER BY next_attempt_at LIMIT $1 FOR UPDATE SKIP LOCKED))"
	" RETURNING id, topic, attempts, created_at, secret, payload ->> 'template' AS template,"
	" payload ->> 'toAddress' AS to_address, payload ->> 'toName' AS to_name,"
	" payload ->> 'linkPath' AS link_path, payload ->> 'note' AS note,"
	" EXISTS (SELECT FROM members m WHERE lower(m.email) = lower(payload ->> 'toAddress')"
	" AND m.status = 'suspended') AS suspended");

STATEMENT(MARK_SENT,
	"UPDATE outbox SET status = 'sent', sent_at = now(), secret = NULL, leased_until = NULL,"
	" last_error = NULL WHERE id = $1 AND status = 'pending'");

/* Suspended members get no notices either. A reminder was written long before its time. */
STATEMENT(DELIVER_NOTICE,
	"WITH done AS (UPDATE outbox SET status = 'sent', sent_at = now(), leased_until = NULL,"
	" last_error = NULL WHERE id = $1 AND status = 'pending' RETURNING id, created_at, payload)"
	" INSERT INTO inbox (id, recipient, kind, actor, subject_type, subject_id, created_at,"
	" dedupe) SELECT $2, m.id, done.payload ->> 'kind', (done.payload ->> 'actor')::uuid,"
	" done.payload ->> 'subjectType', (done.payload ->> 'subject')::uuid,"
	" CASE WHEN done.payload ? 'moment' THEN now() ELSE done.created_at END,"
	" done.id FROM done JOIN members m ON m.id = (done.payload ->> 'recipient')::uuid"
	" AND m.status <> 'suspended' WHERE " REMINDER_STANDS(
		"done.payload") " ON CONFLICT DO NOTHING");

STATEMENT(MARK_FAILED,
	"UPDATE outbox SET status = CASE WHEN $2 THEN 'failed' ELSE 'pending' END,"
	" next_attempt_at = now() + $3 * interval '1 millisecond', leased_until = NULL,"
	" last_error = $4 WHERE id = $1 AND status = 'pending'");

int64_t
outbox_wait_s(int64_t attempts)
{
	int64_t wait_s = WAIT_FIRST_S;

	for (int64_t i = 1; i < attempts && i < ATTEMPTS_MAX; i++)
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

static void
note_failure(
	struct call *call, const struct uuid *id, int64_t attempts, const char *error)
{
	const bool last = attempts >= ATTEMPTS_MAX;

	log_warn("delivery_failed", LOG_TEXT("error", error),
		LOG_INT("attempt", attempts));
	db_query(call, MARK_FAILED, DB_UUID(id), DB_FLAG(last),
		DB_NUMBER(jittered_ms(outbox_wait_s(attempts))), DB_STRING(error));
}

static struct text
text_or_absent(const struct rows *rows, int row, const char *column)
{
	if (row_null(rows, row, column))
		return (struct text){.presence = ABSENT, .data = ""};
	return row_text(rows, row, column);
}

static void
deliver_mail(struct call *call, const struct rows *rows, int row, const struct uuid *id)
{
	const struct mail_order order = {
		.id = *id,
		.created_at_us = row_instant_us(rows, row, "created_at"),
		.template_name = text_or_absent(rows, row, "template"),
		.to_address = text_or_absent(rows, row, "to_address"),
		.to_name = text_or_absent(rows, row, "to_name"),
		.link_path = text_or_absent(rows, row, "link_path"),
		.note = text_or_absent(rows, row, "note"),
		.sealed_secret = text_or_absent(rows, row, "secret"),
	};
	const char *error = NULL;

	if (!row_boolean(rows, row, "suspended") ||
		mail_infos[mail_named(order.template_name.data)].policy ==
			MAIL_EVEN_SUSPENDED)
		error = mail_deliver(call->arena, &order);
	if (error == NULL)
		db_query(call, MARK_SENT, DB_UUID(id));
	else
		note_failure(call, id, row_integer(rows, row, "attempts"), error);
}

static void
deliver_notice(struct call *call, const struct uuid *id)
{
	const struct uuid entry = id_new();

	db_query(call, DELIVER_NOTICE, DB_UUID(id), DB_UUID(&entry));
}

int
outbox_deliver(struct call *call)
{
	struct rows *rows = db_query(call, CLAIM, DB_NUMBER(OUTBOX_BATCH));

	for (int i = 0; i < rows->count; i++) {
		const struct uuid id = row_uuid(rows, i, "id");

		if (strcmp(row_text(rows, i, "topic").data, "notice") == 0)
			deliver_notice(call, &id);
		else
			deliver_mail(call, rows, i, &id);
	}
	return rows->count;
}
