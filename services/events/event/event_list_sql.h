/*
 * event_list_sql.h - the statements of the lists of events.
 *
 * Each list has three orders: NEWEST is by descending created_at, SOONEST by ascending
 * starts_at, LATEST by descending starts_at. A macro takes the name of the order and
 * inserts its column, page and bound.
 *
 * $1 to $4 are the parameters of every list (list.h), $5 is whether the caller is a
 * platform administrator, and $6 selects past events. Each index begins with `ended`, so
 * the number of past events does not matter.
 */
#ifndef KITH_SERVICES_EVENTS_EVENT_EVENT_LIST_SQL_H
#define KITH_SERVICES_EVENTS_EVENT_EVENT_LIST_SQL_H

#include <string.h>

#include "common/list/list.h"
#include "services/events/event/event_sql.h"

/* Whether a list is ordered by ascending start: on demand, and by default if only
 * starts in a range are wanted. */
static inline bool
event_list_soonest(const struct text *order, const struct instant *since,
	const struct instant *until)
{
	return strcmp(order->data, "soonest") == 0 ||
		(strcmp(order->data, "newest") == 0 &&
			(since->presence == GIVEN || until->presence == GIVEN));
}

/* ---- the orders ---- */

#define NEWEST_COLUMN "created_at"
#define NEWEST_PAGE(time, id, rows) LIST_PAGE(time, id, rows)
#define NEWEST_FIRST(time, id, rows) LIST_NEWEST(time, id, rows)
#define NEWEST_LAST_OF(time) "min(" time ")"
#define NEWEST_UNTIL(time) \
	SQL(" AND " time " >= coalesce((SELECT at FROM bound), '-infinity'::timestamptz)")

#define SOONEST_COLUMN "starts_at"
#define SOONEST_PAGE(time, id, rows) LIST_PAGE_UP(time, id, rows)
#define SOONEST_FIRST(time, id, rows) LIST_EARLIEST(time, id, rows)
#define SOONEST_LAST_OF(time) "max(" time ")"
#define SOONEST_UNTIL(time) \
	SQL(" AND " time " <= coalesce((SELECT at FROM bound), 'infinity'::timestamptz)")

#define LATEST_COLUMN "starts_at"
#define LATEST_PAGE(time, id, rows) LIST_PAGE(time, id, rows)
#define LATEST_FIRST(time, id, rows) LIST_NEWEST(time, id, rows)
#define LATEST_LAST_OF(time) "min(" time ")"
#define LATEST_UNTIL(time) NEWEST_UNTIL(time)

/* A source yields the id and the sort key of events. */
#define SOURCE(order) SQL("SELECT e.id, e." order##_COLUMN " AS place FROM events e")
#define SOURCE_PAGE(order, rows) order##_PAGE("e." order##_COLUMN, "e.id", rows)

/* Reads the full rows of a page. */
#define EVENTS_OF_PAGE(order) \
	SQL(" SELECT " EVENT_COLUMNS("$5") " FROM page JOIN events e ON e.id = page.id" \
	    EVENT_AROUND order##_FIRST("page.place", "page.id", "$4"))

/* ---- events that the caller may see ---- */

/* A scalar subquery and not a join: see AUTHOR_SHOWN in services/content/feed. */
#define HOST_SHOWN \
	SQL("(e.org_id IS NOT NULL OR (SELECT false FROM members m" \
	    " WHERE m.id = e.host_id AND m.status = 'suspended') IS NULL)")

#define PUBLIC_EVENTS(order, rows) \
	SQL(SOURCE(order) " WHERE e.status = 'published' AND e.scope = 'public'" \
	    " AND e.ended = $6 AND " HOST_SHOWN SOURCE_PAGE(order, rows))

/* Of each of the caller's organizations: the events for members, and for managers also
 * drafts and cancelled events. */
#define EVENTS_OF_ORGS(order, rows) \
	SQL("(SELECT o.id, o.place FROM org_members own" \
	    " CROSS JOIN LATERAL (" SOURCE(order) \
	    " WHERE e.org_id = own.org_id AND e.ended = $6 AND CASE e.status" \
	    " WHEN 'published' THEN e.scope = 'org_members'" \
	    " ELSE own.role <> 'member' END" \
	    order##_UNTIL("e." order##_COLUMN) SOURCE_PAGE(order, rows) ") AS o" \
	    " WHERE own.member_id = $1)")

#define OWN_UNPUBLISHED(order, rows) \
	SQL("(" SOURCE(order) " WHERE e.host_id = $1 AND e.ended = $6" \
	    " AND e.status <> 'published' AND " EVENT_MANAGED("false") \
	    order##_UNTIL("e." order##_COLUMN) SOURCE_PAGE(order, rows) ")")

/* If public events fill the page, its last one is a bound (`bound`) for all other
 * sources, so few rows of each organization are read. */
#define ALL_EVENTS(order, rows) \
	SQL("WITH everybody AS MATERIALIZED (" PUBLIC_EVENTS(order, rows) ")," \
	    " bound AS (SELECT " order##_LAST_OF("place") " AS at FROM everybody" \
	    " HAVING count(*) = " rows ")," \
	    " page AS (SELECT id, place FROM everybody" \
	    " UNION " EVENTS_OF_ORGS(order, rows) \
	    " UNION " OWN_UNPUBLISHED(order, rows) \
	    order##_FIRST("place", "id", "$4") ")" EVENTS_OF_PAGE(order))

#define ALL_NEWEST(rows) ALL_EVENTS(NEWEST, rows)
#define ALL_SOONEST(rows) ALL_EVENTS(SOONEST, rows)
#define ALL_LATEST(rows) ALL_EVENTS(LATEST, rows)

/* Administrators manage every event. */
#define ANY_EVENTS(order, rows) \
	SQL("WITH page AS (" SOURCE(order) " WHERE e.ended = $6" \
	    SOURCE_PAGE(order, rows) ")" EVENTS_OF_PAGE(order))

#define ANY_NEWEST(rows) ANY_EVENTS(NEWEST, rows)
#define ANY_SOONEST(rows) ANY_EVENTS(SOONEST, rows)
#define ANY_LATEST(rows) ANY_EVENTS(LATEST, rows)

/* ---- the caller's events ---- */

/* The events with an RSVP of the caller, unless the host is suspended. */
#define EVENTS_GONE_TO(order, rows) \
	SQL("(SELECT r.event_id, r.event_" order##_COLUMN " FROM event_rsvps r" \
	    " WHERE r.member_id = $1 AND r.status <> 'cancelled'" \
	    " AND (SELECT e.ended = $6 AND " EVENT_VISIBLE("$5") \
	    " FROM events e JOIN members m ON m.id = e.host_id WHERE e.id = r.event_id)" \
	    order##_PAGE("r.event_" order##_COLUMN, "r.event_id", rows) ")")

#define MY_EVENTS(order, rows) \
	SQL("WITH page AS ((" SOURCE(order) " WHERE e.host_id = $1 AND e.ended = $6" \
	    " AND " EVENT_MANAGED("$5") SOURCE_PAGE(order, rows) ")" \
	    " UNION " EVENTS_GONE_TO(order, rows) order##_FIRST("place", "id", "$4") ")" \
	    EVENTS_OF_PAGE(order))

#define MINE_NEWEST(rows) MY_EVENTS(NEWEST, rows)
#define MINE_SOONEST(rows) MY_EVENTS(SOONEST, rows)
#define MINE_LATEST(rows) MY_EVENTS(LATEST, rows)

/* ---- events of an organization ($7); $8: the caller is a member, $9: a manager ---- */

#define EVENTS_OF_ORG(order, rows) \
	SQL("WITH page AS (" SOURCE(order) " WHERE e.org_id = $7 AND e.ended = $6" \
	    " AND ($9 OR (e.status = 'published' AND (e.scope = 'public' OR $8))" \
	    " OR ($8 AND e.host_id = $1))" \
	    SOURCE_PAGE(order, rows) ")" EVENTS_OF_PAGE(order))

#define OF_ORG_NEWEST(rows) EVENTS_OF_ORG(NEWEST, rows)
#define OF_ORG_SOONEST(rows) EVENTS_OF_ORG(SOONEST, rows)
#define OF_ORG_LATEST(rows) EVENTS_OF_ORG(LATEST, rows)

#endif
