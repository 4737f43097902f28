#include <string.h>

#include "services/events/event/event.h"
#include "services/events/handlers.h"
#include "services/events/seats/seats.h"

/* Ticket numbers define the order of the waiting list. A transaction may begin long
 * before it gets the lock, so its timestamp does not give the order. */
STATEMENT(TAKE_SEAT,
	"WITH e AS (UPDATE events SET last_ticket = last_ticket + 1,"
	" going_count = going_count + ($3::text = 'going')::int,"
	" waitlist_count = waitlist_count + ($3 = 'waitlist')::int"
	" WHERE id = $2 RETURNING id, last_ticket, created_at, starts_at)"
	" INSERT INTO event_rsvps (event_id, member_id, status, ticket, event_created_at,"
	" event_starts_at, created_at)"
	" SELECT id, $1, $3, last_ticket, created_at, starts_at, clock_timestamp() FROM e"
	" ON CONFLICT ON CONSTRAINT event_rsvps_pkey DO UPDATE"
	" SET status = excluded.status,"
	" ticket = excluded.ticket, event_starts_at = excluded.event_starts_at");

STATEMENT(GIVE_UP_SEAT,
	"WITH r AS (UPDATE event_rsvps SET status = 'cancelled'"
	" WHERE event_id = $2 AND member_id = $1)"
	" UPDATE events SET going_count = going_count - ($3::text = 'going')::int,"
	" waitlist_count = waitlist_count - ($3 = 'waitlist')::int WHERE id = $2");

static bool
is(const struct text *status, const char *name)
{
	return status->presence == GIVEN && strcmp(status->data, name) == 0;
}

/* Whether the caller is going or on the waiting list. */
static bool
takes_part(const struct event *event)
{
	return is(&event->rsvp, "going") || is(&event->rsvp, "waitlist");
}

static enum problem
answer(struct call *call, const struct event *event, const char *status, int64_t going,
	int64_t waiting)
{
	const struct reply_extra fields[] = {
		REPLY_FIELD_STRING("title", event->visible ? event->title.data : NULL),
		REPLY_FIELD_STRING("status", status),
		REPLY_FIELD_INTEGER("goingCount", going),
		REPLY_FIELD_INTEGER("waitlistCount", waiting),
	};

	return reply_fields(call, fields, COUNT_OF(fields));
}

/* Refuses an RSVP to a closed event. Platform administrators see every event, but may
 * attend only public events and those of their own organizations. */
static enum problem
check_open(struct call *call, const struct event *event)
{
	static const char *const roles[] = {"owner", "admin", "member", NULL};

	if (!event->inside) {
		call->outcome.requires_name = "orgRole";
		call->outcome.requires_values = roles;
		call->outcome.next_step = "Join the organization first, with {org_join}.";
		return call_fail(call, PROBLEM_ORG_ROLE_REQUIRED, NULL);
	}
	if (event->published && !event->ended)
		return PROBLEM_NONE;
	return call_fail(call, PROBLEM_EVENT_NOT_OPEN, "%s",
		event->cancelled                           ? "the event is cancelled"
			: event->ended && event->published ? "the event has ended"
							   : "the event is a draft");
}

/* Takes a seat or joins the waiting list. Seats freed by another service go to the
 * waiting list first, even if the task has not promoted anybody yet. */
static enum problem
take_seat(struct call *call, struct event *event)
{
	const char *status;
	enum problem problem = check_open(call, event);

	if (problem != PROBLEM_NONE)
		return problem;
	if (!event->full && event->waitlist_count > 0 && !event->started &&
		seats_promote(call, &event->id) > 0)
		problem = event_look(call, &event->id, event);
	if (problem != PROBLEM_NONE)
		return problem;
	if (takes_part(event)) {
		return answer(call, event, event->rsvp.data, event->going_count,
			event->waitlist_count);
	}
	status = event->full ? "waitlist" : "going";
	db_query(
		call, TAKE_SEAT, DB_CALLER(call), DB_UUID(&event->id), DB_STRING(status));
	return answer(call, event, status, event->going_count + !event->full,
		event->waitlist_count + event->full);
}

/* Gives the seat to the first member on the waiting list. Without an RSVP it changes
 * nothing. */
static enum problem
give_up_seat(struct call *call, const struct event *event)
{
	const bool went = is(&event->rsvp, "going"),
		   waited = is(&event->rsvp, "waitlist");
	int64_t promoted = 0;

	if (went || waited)
		db_query(call, GIVE_UP_SEAT, DB_CALLER(call), DB_UUID(&event->id),
			DB_TEXT(event->rsvp));
	if (went && event->waitlist_count > 0)
		promoted = seats_promote(call, &event->id);
	return answer(call, event, "cancelled", event->going_count - went + promoted,
		event->waitlist_count - waited - promoted);
}

/* A member may cancel its RSVP even if it can no longer see the event. */
enum problem
event_rsvp(struct call *call, const void *input)
{
	const struct event_rsvp_in *in = input;
	const bool going = strcmp(in->status.data, "going") == 0;
	struct event event;
	enum problem problem = event_lock(call, &in->id.uuid, &event);

	if (problem != PROBLEM_NONE)
		return problem;
	if (!event.visible && (going || !takes_part(&event)))
		return call_fail(call, PROBLEM_EVENT_NOT_FOUND, NULL);
	return going ? take_seat(call, &event) : give_up_seat(call, &event);
}
