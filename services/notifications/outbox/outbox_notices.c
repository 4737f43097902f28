/*
 * outbox_notices.c - moves notices from the outbox to the inbox.
 *
 * One statement delivers a batch, because an event with thousands of attendees writes
 * thousands of notices. When it fails, each notice is tried alone, to find the one that
 * causes the failure.
 */
#include <string.h>

#include "common/base/id.h"
#include "common/config/config.h"
#include "proto/bounds/bounds.h"
#include "proto/notices.h"
#include "services/notifications/outbox/outbox_deliver.h"
#include "services/notifications/outbox/reminder_sql.h"

/*
 * Delivers the messages $1 under the lease $2. Returns those that cannot be delivered now
 * because the recipient's row is locked: waiting for it would delay all others. Suspended
 * and deleted members get nothing, and the message counts as sent. A notification gets
 * the time of its delivery, so that it is at the head of the list even after a delay.
 *
 * The same statement decides which notifications are mailed. $3: the kinds that a service
 * mails itself. $4: the kinds mailed unless the recipient switched them off. $5: the
 * kinds mailed if the recipient switched them on. The mail's text is looked up when it is
 * sent.
 *
 * Daily bounds keep a member from flooding another's inbox or mailbox by doing and
 * undoing something. One actor causes at most $6 notifications and $7 mails for a
 * recipient. At most $8 and $9 of them are of the same kind about the same subject.
 * Notifications above $6 or $8 are dropped; those above $7 or $9 are not mailed. Only
 * delivered notifications and mails count. Replicas that deliver at the same moment may
 * exceed the bounds by one batch each.
 */
STATEMENT(DELIVER,
		"WITH message AS MATERIALIZED (SELECT id, created_at, payload,"
	" payload ->> 'kind' AS kind,"
	" (payload ->> 'recipient')::uuid AS recipient,"
	" (payload ->> 'actor')::uuid AS actor,"
	" (payload ->> 'subject')::uuid AS subject"
	" FROM outbox"
	" WHERE id = ANY ($1) AND lease = $2 AND status = 'pending' FOR UPDATE),"
	" held AS MATERIALIZED (SELECT h.id, h.status"
	" FROM hold_members(ARRAY(SELECT DISTINCT recipient FROM message)) h),"
		" busy AS MATERIALIZED (SELECT n.id"
	" FROM message n JOIN members m ON m.id = n.recipient"
	" WHERE n.recipient NOT IN (SELECT id FROM held)),"
	" wanted AS (SELECT n.*, n.kind = ANY ($3::text[])"
	" OR n.kind = ANY ($4::text[]) AND n.kind <> ALL (coalesce(p.mail_off, '{}'))"
			" OR n.kind = ANY ($5::text[])"
	" AND n.kind = ANY (coalesce(p.mail_on, '{}')) AS wish"
	" FROM message n"
	" LEFT JOIN notification_preferences p ON p.member_id = n.recipient),"
	" same AS (SELECT n.*, b.told, b.mailed,"
	" n.actor IS NULL OR b.same_told + row_number() OVER same <= $8 AS tell,"
	" n.wish AND (n.actor IS NULL"
	" OR b.same_mailed + count(*) FILTER (WHERE n.wish) OVER same <= $9) AS mail"
	" FROM wanted n CROSS JOIN LATERAL (SELECT count(*) AS told,"
	" count(*) FILTER (WHERE b.mailed) AS mailed,"
		" count(*) FILTER (WHERE b.kind = n.kind AND b.subject_id = n.subject)"
	" AS same_told,"
	" count(*) FILTER (WHERE b.kind = n.kind AND b.subject_id = n.subject"
	" AND b.mailed) AS same_mailed"
	" FROM inbox b WHERE b.recipient = n.recipient AND b.actor = n.actor"
	" AND b.created_at > now() - interval '1 day') AS b"
	" WINDOW same AS (PARTITION BY n.recipient, n.actor, n.kind, n.subject"
	" ORDER BY n.created_at, n.id)),"
	" bounded AS (SELECT s.*, s.tell AND (s.actor IS NULL"
	" OR s.told + count(*) FILTER (WHERE s.tell) OVER whole <= $6) AS tell_it,"
	" s.mail AND (s.actor IS NULL"
			" OR s.mailed"
	" + count(*) FILTER (WHERE s.tell AND s.mail) OVER whole <= $7) AS mail_it"
	" FROM same s WINDOW whole AS (PARTITION BY s.recipient, s.actor"
	" ORDER BY s.created_at, s.id)),"
	" sent AS (UPDATE outbox o SET status = 'sent', sent_at = now(), lease = NULL,"
	" leased_until = NULL, last_error = NULL FROM message n"
	" WHERE o.id = n.id AND n.id NOT IN (SELECT id FROM busy)),"
	" told AS (INSERT INTO inbox (id, recipient, kind, actor, subject_type,"
	" subject_id,"
	" created_at, dedupe, mailed) SELECT new_id(), n.recipient, n.kind, n.actor,"
	" n.payload ->> 'subjectType', n.subject, now(), n.id, n.mail_it"
	" OR n.kind = ANY ($3) FROM bounded n JOIN held ON held.id = n.recipient"
	" AND held.status <> 'suspended'"
		" WHERE n.tell_it AND " NOTICE_STANDS("n.payload")
	" ORDER BY n.recipient ON CONFLICT DO NOTHING"
	" RETURNING id, recipient, kind, mailed),"
	" mailed AS (INSERT INTO outbox (id, topic, payload) SELECT new_id(), 'mail',"
	" jsonb_build_object('kind', t.kind, 'recipient', t.recipient, 'notice', t.id)"
	" FROM told t WHERE t.mailed AND t.kind <> ALL ($3))"
	" SELECT id FROM busy");

/* Returns the bound, or no bound when the operator switched rate limits off. */
static struct db_param
bound(int64_t most)
{
	return DB_NUMBER(
		strcmp(config()->rate_limits.data, "off") == 0 ? INT32_MAX : most);
}

#define BUSY "another transaction is changing the recipient's account"

static int64_t
attempt_of(const struct rows *rows, const struct uuid *id)
{
	int row = 0;

	while (row + 1 < rows->count) {
		const struct uuid other = row_uuid(rows, row, "id");

		if (id_equal(&other, id))
			break;
		row++;
	}
	return row_integer(rows, row, "attempts");
}

/* Returns false when the database fails. */
static bool
note_failure(struct db *db, const struct outbox_lease *lease, const struct rows *claimed,
	const struct uuid *id, const char *error)
{
	struct call call = outbox_call(db, claimed->arena);

	outbox_lease_failed(&call, lease, id,
		&(const struct outbox_failure){
			.attempt = attempt_of(claimed, id), .error = error});
	return !outbox_broken(&call);
}

static struct db_param
kinds_mailed(struct arena *arena, enum notice_mail mail)
{
	struct text *items = arena_array(arena, NOTICE_COUNT, sizeof(*items));
	uint32_t count = 0;

	for (int i = NOTICE_NONE + 1; i < NOTICE_COUNT; i++)
		if (notice_infos[i].mail == mail)
			items[count++] = arena_text(arena, notice_infos[i].kind);
	return DB_TEXTS(((struct text_list){GIVEN, count, items}));
}

/* Delivers claimed messages; `call` records whether that fails. Returns false when the
 * failure of a busy recipient cannot be recorded. */
static bool
deliver(struct call *call, const struct outbox_lease *lease, const struct rows *claimed,
	const struct uuid *ids, size_t count)
{
	struct rows *busy = db_query(call, DELIVER, DB_UUIDS(ids, count),
		DB_UUID(&lease->token), kinds_mailed(call->arena, NOTICE_MAIL_OWN),
		kinds_mailed(call->arena, NOTICE_MAIL_ON),
		kinds_mailed(call->arena, NOTICE_MAIL_OFF), bound(BOUND_NOTICES_A_DAY),
		bound(BOUND_NOTICE_MAILS_A_DAY), bound(BOUND_SAME_NOTICES_A_DAY),
		bound(BOUND_SAME_NOTICE_MAILS_A_DAY));
	bool alive = true;

	for (int i = 0; i < busy->count && alive; i++) {
		const struct uuid id = row_uuid(busy, i, "id");

		alive = note_failure(call->db, lease, claimed, &id, BUSY);
	}
	return alive;
}

/* Delivers one by one, so that an error is recorded at the message that causes it. */
static bool
deliver_each(struct db *db, const struct outbox_lease *lease, const struct rows *claimed,
	const struct uuid *ids, size_t count)
{
	bool alive = true;

	for (size_t i = 0; i < count && alive; i++) {
		struct call call = outbox_call(db, claimed->arena);

		alive = deliver(&call, lease, claimed, &ids[i], 1);
		if (outbox_broken(&call))
			alive = note_failure(db, lease, claimed, &ids[i],
				arena_printf(claimed->arena,
					"the database rejected the notification: %s",
					db_error(db)));
	}
	return alive;
}

static int
deliver_claimed(struct db *db, const struct outbox_lease *lease,
	const struct rows *claimed, bool *alive)
{
	struct arena *arena = claimed->arena;
	struct uuid *ids = arena_array(arena, (size_t)claimed->count + 1, sizeof(*ids));
	struct call call = outbox_call(db, arena);
	size_t count = 0;

	for (int i = 0; i < claimed->count; i++)
		if (!row_boolean(claimed, i, "given_up"))
			ids[count++] = row_uuid(claimed, i, "id");
	if (count == 0)
		return claimed->count;
	*alive = deliver(&call, lease, claimed, ids, count);
	if (outbox_broken(&call))
		*alive = deliver_each(db, lease, claimed, ids, count);
	return claimed->count;
}

int
outbox_notices(struct db *db, struct arena *arena, bool *alive)
{
	struct call call = outbox_call(db, arena);
	struct outbox_lease lease;
	struct rows *claimed =
		outbox_lease_claim_broken(&call, OUTBOX_NOTICE, OUTBOX_NOTICES, &lease);
	int taken = 0;

	*alive = !outbox_broken(&call);
	if (*alive && claimed->count > 0)
		taken = deliver_claimed(db, &lease, claimed, alive);
	if (!*alive)
		return taken;
	claimed = outbox_lease_claim(&call, OUTBOX_NOTICE, OUTBOX_NOTICES, &lease);
	*alive = !outbox_broken(&call);
	if (*alive)
		taken += deliver_claimed(db, &lease, claimed, alive);
	return taken;
}
