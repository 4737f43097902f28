/*
 * news_sql.h - what is new for a member: asks, progress entries and events of others,
 * from the public feed and from the member's organizations. The front page and the
 * digest read the same.
 *
 * Each source returns sorted rows and stops after a page. `me` is the member's id as SQL.
 * `page` is a macro of a time and an id that limits and orders a source.
 */
#ifndef KITH_COMMON_SCHEMA_NEWS_SQL_H
#define KITH_COMMON_SCHEMA_NEWS_SQL_H

#include "common/db/statement.h"

/* Hides the items of suspended authors (AUTHOR_SHOWN in services/content/feed). */
#define NEWS_SHOWN(author) \
	SQL("(SELECT false FROM members w WHERE w.id = " author \
	    " AND w.status = 'suspended') IS NULL")

/* The public sources. */
#define NEWS_PUBLIC(me, page) \
	SQL("(SELECT 'post' AS type, p.id, p.created_at AS at FROM posts p" \
	    " WHERE p.is_public AND p.status = 'open' AND NOT p.lapsed" \
	    " AND (p.expires_at IS NULL OR p.expires_at > now())" \
	    " AND p.author_id <> " me " AND " NEWS_SHOWN("p.author_id") \
	    page("p.created_at", "p.id") ")" \
	    " UNION ALL (SELECT 'progress', g.id, g.created_at FROM progress g" \
	    " WHERE g.is_public AND g.author_id <> " me " AND " \
	    NEWS_SHOWN("g.author_id") page("g.created_at", "g.id") ")" \
	    " UNION ALL (SELECT 'event', e.id, e.published_at FROM events e" \
	    " WHERE e.status = 'published' AND e.scope = 'public' AND NOT e.ended" \
	    " AND e.host_id <> " me " AND (e.org_id IS NOT NULL OR " \
	    NEWS_SHOWN("e.host_id") ")" page("e.published_at", "e.id") ")")

/* The sources of one organization, own.org_id. Events are new when they are published. */
#define NEWS_OF_ORG(me, page) \
	SQL("(SELECT 'post' AS type, p.post_id AS id, p.created_at AS at" \
	    " FROM post_targets p WHERE p.org_id = own.org_id AND p.is_open" \
	    " AND (p.expires_at IS NULL OR p.expires_at > now())" \
	    " AND p.author_id <> " me " AND " NEWS_SHOWN("p.author_id") \
	    page("p.created_at", "p.post_id") ")" \
	    " UNION ALL (SELECT 'progress', g.progress_id, g.created_at" \
	    " FROM progress_targets g WHERE g.org_id = own.org_id" \
	    " AND g.author_id <> " me " AND " NEWS_SHOWN("g.author_id") \
	    page("g.created_at", "g.progress_id") ")" \
	    " UNION ALL (SELECT 'event', e.id, e.published_at FROM events e" \
	    " WHERE e.org_id = own.org_id AND e.status = 'published' AND NOT e.ended" \
	    " AND e.host_id <> " me page("e.published_at", "e.id") ")")

#define NEWS_OF_ORGS(me, page) \
	SQL("SELECT o.type, o.id, o.at FROM org_members own CROSS JOIN LATERAL" \
	    " (" NEWS_OF_ORG(me, page) ") o WHERE own.member_id = " me)

/* The columns type, id and at, of all sources; a page of each. */
#define NEWS_FOUND(me, page) SQL(NEWS_PUBLIC(me, page) " UNION " NEWS_OF_ORGS(me, page))

/* The records of the rows `n`: posts `p`, progress `g`, events `e`, and the author `m`,
 * who must be active unless an organization hosts the event. */
#define NEWS_RECORDS \
	SQL(" LEFT JOIN posts p ON n.type = 'post' AND p.id = n.id" \
	    " LEFT JOIN progress g ON n.type = 'progress' AND g.id = n.id" \
	    " LEFT JOIN events e ON n.type = 'event' AND e.id = n.id" \
	    " JOIN members m ON m.id = coalesce(p.author_id, g.author_id, e.host_id)" \
	    " AND (m.status = 'active' OR e.org_id IS NOT NULL)")

/* The name of who made an item. The event of an organization stays when its host is
 * suspended. */
#define NEWS_MAKER SQL("CASE WHEN m.status = 'suspended' THEN 'A member' ELSE m.name END")

#endif
