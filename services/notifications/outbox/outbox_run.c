#include "services/notifications/outbox/outbox_run.h"

#include "services/notifications/outbox/outbox_deliver.h"

/* What both functions remove at most at once. */
#define PRUNE_BATCH 10000

STATEMENT(PRUNE,
	"SELECT prune() AS removed");
STATEMENT(PRUNE_IDEMPOTENCY,
	"SELECT prune_idempotency() AS removed");

bool
outbox_deliver_step(struct call *call)
{
	return outbox_deliver(call->db, call->arena) > 0;
}

/* Whether a function removed as many rows as it may. */
static bool
removed_all_it_may(const struct rows *rows)
{
	return rows->count == 1 && row_integer(rows, 0, "removed") >= PRUNE_BATCH;
}

bool
outbox_prune_step(struct call *call)
{
	return removed_all_it_may(db_query_plain(call, PRUNE));
}

bool
outbox_prune_idempotency_step(struct call *call)
{
	return removed_all_it_may(db_query_plain(call, PRUNE_IDEMPOTENCY));
}
