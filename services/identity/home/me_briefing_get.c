/*
 * me_briefing_get.c - the caller's day in one short answer, for assistants.
 *
 * Titles are cut and lists are short, so that the answer costs at most 1,500 tokens.
 */
#include "common/config/config.h"
#include "common/db/db.h"
#include "common/reply/reply.h"
#include "common/schema/news_sql.h"
#include "common/schema/visible_sql.h"
#include "proto/identity/approvals.h"
#include "proto/identity/home.h"
#include "proto/records.h"
#include "services/identity/handlers.h"
#include "services/identity/home/waiting_sql.h"

#define TITLE(text) "left(" text ", 70)"
#define WAITING_MAX "6"
#define NEWS_MAX RECORDS_TEXT(BRIEFING_NEWS_MAX)
#define EVENTS_MAX "4"

/* Without a visit in a browser, the last seven days are new. */
STATEMENT(SINCE,
	"SELECT $1::uuid AS id, coalesce((SELECT greatest(v.seen_at,"
	" now() - interval '30 days') FROM visits v WHERE v.member_id = $1),"
	" now() - interval '7 days') AS since");

/* $3: the base URL, $4: the app that calls, or NULL. */
STATEMENT(FIND_WAITING,
	"SELECT $1::uuid AS parent, w.kind, w.count, " TITLE("w.title") " AS title,"
	" $3::text || CASE w.kind WHEN 'intro' THEN '/intros'"
	" WHEN 'org_invitation' THEN '/' WHEN 'join_request'"
	" THEN '/orgs/' || o.slug || '/requests' WHEN 'affiliation'"
	" THEN '/project-affiliations/' || w.subject_id WHEN 'post_expiring'"
	" THEN '/posts/' || w.subject_id WHEN 'approval' THEN '" APPROVALS_PAGE "'"
	" ELSE '/admin' END AS url, w.at"
	" FROM " WAITING_FOUND("$4") " LEFT JOIN orgs o ON o.id = w.org_id"
	" ORDER BY w.place, w.at DESC LIMIT " WAITING_MAX);

/* $2: since when, $3: the base URL. */
#define NEWS_SINCE(time, id) \
	SQL(" AND " time " > $2::timestamptz" \
	    " ORDER BY " time " DESC, " id " DESC LIMIT " NEWS_MAX)

STATEMENT(FIND_NEWS,
	"WITH n AS (SELECT f.type, f.id, f.at FROM (" NEWS_FOUND("$1", NEWS_SINCE) ") f"
	" ORDER BY f.at DESC, f.id DESC LIMIT " NEWS_MAX ")"
	" SELECT $1::uuid AS parent, n.type,"
	" " TITLE("coalesce(p.title, g.title, e.title)") " AS title,"
	" a.handle AS author_handle, $3::text || CASE n.type WHEN 'post'"
	" THEN '/posts/' || wire_id('post', n.id) WHEN 'event'"
	" THEN '/events/' || wire_id('evt', n.id)"
	" ELSE '/progress/' || wire_id('prog', n.id) END AS url, n.at"
	" FROM n" NEWS_RECORDS " LEFT JOIN profiles a ON a.member_id = m.id"
	" AND m.status <> 'suspended' ORDER BY n.at DESC, n.id DESC");

/* $2: the base URL. Each source stops after the soonest ones. */
#define SOONEST " ORDER BY e.starts_at, e.id LIMIT " EVENTS_MAX
#define COMING "e.status = 'published' AND NOT e.ended AND e.ends_at > now()"

STATEMENT(FIND_EVENTS,
	"SELECT $1::uuid AS parent, " TITLE("e.title") " AS title, e.role,"
	" $2::text || '/events/' || wire_id('evt', e.id) AS url, e.starts_at FROM ("
	"(SELECT e.id, e.title, e.starts_at, r.status AS role FROM event_rsvps r"
	" JOIN events e ON e.id = r.event_id JOIN members m ON m.id = e.host_id"
	" WHERE r.member_id = $1 AND r.status IN ('going', 'waitlist') AND " COMING
	" AND " EVENT_VISIBLE("false") SOONEST ")"
	" UNION ALL (SELECT e.id, e.title, e.starts_at, 'host' FROM events e"
	" WHERE e.host_id = $1 AND " COMING " AND " EVENT_MANAGED("false")
	" AND NOT EXISTS (SELECT FROM event_rsvps r"
	" WHERE r.event_id = e.id AND r.member_id = $1"
	" AND r.status IN ('going', 'waitlist'))" SOONEST ")) e" SOONEST);

enum problem
me_briefing_get(struct call *call, const void *input)
{
	struct rows *since = db_query(call, SINCE, DB_CALLER(call));
	struct reply_children lists[3];

	(void)input;
	if (since->count == 0)
		return call_fail(call, PROBLEM_INTERNAL_ERROR, NULL);
	lists[0] = (struct reply_children){.field = "waiting",
		.parent = "parent",
		.rows = db_query(call, FIND_WAITING, DB_CALLER(call),
			DB_FLAG(call_administers(call)), DB_TEXT(config()->base_url),
			DB_TEXT(call->principal.client))};
	lists[1] = (struct reply_children){.field = "news",
		.parent = "parent",
		.rows = db_query(call, FIND_NEWS, DB_CALLER(call),
			DB_TIME_US(row_instant_us(since, 0, "since")),
			DB_TEXT(config()->base_url))};
	lists[2] = (struct reply_children){.field = "events",
		.parent = "parent",
		.rows = db_query(
			call, FIND_EVENTS, DB_CALLER(call), DB_TEXT(config()->base_url))};
	return reply_row(call, since, 0,
		&(struct reply_parts){.children = lists, .child_count = 3});
}
