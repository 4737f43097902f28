/*
 * outbox_digest.c - writes the digests that are due.
 *
 * A digest lists notifications that were delivered between the last digest and a minute
 * ago, were not mailed themselves, and are unread. The minute is a margin: a notification
 * may become visible later than its timestamp, and is then in the next digest. Its
 * contents are looked up when the mail is sent (outbox_letter.c). It also lists what is
 * new in the network, as the front page does.
 */
#include "common/schema/news_sql.h"
#include "services/notifications/outbox/outbox_run.h"

#define DIGESTS_AT_ONCE 500

#define NEWS_WITHIN(time, id) \
	SQL(" AND " time " > d.digest_from AND " time " <= d.digest_to LIMIT 1")

STATEMENT(MAKE_DIGESTS,
	"WITH due AS MATERIALIZED (SELECT member_id, digest_from,"
	" greatest(digest_from, now() - interval '1 minute') AS digest_to, digest_at,"
		" CASE digest WHEN 'daily' THEN interval '1 day'"
	" ELSE interval '7 days' END AS step"
	" FROM notification_preferences WHERE digest_at <= now()"
	" ORDER BY digest_at LIMIT $1 FOR UPDATE SKIP LOCKED),"
	" moved AS (UPDATE notification_preferences p SET digest_from = d.digest_to,"
		" digest_at = CASE WHEN d.digest_at + d.step > now() THEN d.digest_at"
	" ELSE now() END + d.step"
	" FROM due d WHERE p.member_id = d.member_id RETURNING p.member_id),"
	" made AS (INSERT INTO outbox (id, topic, payload) SELECT new_id(), 'mail',"
	" jsonb_build_object('template', 'digest', 'recipient', d.member_id,"
	" 'from', d.digest_from, 'to', d.digest_to) FROM due d"
	" WHERE EXISTS (SELECT FROM inbox n WHERE n.recipient = d.member_id"
	" AND n.created_at > d.digest_from AND n.created_at <= d.digest_to"
	" AND NOT n.mailed AND n.read_at IS NULL)"
	" OR EXISTS (" NEWS_FOUND("d.member_id", NEWS_WITHIN) "))"
	" SELECT count(*) AS due FROM moved");

bool
outbox_digest_step(struct call *call)
{
	struct rows *rows = db_query(call, MAKE_DIGESTS, DB_NUMBER(DIGESTS_AT_ONCE));

	return rows->count == 1 && row_integer(rows, 0, "due") >= DIGESTS_AT_ONCE;
}
