#include "services/notifications/outbox/outbox_run.h"

#include "common/base/clock.h"
#include "common/base/log.h"
#include "services/notifications/outbox/outbox_deliver.h"
#include "services/notifications/outbox/outbox_mails.h"

/* The most rows that prune() and prune_idempotency() remove per call. */
#define PRUNE_BATCH 10000

STATEMENT(PRUNE,
	"SELECT prune() AS removed");
STATEMENT(PRUNE_IDEMPOTENCY,
	"SELECT prune_idempotency() AS removed");

STATEMENT(PRUNE_INBOX,
	"SELECT prune_inbox() AS removed");

/* The most rows that prune_inbox() removes per call. */
#define PRUNE_INBOX_BATCH 1000

/* The duration of a step, and the longest wait for a result within it. */
#define STEP_MS 1000
#define WAIT_MS 100

/* Suppressions of each cause. Refusals are also deleted after 30 days. */
#define SUPPRESSIONS_MAX 100000

STATEMENT(PRUNE_SUPPRESSIONS,
	"DELETE FROM mail_suppressions WHERE ctid = ANY (ARRAY("
	"(SELECT ctid FROM mail_suppressions WHERE cause = 'refused'"
	" AND since < now() - interval '30 days' LIMIT $1)"
	" UNION (SELECT ctid FROM mail_suppressions WHERE cause = 'refused'"
	" ORDER BY since DESC OFFSET $2 LIMIT $1)"
	" UNION (SELECT ctid FROM mail_suppressions WHERE cause = 'unsubscribed'"
	" ORDER BY since DESC OFFSET $2 LIMIT $1)))");

static struct outbox_mailer *mailer;

void
outbox_run_prepare(struct smtp *smtp, int connections)
{
	mailer = outbox_mailer_new(smtp, connections);
}

/* Logs a database failure. Returns false: the step is not repeated at once. */
static bool
stop(const struct call *call)
{
	log_warn("outbox_failed", LOG_TEXT("error", db_error(call->db)));
	return false;
}

bool
outbox_notices_step(struct call *call)
{
	bool alive;
	const int taken = outbox_notices(call->db, call->arena, &alive);

	return alive ? taken > 0 : stop(call);
}

bool
outbox_mails_step(struct call *call)
{
	const int64_t until_ms = clock_monotonic_ms() + STEP_MS;
	bool alive = true;
	int taken;

	do {
		taken = outbox_mailer_turn(
			mailer, call->db, call->arena, WAIT_MS, &alive);
	} while (alive && clock_monotonic_ms() < until_ms &&
		(taken > 0 || outbox_mailer_busy(mailer) > 0));
	if (!alive)
		return stop(call);
	return taken > 0 || outbox_mailer_busy(mailer) > 0;
}

bool
outbox_mails_finish(struct call *call)
{
	bool alive = true;

	outbox_mailer_settle(mailer, call->db, call->arena, WAIT_MS, &alive);
	return alive && outbox_mailer_busy(mailer) > 0;
}

static bool
removed_full_batch(const struct rows *rows)
{
	return rows->count == 1 && row_integer(rows, 0, "removed") >= PRUNE_BATCH;
}

bool
outbox_prune_step(struct call *call)
{
	return removed_full_batch(db_query_plain(call, PRUNE));
}

bool
outbox_prune_idempotency_step(struct call *call)
{
	return removed_full_batch(db_query_plain(call, PRUNE_IDEMPOTENCY));
}

bool
outbox_prune_inbox_step(struct call *call)
{
	struct rows *rows = db_query_plain(call, PRUNE_INBOX);

	return rows->count == 1 && row_integer(rows, 0, "removed") >= PRUNE_INBOX_BATCH;
}

bool
outbox_prune_suppressions_step(struct call *call)
{
	return db_query(call, PRUNE_SUPPRESSIONS, DB_NUMBER(PRUNE_BATCH),
		       DB_NUMBER(SUPPRESSIONS_MAX))
		       ->affected >= PRUNE_BATCH;
}
