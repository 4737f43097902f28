/*
 * outbox_deliver.c - how messages are claimed and delivered.
 *
 * Any number of services may do this at once: a claim passes over rows that another one is
 * claiming, and a lease keeps others away from what is being delivered (outbox_lease.h). Messages
 * of a worker that dies go to the next one once the lease has ended. Notices are put into the
 * inbox by the statement that marks them sent, so exactly once; a mail is sent first and marked
 * then, so at least once, under the same Message-ID and the same file name.
 */
#include "services/notifications/outbox/outbox_deliver.h"

#include "common/base/clock.h"

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
