#include "services/events/rsvp/rsvp_recheck.h"

#include "services/events/seats/seats.h"

/* Takes all rechecks of one event. Rechecks added meanwhile remain for the next step. */
STATEMENT(TAKE_RECHECK,
	"WITH one AS (SELECT event_id FROM event_rechecks ORDER BY id LIMIT 1"
	" FOR UPDATE SKIP LOCKED)"
	" DELETE FROM event_rechecks WHERE id = ANY (ARRAY("
	"SELECT k.id FROM event_rechecks k JOIN one ON one.event_id = k.event_id"
	" FOR UPDATE OF k SKIP LOCKED)) RETURNING event_id");

STATEMENT(LOCK_EVENT,
	"SELECT ends_at <= now() AS ended FROM events WHERE id = $1 FOR NO KEY UPDATE");

bool
rsvp_recheck_step(struct call *call)
{
	struct rows *taken = db_query_plain(call, TAKE_RECHECK), *event;
	struct uuid id;

	if (taken->count == 0)
		return false;
	id = row_uuid(taken, 0, "event_id");
	event = db_query(call, LOCK_EVENT, DB_UUID(&id));
	if (event->count == 0 || row_boolean(event, 0, "ended"))
		return true;
	seats_release(call, &id);
	seats_promote(call, &id);
	return true;
}
