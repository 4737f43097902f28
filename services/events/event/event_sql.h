/*
 * event_sql.h - an event as SQL; common/schema/visible_sql.h has the visibility rules.
 *
 * The tables are events `e`, members `m` and profiles `p` (the host), orgs `o` (the host
 * organization), and event_rsvps `r` (the caller's RSVP). $1 is the caller; `admin` is a
 * boolean parameter: whether the caller is a platform administrator.
 */
#ifndef KITH_SERVICES_EVENTS_EVENT_EVENT_SQL_H
#define KITH_SERVICES_EVENTS_EVENT_EVENT_SQL_H

#include "common/schema/org_sql.h"
#include "common/schema/visible_sql.h"

#define EVENT_AROUND \
	SQL(" JOIN members m ON m.id = e.host_id" \
	    " LEFT JOIN profiles p ON p.member_id = e.host_id" \
	    " AND m.status <> 'suspended'" \
	    " LEFT JOIN orgs o ON o.id = e.org_id AND " ORG_NAMED("$1") \
	    " LEFT JOIN event_rsvps r ON r.event_id = e.id AND r.member_id = $1")
#define EVENT_TABLES SQL("events e" EVENT_AROUND)

/* The caller's position on the waiting list: its index has the tickets in order. */
#define WAITLIST_POSITION \
	SQL("CASE WHEN r.status = 'waitlist' THEN (SELECT count(*) FROM event_rsvps w" \
	    " WHERE w.event_id = e.id AND w.status = 'waitlist'" \
	    " AND w.ticket <= r.ticket) END AS my_waitlist_position")

/* Hides the name of a suspended member who created an organization's event. */
#define EVENT_COLUMNS(admin) \
	SQL("e.id, o.slug AS host_org_slug, o.name AS host_org_name," \
	    " e.host_id AS host_user_id, p.handle AS host_handle," \
	    " CASE WHEN m.status = 'suspended' THEN 'A member' ELSE m.name END" \
	    " AS host_name," \
	    " e.title, e.description, e.starts_at, e.ends_at, e.timezone," \
	    " e.location_kind, e.location, CASE WHEN r.status = 'going'" \
	    " OR " EVENT_MANAGED(admin) \
	    " THEN nullif(e.join_url, '') END AS join_url, e.cover AS cover_image," \
	    " e.capacity, e.scope, e.status, e.cancel_reason," \
	    " e.going_count, e.waitlist_count," \
	    " r.status AS my_rsvp_status, " WAITLIST_POSITION ", " \
	    EVENT_MANAGED(admin) " AS can_manage, e.created_at, e.updated_at")

#endif
