#include "services/events/change_notices/change_notices.h"

#include "common/outbox/outbox.h"

/* The end of the quiet period after a notice; `soon`: the event is about to start. */
#define QUIET(soon) \
	SQL("now() + CASE WHEN " soon " THEN interval '1 minute'" \
	" ELSE interval '15 minutes' END")

/* No notice was sent recently and none is pending; or the change is urgent ($2) and the
 * last notice was not. */
#define AT_ONCE \
	SQL("(c.ticket IS NULL AND c.quiet_until <= now()" \
	" OR $2 AND c.quiet_until > now() + interval '1 minute')")

/* Returns whether to send the notice now. */
STATEMENT(NOTE_CHANGE,
	"INSERT INTO event_changes AS c (event_id, quiet_until)"
	" VALUES ($1, " QUIET("$2::boolean") ")"
	" ON CONFLICT ON CONSTRAINT event_changes_pkey DO UPDATE SET"
	" quiet_until = CASE WHEN " AT_ONCE " THEN excluded.quiet_until"
	" ELSE c.quiet_until END, ticket = CASE WHEN NOT " AT_ONCE
	" THEN (SELECT e.last_ticket FROM events e WHERE e.id = $1) END,"
	" changed_by = CASE WHEN NOT " AT_ONCE " THEN $3::uuid END,"
	" changed_before_by = CASE WHEN NOT " AT_ONCE
	" AND c.ticket IS NOT NULL THEN CASE WHEN c.changed_by <> $3 THEN c.changed_by"
	" ELSE c.changed_before_by END END"
	" RETURNING c.ticket IS NULL AS at_once");

STATEMENT(NOTIFY_GOING,
	OUTBOX_NOTICE_EACH(
	"SELECT member_id FROM event_rsvps"
	" WHERE event_id = $2 AND status = 'going' AND member_id <> $1"));

/* Locks the event first, like every change of an event. */
STATEMENT(TAKE_EVENT,
	"SELECT e.id, e.status = 'published' AND e.ends_at > now() AS open FROM events e"
	" WHERE e.id = (SELECT c.event_id FROM event_changes c"
	" WHERE c.quiet_until <= now()"
	" ORDER BY c.quiet_until LIMIT 1) FOR NO KEY UPDATE SKIP LOCKED");

STATEMENT(FORGET_QUIET,
	"DELETE FROM event_changes WHERE event_id = $1 AND quiet_until <= now()"
	" AND (ticket IS NULL OR NOT $2)");

/* The member who changed the event last, and the last other member before. */
STATEMENT(FIND_CHANGERS,
	"SELECT x.member_id FROM event_changes c"
	" CROSS JOIN LATERAL (VALUES (c.changed_by), (c.changed_before_by))"
	" AS x (member_id)"
	" WHERE c.event_id = $1 AND c.ticket IS NOT NULL AND c.quiet_until <= now()"
	" AND x.member_id IS NOT NULL");

/* Several members may have changed the event. Each notice names the member who changed it
 * last; that member's own notice names the previous one. */
STATEMENT(NOTIFY_LATER,
	OUTBOX_NOTICE_EACH(
	"SELECT r.member_id FROM event_changes c"
	" JOIN event_rsvps r ON r.event_id = c.event_id"
	" WHERE c.event_id = $2 AND r.status = 'going' AND r.ticket <= c.ticket"
	" AND $1 = CASE WHEN r.member_id = c.changed_by THEN c.changed_before_by"
	" ELSE c.changed_by END"));

STATEMENT(NOTE_NOTIFIED,
	"UPDATE event_changes c SET ticket = NULL, changed_by = NULL,"
	" changed_before_by = NULL,"
	" quiet_until = " QUIET("e.starts_at <= now() + interval '1 hour'")
	" FROM events e WHERE c.event_id = $1 AND e.id = $1 AND c.quiet_until <= now()");

void
change_notices_send(struct call *call, const struct uuid *event, bool soon)
{
	const struct outbox_notice notice = {
		.kind = NOTICE_EVENT_UPDATED, .subject = *event};
	struct rows *rows = db_query(
		call, NOTE_CHANGE, DB_UUID(event), DB_FLAG(soon), DB_CALLER(call));

	if (rows->count == 1 && row_boolean(rows, 0, "at_once"))
		outbox_notice_each(call, NOTIFY_GOING, &notice);
}

bool
change_notices_step(struct call *call)
{
	struct rows *rows = db_query_plain(call, TAKE_EVENT);
	struct outbox_notice notice = {.kind = NOTICE_EVENT_UPDATED};
	struct uuid event;

	if (rows->count == 0)
		return false;
	event = row_uuid(rows, 0, "id");
	db_query(call, FORGET_QUIET, DB_UUID(&event),
		DB_FLAG(row_boolean(rows, 0, "open")));
	notice.subject = event;
	rows = db_query(call, FIND_CHANGERS, DB_UUID(&event));
	for (int i = 0; i < rows->count; i++) {
		const struct uuid by = row_uuid(rows, i, "member_id");

		notice.by = &by;
		outbox_notice_each(call, NOTIFY_LATER, &notice);
	}
	db_query(call, NOTE_NOTIFIED, DB_UUID(&event));
	return true;
}
