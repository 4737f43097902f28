/*
 * outbox_lease.h - claims outbox messages, and records their outcome.
 *
 * A worker claims messages and gets a lease on them: a random token, valid for 30
 * seconds. Each later change names the token. So a worker that was delayed changes
 * nothing once another worker has claimed its messages. Delivering one message takes less
 * than a lease lasts.
 *
 * A claim counts as an attempt. When a lease ends without a result, its worker died
 * during the attempt, perhaps because of the message. Only outbox_lease_claim_broken()
 * claims such messages, so that callers can isolate them: a message that kills workers
 * uses up its own attempts only.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_LEASE_H
#define KITH_SERVICES_NOTIFICATIONS_OUTBOX_OUTBOX_LEASE_H

#include "common/db/db.h"

#define OUTBOX_ATTEMPTS_MAX 10
#define OUTBOX_LEASE_MS 30000

struct outbox_lease {
	struct uuid token;
};

enum outbox_topic {
	OUTBOX_NOTICE, /* in the order of their times */
	/* Mails to an address, about an account or with a link, come before
	 * notifications and digests. Within both, the first mails of each asker, or to
	 * each address if nobody asked, come before the second ones, and so on; a mail
	 * that the server did not take loses a turn. */
	OUTBOX_MAIL,
};

/*
 * Claims up to `limit` messages of a topic that are due. The columns: id, attempts,
 * created_at, secret, and the texts of the payload: template, kind, recipient, notice,
 * from, to, to_address, link_path and note. The payload is not validated here, because
 * one invalid message would then block all others.
 *
 * A message without a result after OUTBOX_ATTEMPTS_MAX attempts fails here. It is among
 * the rows, so that callers recognize a full batch, and its column `given_up` is true.
 */
struct rows *outbox_lease_claim(struct call *call, enum outbox_topic topic, int64_t limit,
	struct outbox_lease *lease);

/* The same for messages whose lease has ended. */
struct rows *outbox_lease_claim_broken(struct call *call, enum outbox_topic topic,
	int64_t limit, struct outbox_lease *lease);

/* Marks messages as sent and erases their secrets. `leases` has the token of each.
 * `to_files` notes that they are mails that were written to files. */
void outbox_lease_sent(struct call *call, const struct uuid *ids,
	const struct uuid *leases, size_t count, bool to_files);

struct outbox_failure {
	int64_t attempt;
	const char *error; /* a sentence for administrators */
	bool final;        /* no retry */
	bool held_up;      /* not specific to the message: the server is unavailable */
};

/* Records a failed attempt. The wait before the next one grows; after the last one the
 * message fails. */
void outbox_lease_failed(struct call *call, const struct outbox_lease *lease,
	const struct uuid *id, const struct outbox_failure *failure);

/* Makes up to 1,000 held-up messages due now. Returns how many. */
int64_t outbox_lease_resume(struct call *call);

/* Returns the wait after attempt number `attempt` (from 1), without jitter. */
int64_t outbox_lease_wait_s(int64_t attempt);

#endif
