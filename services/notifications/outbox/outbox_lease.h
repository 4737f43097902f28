/*
 * outbox_lease.h - who delivers which message, and what became of it.
 *
 * A worker claims messages and gets a lease on them: a random token, good for 30 seconds. Each
 * later change names the token, so a worker that was held up, and whose messages another one has
 * claimed meanwhile, changes nothing. Delivering one message takes less than a lease lasts.
 *
 * The claim counts as a try. A message whose lease has ended without a result was being tried when
 * its worker ended, and may be what ended it. It is claimed by outbox_lease_claim_broken() alone,
 * so that who delivers can see to it that such a message takes only itself to its tenth try.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_LEASE_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_LEASE_H

#include "common/db/db.h"

#define OUTBOX_ATTEMPTS_MAX 10
#define OUTBOX_LEASE_MS 30000

struct outbox_lease {
	struct uuid token;
};

/*
 * Claims up to `limit` messages of a topic that are due. The columns: id, attempts, created_at,
 * secret, and the texts of the payload: template, kind, recipient, notice, from, to, to_address,
 * to_name, link_path and note. Nothing of these is looked at here, or one that is wrong would
 * keep all others from being claimed.
 *
 * A message that was tried OUTBOX_ATTEMPTS_MAX times without a result has failed: it is among
 * the rows, so that a full batch is known as one, and its column `given_up` is true.
 */
struct rows *outbox_lease_claim(
	struct call *call, const char *topic, int64_t limit, struct outbox_lease *lease);

/* Likewise those whose lease has ended. */
struct rows *outbox_lease_claim_broken(
	struct call *call, const char *topic, int64_t limit, struct outbox_lease *lease);

/* These messages are delivered; their secrets are erased. `leases` has the token of each. */
void outbox_lease_sent(struct call *call, const struct uuid *ids,
	const struct uuid *leases, size_t count);

/* How a message failed. */
struct outbox_failure {
	int64_t attempt;
	const char *error; /* a sentence that administrators read */
	bool final;        /* trying it again is of no use */
	bool held_up;      /* nothing is wrong with it: the server does not work */
};

/* The message could not be delivered: it waits longer after each try, and fails with the last. */
void outbox_lease_failed(struct call *call, const struct outbox_lease *lease,
	const struct uuid *id, const struct outbox_failure *failure);

/* Those that were held up are due now, 1,000 at most; answers how many there were. */
int64_t outbox_lease_resume(struct call *call);

/* How long to wait after try number `attempt` (from 1), without the jitter. */
int64_t outbox_lease_wait_s(int64_t attempt);

#endif
