/*
 * outbox_deliver.c - claims messages and delivers them.
 *
 * Any number of services may do this at once: a claim passes over rows that another one is
 * claiming, and a lease keeps others away from what is being delivered (outbox_lease.h). Messages
 * of a worker that dies go to the next one once the lease has ended. Notices are put into the
 * inbox by the statement that marks them sent, so exactly once; a mail is sent first and marked
 * then, so at least once, under the same Message-ID and the same file name.
 */
#include "services/notifications/outbox/outbox_deliver.h"

#include "common/base/clock.h"
#include "common/base/log.h"

#define CALL_MS 20000

struct call
outbox_call(struct db *db, struct arena *arena)
{
	return (struct call){
		.arena = arena,
		.db = db,
		.deadline_unix_ms = clock_unix_us() / 1000 + CALL_MS,
	};
}

bool
outbox_broken(const struct call *call)
{
	return call->outcome.db_problem != PROBLEM_NONE || call->outcome.db_retry;
}

int
outbox_deliver(struct db *db, struct arena *arena)
{
	bool alive = true;
	int taken = outbox_notices(db, arena, &alive);

	if (alive)
		taken += outbox_mails(db, arena, &alive);
	if (alive)
		return taken;
	log_warn("outbox_failed", LOG_TEXT("error", db_error(db)));
	return 0;
}
