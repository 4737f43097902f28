/*
 * outbox_deliver.c - calls for the delivery of outbox messages.
 *
 * Any number of replicas may deliver at once. A claim skips rows that another replica is
 * claiming. A lease protects messages that are being delivered (outbox_lease.h). When a
 * worker dies, another one takes over its messages after the lease ends.
 *
 * The statement that delivers a notice also marks it sent: exactly once. A mail is sent
 * first and marked then: at least once, always with the same Message-ID and file name.
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
