#include "services/events/rsvp/rsvp_remind.h"

#include "common/outbox/outbox.h"

/* If an event was moved after its reminder, the next one follows after 20 hours at the
 * earliest. */
STATEMENT(TAKE_EVENT,
	"SELECT id, starts_at, starts_at > now() AS wanted FROM events"
	" WHERE status = 'published' AND NOT reminded"
	" AND starts_at <= now() + interval '24 hours'"
	" AND (reminded_at IS NULL OR reminded_at < now() - interval '20 hours'"
	" OR starts_at <= now())"
	" ORDER BY starts_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED");

STATEMENT(NOTE_REMINDED,
	"UPDATE events SET reminded = true,"
	" reminded_at = CASE WHEN $2 THEN now() ELSE reminded_at END WHERE id = $1");

STATEMENT(REMIND_GOING,
	OUTBOX_NOTICE_EACH(
	"SELECT member_id FROM event_rsvps WHERE event_id = $2 AND status = 'going'"));

bool
rsvp_remind_step(struct call *call)
{
	struct rows *rows = db_query_plain(call, TAKE_EVENT);
	struct outbox_notice notice = {.kind = NOTICE_EVENT_REMINDER};
	bool wanted;

	if (rows->count == 0)
		return false;
	wanted = row_boolean(rows, 0, "wanted");
	notice.subject = row_uuid(rows, 0, "id");
	notice.moment = (struct instant){GIVEN, row_instant_us(rows, 0, "starts_at")};
	if (wanted)
		outbox_notice_each(call, REMIND_GOING, &notice);
	db_query(call, NOTE_REMINDED, DB_UUID(&notice.subject), DB_FLAG(wanted));
	return true;
}
