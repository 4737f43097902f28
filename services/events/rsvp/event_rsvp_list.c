#include <string.h>

#include "common/list/list.h"
#include "common/schema/visible_sql.h"
#include "services/events/handlers.h"

STATEMENT(FIND_EVENT,
	"SELECT " EVENT_MANAGED("$3") " AS managed"
	" FROM events e JOIN members m ON m.id = e.host_id"
	" WHERE e.id = $2 AND " EVENT_VISIBLE("$3"));

/* The tables are event_rsvps `r` and members `m`; suspended members are hidden. */
#define RSVP_SOURCE SQL("SELECT r.member_id, r.created_at FROM event_rsvps r")
#define RSVP_OF_SHOWN \
	SQL("(SELECT m.status <> 'suspended' FROM members m WHERE m.id = r.member_id)")
#define RSVP_PAGE(rows) \
	SQL(" AND " RSVP_OF_SHOWN LIST_PAGE("r.created_at", "r.member_id", rows))

#define RSVP_COLUMNS(place) \
	SQL(" SELECT r.member_id AS id, r.member_id AS user_id, a.handle, m.name," \
	    " m.image, coalesce(a.headline, '') AS headline, r.status," \
	    " " place " AS waitlist_position," \
	    " r.created_at FROM page" \
	    " JOIN event_rsvps r ON r.event_id = $5 AND r.member_id = page.member_id" \
	    " JOIN members m ON m.id = r.member_id" \
	    " LEFT JOIN profiles a ON a.member_id = r.member_id")

#define QUEUE_PLACE \
	SQL("CASE WHEN r.status = 'waitlist' THEN (SELECT count(*)" \
	    " FROM event_rsvps w WHERE w.event_id = $5 AND w.status = 'waitlist'" \
	    " AND w.ticket <= r.ticket) END")

#define RSVP_ORDER SQL(" ORDER BY r.created_at DESC, r.member_id DESC")

/* Numbers the waiting list once for a page. */
#define QUEUE \
	SQL("queue AS MATERIALIZED (SELECT member_id," \
	    " row_number() OVER (ORDER BY ticket) AS place" \
	    " FROM event_rsvps WHERE event_id = $5 AND status = 'waitlist')")

/* Lists all RSVPs. */
#define FOR_MANAGERS_SQL(rows) \
	SQL("WITH page AS (" RSVP_SOURCE " WHERE r.event_id = $5" RSVP_PAGE(rows) "), " \
	    QUEUE RSVP_COLUMNS("queue.place") \
	    " LEFT JOIN queue ON queue.member_id = r.member_id" \
	    RSVP_ORDER)

/* Lists the members who are going, and the caller's own RSVP. */
#define FOR_OTHERS_SQL(rows) \
	SQL("WITH page AS ((" RSVP_SOURCE " WHERE r.event_id = $5" \
	    " AND r.status = 'going'" \
	    RSVP_PAGE(rows) ") UNION (" RSVP_SOURCE " WHERE r.event_id = $5" \
	    " AND r.member_id = $1" RSVP_PAGE(rows) ")" \
	    LIST_NEWEST("created_at", "member_id", "$4") ")" \
	    RSVP_COLUMNS(QUEUE_PLACE) RSVP_ORDER)

/* Lists the RSVPs in one state ($6). */
#define IN_STATE_SQL(rows) \
	SQL("WITH page AS (" RSVP_SOURCE " WHERE r.event_id = $5 AND r.status = $6" \
	    RSVP_PAGE(rows) ")" RSVP_COLUMNS("NULL::int8") RSVP_ORDER)

/* Those who are going; the state is a constant, because their index is partial. */
#define GOING_SQL(rows) \
	SQL("WITH page AS (" RSVP_SOURCE " WHERE r.event_id = $5 AND r.status = 'going'" \
	    RSVP_PAGE(rows) ")" RSVP_COLUMNS("NULL::int8") RSVP_ORDER)

#define WAITING_SQL(rows) \
	SQL("WITH page AS (" RSVP_SOURCE " WHERE r.event_id = $5" \
	    " AND r.status = 'waitlist' AND " RSVP_OF_SHOWN \
	    LIST_PAGE_UP("r.created_at", "r.member_id", rows) "), " QUEUE \
	    RSVP_COLUMNS("queue.place") \
	    " JOIN queue ON queue.member_id = r.member_id" \
	    " ORDER BY r.created_at, r.member_id")

/* The caller's own RSVP, if it is in this state. */
#define OWN_SQL(rows) \
	SQL("WITH page AS (" RSVP_SOURCE " WHERE r.event_id = $5 AND r.member_id = $1" \
	    " AND r.status = $6" RSVP_PAGE(rows) ")" \
	    RSVP_COLUMNS(QUEUE_PLACE) RSVP_ORDER)

LIST(FOR_MANAGERS, FOR_MANAGERS_SQL, .sort = "created_at");
LIST(FOR_OTHERS, FOR_OTHERS_SQL, .sort = "created_at");
LIST(IN_STATE, IN_STATE_SQL, .sort = "created_at");
LIST(GOING, GOING_SQL, .sort = "created_at");
LIST(WAITING, WAITING_SQL, .sort = "created_at", .ascending = true);
LIST(OWN, OWN_SQL, .sort = "created_at");

/* Who manages the event sees every state; others see who is going, and their own. */
static const struct list *
choose(const struct text *status, bool managed)
{
	if (status->presence != GIVEN)
		return managed ? FOR_MANAGERS : FOR_OTHERS;
	if (strcmp(status->data, "going") == 0)
		return GOING;
	if (!managed)
		return OWN;
	return strcmp(status->data, "waitlist") == 0 ? WAITING : IN_STATE;
}

enum problem
event_rsvp_list(struct call *call, const void *input)
{
	const struct event_rsvp_list_in *in = input;
	const struct rows *event = db_query(call, FIND_EVENT, DB_CALLER(call),
		DB_ID(in->id), DB_FLAG(call_administers(call)));

	if (event->count == 0)
		return call_fail(call, PROBLEM_EVENT_NOT_FOUND, NULL);
	return list_answer(call, choose(&in->status, row_boolean(event, 0, "managed")),
		DB_ID(in->id), DB_TEXT(in->status));
}
