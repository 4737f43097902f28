/*
 * event_list_sql.h - the statements of the lists of events.
 *
 * Each list comes in two orders: NEWEST is by created_at with the latest first, SOONEST by
 * starts_at with the earliest first. A macro takes the order's name and makes its statement with
 * the order's column, page and bound.
 *
 * Parameters: $1 to $4 as in every list (list.h), $5 says whether the caller administers the
 * platform, $6 whether events are wanted that have ended. Each index begins with `ended`, so
 * whatever has ended over the years costs nothing.
 */
#ifndef KITH_SERVICES_EVENTS_EVENT_EVENT_LIST_SQL_H
#define KITH_SERVICES_EVENTS_EVENT_EVENT_LIST_SQL_H

#include "common/list/list.h"
#include "services/events/event/event_sql.h"

/* ---- the two orders ---- */

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

/* The id and the place of each event that a source gives, and its page. */
#define SOURCE(order) SQL("SELECT e.id, e." order##_COLUMN " AS place FROM events e")
#define SOURCE_PAGE(order, rows) order##_PAGE("e." order##_COLUMN, "e.id", rows)

/* The first so many of what the sources gave, in full. */
#define EVENTS_OF_PAGE(order) \
	SQL(" SELECT " EVENT_COLUMNS("$5") " FROM page JOIN events e ON e.id = page.id" \
	    EVENT_AROUND order##_FIRST("page.place", "page.id", "$4"))

/* ---- every event that the caller can see ---- */

/* A value of each row and not a join: see AUTHOR_SHOWN in services/content/feed. */
#define HOST_SHOWN \
	SQL("(e.org_id IS NOT NULL OR (SELECT false FROM members m" \
	    " WHERE m.id = e.host_id AND m.status = 'suspended') IS NULL)")

#define PUBLIC_EVENTS(order, rows) \
	SQL(SOURCE(order) " WHERE e.status = 'published' AND e.scope = 'public'" \
	    " AND e.ended = $6 AND " HOST_SHOWN SOURCE_PAGE(order, rows))

/* Of each of the caller's organizations, what is for its members, and what is shown to those who
 * manage it alone. */
#define EVENTS_OF_ORGS(order, rows) \
	SQL("(SELECT o.id, o.place FROM org_members own CROSS JOIN LATERAL (" SOURCE(order) \
	    " WHERE e.org_id = own.org_id AND e.ended = $6 AND CASE e.status" \
	    " WHEN 'published' THEN e.scope = 'org_members' ELSE own.role <> 'member' END" \
	    order##_UNTIL("e." order##_COLUMN) SOURCE_PAGE(order, rows) ") AS o" \
	    " WHERE own.member_id = $1)")

#define OWN_UNPUBLISHED(order, rows) \
	SQL("(" SOURCE(order) " WHERE e.host_id = $1 AND e.ended = $6" \
	    " AND e.status <> 'published' AND " EVENT_MANAGED("false") \
	    order##_UNTIL("e." order##_COLUMN) SOURCE_PAGE(order, rows) ")")

/* When public events fill the page, nothing behind the last of them (`bound`) can be on it, and
 * few rows remain to be read of each organization. */
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

/* Administrators manage every event. */
#define ANY_EVENTS(order, rows) \
	SQL("WITH page AS (" SOURCE(order) " WHERE e.ended = $6" SOURCE_PAGE(order, rows) ")" \
	    EVENTS_OF_PAGE(order))

#define ANY_NEWEST(rows) ANY_EVENTS(NEWEST, rows)
#define ANY_SOONEST(rows) ANY_EVENTS(SOONEST, rows)

/* ---- the caller's own ---- */

/* Those who go or wait may see the event, unless its host is suspended. */
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

/* ---- an organization's, $7; $8: the caller is in it, $9: manages it ---- */

#define EVENTS_OF_ORG(order, rows) \
	SQL("WITH page AS (" SOURCE(order) " WHERE e.org_id = $7 AND e.ended = $6" \
	    " AND ($9 OR (e.status = 'published' AND (e.scope = 'public' OR $8))" \
	    " OR ($8 AND e.host_id = $1))" SOURCE_PAGE(order, rows) ")" EVENTS_OF_PAGE(order))

#define OF_ORG_NEWEST(rows) EVENTS_OF_ORG(NEWEST, rows)
#define OF_ORG_SOONEST(rows) EVENTS_OF_ORG(SOONEST, rows)

#endif
