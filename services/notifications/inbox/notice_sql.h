/*
 * notice_sql.h - SQL for a notification of the inbox `n` as its reader sees it.
 *
 * $1 is the reader, $5 whether the reader administers the platform, and $6 the base URL.
 * $7 to $9 are the kinds, titles and bodies of the contract's registry: see
 * notice_params(). The subject is read when the notification is shown, so that it reveals
 * nothing that the reader may no longer see. The subject is null then, and the texts say
 * "an organization" instead of its name.
 */
#ifndef KITH_SERVICES_NOTIFICATIONS_INBOX_NOTICE_SQL_H
#define KITH_SERVICES_NOTIFICATIONS_INBOX_NOTICE_SQL_H

#include "common/db/db.h"
#include "common/schema/visible_sql.h"

/* Joins the actor, unless suspended, and the title and path of the subject. Each type
 * of subject has a branch here. */
#define NOTICE_TABLES \
	SQL("inbox n LEFT JOIN members a ON a.id = n.actor AND a.status <> 'suspended'" \
	    " LEFT JOIN profiles ap ON ap.member_id = a.id" \
	    " LEFT JOIN LATERAL (" \
	    "SELECT m.name AS title, p.handle AS slug, 'members/' || p.handle AS path" \
	    " FROM members m LEFT JOIN profiles p ON p.member_id = m.id" \
	    " WHERE n.subject_type = 'member' AND m.id = n.subject_id" \
	    " AND (m.id = $1 OR m.status = 'active' OR $5)" \
	    " UNION ALL SELECT o.name, o.slug, 'orgs/' || o.slug FROM orgs o" \
	    " WHERE n.subject_type = 'org' AND o.id = n.subject_id" \
	    " UNION ALL SELECT p.name, p.slug, NULL FROM org_applications p" \
	    " WHERE n.subject_type = 'org_application' AND p.id = n.subject_id" \
	    " AND (p.applicant_id = $1 OR $5)" \
	    " UNION ALL SELECT p.title, NULL, 'posts/' || wire_id('post', p.id)" \
	    " FROM posts p WHERE n.subject_type = 'post' AND p.id = n.subject_id" \
	    " AND p.author_id = $1" \
	    " UNION ALL SELECT concat_ws(' and ', j.name, o.name), NULL," \
	    " 'project' || CASE WHEN o.id IS NULL THEN 's/' ELSE '-affiliations/' END" \
	    " || wire_id(wire_prefix(n.subject_type), n.subject_id)" \
	    " FROM (SELECT) x LEFT JOIN affiliations f ON f.id = n.subject_id" \
	    " LEFT JOIN orgs o ON o.id = f.org_id" \
	    " JOIN projects j ON j.id = coalesce(f.project_id, n.subject_id)" \
	    " WHERE n.subject_type IN ('project', 'affiliation')" \
	    " AND " PROJECT_READABLE("$5") \
	    " UNION ALL SELECT e.title, NULL, 'events/' || wire_id('evt', e.id)" \
	    " FROM events e JOIN members m ON m.id = e.host_id" \
	    " WHERE n.subject_type = 'event' AND e.id = n.subject_id AND " EVENT_TOLD \
	    	    " UNION ALL SELECT CASE WHEN i.sender_id = $1 THEN t.name" \
	    " ELSE f.name END, NULL, 'intros/' || wire_id('intro', i.id)" \
	    " FROM intros i JOIN members f ON f.id = i.sender_id" \
	    " JOIN members t ON t.id = i.recipient_id" \
	    " WHERE n.subject_type = 'intro' AND i.id = n.subject_id AND " INTRO_VISIBLE \
	    ") AS s ON true")

/* The phrase for a subject that the reader may not see. */
#define NOTICE_SOMETHING \
	SQL("CASE n.subject_type WHEN 'org' THEN 'an organization'" \
	    " WHEN 'org_application' THEN 'an organization' WHEN 'post' THEN 'an ask'" \
	    " WHEN 'affiliation' THEN 'an affiliation' WHEN 'event' THEN 'an event'" \
	    " WHEN 'intro' THEN 'an introduction' ELSE 'a ' || n.subject_type END")

/* The text of the kind: an element of $8 or $9, which are in the order of $7. */
#define NOTICE_TEXT(texts) "(" texts "::text[])[array_position($7::text[], n.kind)]"

/* The reader's role in the subject. */
#define NOTICE_ROLE \
	SQL("CASE n.kind WHEN 'org_role_changed' THEN (SELECT v.role FROM org_members v" \
	    " WHERE v.org_id = n.subject_id AND v.member_id = $1)" \
	    " WHEN 'project_role_changed' THEN (SELECT r.role FROM project_members r" \
	    " WHERE r.project_id = n.subject_id AND r.member_id = $1) END")

/* What a person wrote about it, for those who decide or are told a decision; null
 * without it. */
#define NOTICE_DETAIL \
	SQL("nullif(CASE n.kind WHEN 'intro_received' THEN" \
	    " (SELECT concat_ws(E'\\n', nullif(ap.headline, ''), i.message)" \
	    " FROM intros i JOIN members f ON f.id = i.sender_id" \
	    " JOIN members t ON t.id = i.recipient_id" \
	    " WHERE i.id = n.subject_id AND " INTRO_VISIBLE ")" \
	    " WHEN 'join_request_received' THEN" \
	    " (SELECT concat_ws(E'\\n', nullif(ap.headline, ''), nullif(r.message, ''))" \
	    " FROM org_join_requests r JOIN org_members v ON v.org_id = r.org_id" \
	    " AND v.member_id = $1 AND v.role <> 'member'" \
	    " WHERE r.org_id = n.subject_id AND r.member_id = a.id" \
	    " ORDER BY r.created_at DESC LIMIT 1)" \
	    " WHEN 'member_pending' THEN" \
	    " (SELECT m.application FROM members m WHERE m.id = n.subject_id AND $5)" \
	    " WHEN 'org_application_received' THEN" \
	    " (SELECT concat_ws(E'\\n', nullif(p.description, '')," \
	    " nullif(p.message, ''))" \
	    " FROM org_applications p WHERE p.id = n.subject_id AND $5)" \
	    " WHEN 'event_cancelled' THEN (SELECT e.cancel_reason FROM events e" \
	    " WHERE e.id = n.subject_id AND s.title IS NOT NULL)" \
	    " WHEN 'org_application_declined' THEN" \
	    " (SELECT p.reason FROM org_applications p" \
	    " WHERE p.id = n.subject_id AND p.applicant_id = $1) END, '')")

/* The text with names filled in. A phrase in place of a name starts with a capital at
 * the beginning of the text. */
/* clang-format off */
#define NOTICE_FILLED(texts) \
	"replace(replace(replace(" NOTICE_TEXT(texts) "," \
	" '{role}', coalesce(" NOTICE_ROLE ", 'another role'))," \
	" '{actor}', coalesce(a.name, 'A member'))," \
	" '{subject}', coalesce(s.title," \
	" CASE WHEN starts_with(" NOTICE_TEXT(texts) ", '{subject}')" \
	" THEN 'A' || substr(" NOTICE_SOMETHING ", 2)" \
	" ELSE " NOTICE_SOMETHING " END))"
/* clang-format on */

/* The start of a changed or cancelled event, and the place of a changed one, as
 * sentences. The time is in UTC, because the database may not know the event's time
 * zone. */
#define NOTICE_START_AND_PLACE \
	SQL("coalesce((SELECT CASE n.kind WHEN 'event_cancelled' THEN ' The start was'" \
	    " ELSE ' The start is' END" \
	    " || to_char(e.starts_at AT TIME ZONE 'UTC', ' FMDD FMMonth YYYY, HH24:MI')" \
	    " || ' UTC.' || CASE WHEN n.kind = 'event_updated' AND e.location <> ''" \
	    " THEN ' The place is ' || rtrim(e.location, '.') || '.' ELSE '' END" \
	    " FROM events e" \
	    " WHERE n.kind IN ('event_updated', 'event_cancelled')" \
	    " AND e.id = n.subject_id AND s.title IS NOT NULL), '')")

#define NOTICE_WORDS \
	NOTICE_FILLED("$8") \
	" AS title, " NOTICE_FILLED("$9") " || " NOTICE_START_AND_PLACE " AS body"

/* The path of the page where the reader can respond; NULL when there is nothing to
 * see. It is the page of the subject, or the admin page for decisions of
 * administrators. */
#define NOTICE_PAGE \
	SQL("CASE WHEN s.title IS NULL THEN NULL" \
	    	    " WHEN n.kind IN ('member_pending', 'org_application_received')" \
	    " THEN 'admin'" \
	    " WHEN n.subject_type = 'org_application' THEN NULL" \
	    " WHEN n.kind = 'join_request_received' THEN s.path || '/requests'" \
	    " WHEN n.kind = 'org_invitation' THEN 'notifications/waiting'" \
	    " ELSE s.path END")

#define NOTICE_COLUMNS \
	SQL("n.id, n.kind, " NOTICE_WORDS "," \
	    " a.id IS NOT NULL AS actor, a.id AS actor_user_id," \
	    " ap.handle AS actor_handle, a.name AS actor_name," \
	    " a.image AS actor_image, s.title IS NOT NULL AS subject," \
	    " n.subject_type AS subject_type," \
	    " wire_id(wire_prefix(n.subject_type), n.subject_id) AS subject_id," \
	    " s.slug AS subject_slug, s.title AS subject_title," \
	    " " NOTICE_DETAIL " AS detail, $6 || '/v1/' || s.path AS url," \
	    " $6 || '/' || " NOTICE_PAGE " AS page_url, n.read_at," \
	    " n.created_at")

/* The parameters $5 to $9. */
#define NOTICE_PARAMS 5
const struct db_param *notice_params(struct call *call);

#endif
