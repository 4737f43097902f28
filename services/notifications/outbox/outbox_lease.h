/*
 * outbox_lease.h - who delivers which message, and what became of it.
 *
 * A worker claims messages and gets a lease on them: a random token, good for 30 seconds. Each
 * later change names the token, so a worker that was held up, and whose messages another one has
 * claimed meanwhile, changes nothing. Delivering one message takes less than a lease lasts.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_LEASE_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_LEASE_H

#include "common/db/db.h"

#define OUTBOX_ATTEMPTS_MAX 10

struct outbox_lease {
	struct uuid token;
};

/*
 * Claims up to `limit` messages of a topic that are due. The columns: id, attempts, created_at,
 * secret, template, to_address, to_name, link_path, note, and `suspended`, whether a mail is for
 * a suspended member.
 *
 * A message that was tried OUTBOX_ATTEMPTS_MAX times without a result has failed: it is among
 * the rows, so that a full batch is known as one, and its column `given_up` is true. With
 * `counted` the claim counts as a try; otherwise outbox_lease_try() does, for each message.
 */
struct rows *outbox_lease_claim(struct call *call, const char *topic, int64_t limit,
	bool counted, struct outbox_lease *lease);

/* Counts a try and renews the lease. Answers the number of the try, or 0 when the message is no
 * longer this worker's to deliver. */
int64_t outbox_lease_try(
	struct call *call, const struct outbox_lease *lease, const struct uuid *id);

/* The message is delivered; its secret is erased. */
void outbox_lease_sent(
	struct call *call, const struct outbox_lease *lease, const struct uuid *id);

/* The message could not be delivered for this reason, which administrators read: it waits longer
 * after each try, and fails with the last. */
void outbox_lease_failed(struct call *call, const struct outbox_lease *lease,
	const struct uuid *id, int64_t attempt, const char *error);

/* How long to wait after try number `attempt` (from 1), without the jitter. */
int64_t outbox_lease_wait_s(int64_t attempt);

#endif
