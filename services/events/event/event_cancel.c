#include "common/outbox/outbox.h"
#include "services/events/event/event.h"
#include "services/events/handlers.h"

STATEMENT(CANCEL_EVENT,
	"UPDATE events SET status = 'cancelled', cancel_reason = $2 WHERE id = $1");

/* One statement, independent of the number of recipients. */
STATEMENT(NOTIFY_ALL,
	OUTBOX_NOTICE_EACH(
	"SELECT member_id FROM event_rsvps"
	" WHERE event_id = $2 AND status <> 'cancelled' AND member_id <> $1"));

/* Cancelling is final. It sends no notices for an event that has ended. */
enum problem
event_cancel(struct call *call, const void *input)
{
	const struct event_cancel_in *in = input;
	const struct outbox_notice notice = {
		.kind = NOTICE_EVENT_CANCELLED, .subject = in->id.uuid};
	struct event event;
	enum problem problem = event_lock_managed(call, &in->id.uuid, &event);

	if (problem != PROBLEM_NONE)
		return problem;
	if (!event.cancelled)
		db_query(call, CANCEL_EVENT, DB_ID(in->id), DB_TEXT(in->reason));
	if (event.published && !event.ended)
		outbox_notice_each(call, NOTIFY_ALL, &notice);
	return event_answer(call, &in->id.uuid);
}
