/*
 * outbox_searches.c - the weekly mails about saved searches.
 *
 * A member has one mail for all searches, and a row with its period. One statement moves
 * the period and writes the mail, so no item is mailed twice or left out. What is new is
 * looked up when the mail is sent; without anything, no mail is sent.
 */
#include "services/notifications/outbox/outbox_searches.h"
#include "common/schema/news_sql.h"
#include "common/schema/org_sql.h"
#include "services/notifications/outbox/outbox_run.h"

#define MAILS_AT_ONCE 500

/* The newest rows of each source that are compared with the searches. */
#define EXAMINED_MAX "1000"
#define ITEMS_MAX "20"

/* The last minute is left to the next mail: a row may become visible later than its
 * time. */
STATEMENT(MAKE_MAILS,
	"WITH due AS MATERIALIZED (SELECT member_id, sent_to,"
	" greatest(sent_to, now() - interval '1 minute') AS until, due_at"
	" FROM saved_search_mails WHERE due_at <= now()"
	" ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED),"
	" moved AS (UPDATE saved_search_mails w SET sent_to = d.until,"
	" due_at = CASE WHEN d.due_at + interval '7 days' > now() THEN d.due_at"
	" ELSE now() END + interval '7 days'"
	" FROM due d WHERE w.member_id = d.member_id RETURNING w.member_id),"
	" made AS (INSERT INTO outbox (id, topic, payload) SELECT new_id(), 'mail',"
	" jsonb_build_object('template', 'saved_searches', 'recipient', d.member_id,"
	" 'from', d.sent_to, 'to', d.until) FROM due d WHERE EXISTS"
	" (SELECT FROM saved_searches s WHERE s.member_id = d.member_id))"
	" SELECT count(*) AS due FROM moved");

/* $2 and $3 are the period. */
#define WITHIN(time) \
	SQL(time " > ($2::text)::timestamptz AND " time " <= ($3::text)::timestamptz")
#define NEWEST_WITHIN(time, id) \
	SQL(" AND " WITHIN(time) " ORDER BY " time " DESC, " id \
	    " DESC LIMIT " EXAMINED_MAX)

/* The organization of a search counts only while the member is in it. */
#define OF_ORG(condition) \
	SQL("(s.org_id IS NULL OR (EXISTS (SELECT FROM org_members b" \
	    " WHERE b.org_id = s.org_id AND b.member_id = $1) AND " condition "))")

#define SEARCHED(list, at, condition) \
	SQL("EXISTS (SELECT FROM mine s WHERE s.list = '" list "'" \
	    " AND s.created_at < " at " AND " condition ")")

/* The conditions about members, as the search for members makes them: the text of a
 * tsquery, or NULL. */
#define TERMS \
	SQL("nullif(concat_ws(' & ', CASE WHEN s.q IS NOT NULL THEN" \
	    " coalesce(nullif(array_to_string(text_units(s.q, 'w', 'p'), ' & '), '')," \
	    " 'w') END, member_filters(ARRAY[s.role], ARRAY[s.looking_for]," \
	    " ARRAY[s.skill])), '')")

STATEMENT(READ_NEW,
	"WITH mine AS MATERIALIZED (SELECT s.*, " TERMS " AS terms FROM saved_searches s"
	" WHERE s.member_id = $1),"
	" news AS MATERIALIZED (SELECT * FROM (" NEWS_FOUND("$1", NEWEST_WITHIN) ") n),"
	" members_new AS MATERIALIZED (SELECT w.member_id, w.created_at, w.words"
	" FROM member_search w"
	" WHERE w.member_id <> $1" NEWEST_WITHIN("w.created_at", "w.member_id") "),"
	" found AS (SELECT n.type, n.id, n.at FROM news n JOIN posts p"
	" ON n.type = 'post' AND p.id = n.id WHERE " SEARCHED("posts", "n.at",
	"(s.kind IS NULL OR s.kind = p.kind) AND " OF_ORG("EXISTS (SELECT FROM"
	" post_targets t WHERE t.post_id = p.id AND t.org_id = s.org_id)"))
	" UNION ALL SELECT n.type, n.id, n.at FROM news n JOIN events e"
	" ON n.type = 'event' AND e.id = n.id WHERE " SEARCHED("events", "n.at",
	OF_ORG("s.org_id = e.org_id"))
	" UNION ALL SELECT 'member', w.member_id, w.created_at FROM members_new w WHERE "
	SEARCHED("members", "w.created_at",
	"(s.terms IS NULL OR w.words @@ s.terms::tsquery) AND " OF_ORG("EXISTS"
	" (SELECT FROM org_members c WHERE c.org_id = s.org_id"
	" AND c.member_id = w.member_id)")) "),"
	" listed AS (SELECT * FROM found ORDER BY at DESC, id DESC LIMIT " ITEMS_MAX ")"
	" SELECT coalesce(p.title, e.title, m.name) AS title,"
	" CASE n.type WHEN 'post' THEN 'Ask by ' || m.name WHEN 'event'"
	" THEN 'Event by ' || coalesce(o.name, " NEWS_MAKER ")"
	" ELSE coalesce(nullif(a.headline, ''), 'A new member') END AS body,"
	" NULL::text AS detail,"
	" CASE n.type WHEN 'post' THEN 'posts/' || wire_id('post', n.id)"
	" WHEN 'event' THEN 'events/' || wire_id('evt', n.id)"
	" ELSE 'members/' || a.handle END AS page"
	" FROM listed n LEFT JOIN posts p ON n.type = 'post' AND p.id = n.id"
	" LEFT JOIN events e ON n.type = 'event' AND e.id = n.id"
	" JOIN members m ON m.id = CASE n.type WHEN 'post' THEN p.author_id"
	" WHEN 'event' THEN e.host_id ELSE n.id END"
	" AND (m.status = 'active' OR e.org_id IS NOT NULL)"
	" LEFT JOIN profiles a ON a.member_id = m.id LEFT JOIN orgs o ON o.id = e.org_id"
	" AND " ORG_NAMED("$1")
	" ORDER BY n.at DESC, n.id DESC");

bool
outbox_searches_step(struct call *call)
{
	struct rows *rows = db_query(call, MAKE_MAILS, DB_NUMBER(MAILS_AT_ONCE));

	return rows->count == 1 && row_integer(rows, 0, "due") >= MAILS_AT_ONCE;
}

struct rows *
outbox_searches_read(struct call *call, const struct uuid *reader,
	const struct text *from, const struct text *to)
{
	return db_query(call, READ_NEW, DB_UUID(reader), DB_TEXT(*from), DB_TEXT(*to));
}
