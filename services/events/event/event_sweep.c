#include "services/events/event/event_sweep.h"

STATEMENT(SWEEP,
	"UPDATE events SET ended = true WHERE id = ANY (ARRAY("
	"SELECT id FROM events WHERE NOT ended AND ends_at <= now()"
	" ORDER BY ends_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED))");

bool
event_sweep_step(struct call *call)
{
	return db_query(call, SWEEP, DB_NUMBER(EVENT_SWEEP_BATCH))->affected ==
		EVENT_SWEEP_BATCH;
}
