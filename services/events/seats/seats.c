#include "services/events/seats/seats.h"

#include "common/outbox/outbox.h"

/* Whether the member of the RSVP `r` may attend the event `e`. It is evaluated per row,
 * because the waiting list is read in order and usually only its first row is needed. */
#define MAY_GO \
	SQL("(SELECT m.status = 'active' FROM members m WHERE m.id = r.member_id)" \
	    " AND (e.scope = 'public' OR EXISTS (SELECT FROM org_members v" \
	    " WHERE v.org_id = e.org_id AND v.member_id = r.member_id))")

/* A NULL capacity is no limit. */
STATEMENT(PROMOTE,
	"WITH e AS (SELECT id, scope, org_id, capacity - going_count AS room FROM events"
	" WHERE id = $2 AND status = 'published' AND starts_at > now()),"
	" next AS (SELECT r.member_id FROM e JOIN event_rsvps r ON r.event_id = e.id"
	" WHERE r.status = 'waitlist' AND " MAY_GO
	" ORDER BY r.ticket LIMIT (SELECT room FROM e)),"
	" promoted AS (UPDATE event_rsvps r SET status = 'going' FROM next"
	" WHERE r.event_id = $2 AND r.member_id = next.member_id RETURNING r.member_id),"
	" counted AS (UPDATE events SET going_count = going_count + n.more,"
	" waitlist_count = waitlist_count - n.more"
	" FROM (SELECT count(*) AS more FROM promoted) AS n WHERE id = $2"
	" AND n.more > 0) "
	OUTBOX_NOTICE_EACH("SELECT member_id FROM promoted"));

STATEMENT(RELEASE,
	"WITH gone AS (SELECT r.member_id, r.status FROM events e"
	" JOIN event_rsvps r ON r.event_id = e.id"
	" WHERE e.id = $1 AND r.status <> 'cancelled' AND NOT (" MAY_GO ")),"
	" released AS (UPDATE event_rsvps r SET status = 'cancelled' FROM gone"
	" WHERE r.event_id = $1 AND r.member_id = gone.member_id)"
	" UPDATE events SET going_count = going_count - n.going,"
	" waitlist_count = waitlist_count - n.waiting"
	" FROM (SELECT count(*) FILTER (WHERE status = 'going') AS going,"
	" count(*) FILTER (WHERE status = 'waitlist') AS waiting FROM gone) AS n"
	" WHERE id = $1 AND n.going + n.waiting > 0");

int64_t
seats_promote(struct call *call, const struct uuid *event)
{
	const struct outbox_notice notice = {
		.kind = NOTICE_WAITLIST_PROMOTED, .subject = *event, .by_nobody = true};

	return outbox_notice_each(call, PROMOTE, &notice);
}

void
seats_release(struct call *call, const struct uuid *event)
{
	db_query(call, RELEASE, DB_UUID(event));
}
