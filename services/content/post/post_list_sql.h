/*
 * post_list_sql.h - the statements of the lists of asks.
 *
 * The feed merges public asks, the asks of each of the caller's organizations, and the
 * caller's own (feed_sql.h). $1 to $4 are the parameters of every list (list.h); each
 * statement documents $5 and $6.
 */
#ifndef KITH_SERVICES_CONTENT_POST_POST_LIST_SQL_H
#define KITH_SERVICES_CONTENT_POST_POST_LIST_SQL_H

#include "services/content/feed/feed_sql.h"
#include "services/content/post/post_sql.h"

#define POSTS_PUBLIC(page) \
	SQL("SELECT p.id, p.created_at FROM posts p" \
	    " WHERE p.is_public AND " POST_LISTED " AND " AUTHOR_SHOWN("p") page)

/* The asks published to one organization. */
#define POSTS_OF_ORG(org, condition, rows) \
	SQL("SELECT p.post_id AS id, p.created_at FROM post_targets p" \
	    " WHERE p.org_id = " org " AND p.is_open AND " POST_UNEXPIRED \
	    " AND " AUTHOR_SHOWN("p") condition \
	    LIST_PAGE("p.created_at", "p.post_id", rows))

#define POSTS_OF_ORGS(columns, orgs, condition, rows) \
	SQL("(SELECT " columns "o.id, o.created_at FROM " orgs \
	    " CROSS JOIN LATERAL (" POSTS_OF_ORG("own.org_id", condition, rows) ") o)")

#define POSTS_FEW(kind) \
	POSTS_OF_ORGS("own.org_id, ", \
		"(SELECT org_id FROM org_members WHERE member_id = $1) own", \
		kind FEED_SINCE("p.created_at", "bound"), FEED_FIRST_FEW)

#define POSTS_MORE(kind, rows) \
	POSTS_OF_ORGS("", "more own", kind FEED_SINCE("p.created_at", "floor"), rows)

#define POSTS_OWN(condition, rows) \
	SQL("(SELECT p.id, p.created_at FROM posts p" \
	    " WHERE p.author_id = $1 AND " POST_LISTED condition \
	    LIST_PAGE("p.created_at", "p.id", rows) ")")

/* Reads the full rows of a page. */
#define POSTS_OF_PAGE \
	SQL(" SELECT " POST_COLUMNS " FROM page" \
	    " JOIN posts p ON p.id = page.id" POST_AUTHOR)

#define FEED_OF(everybody, kind, rows) \
	SQL(FEED_PAGE(rows, everybody, "org_id", \
	    POSTS_FEW(kind), POSTS_MORE(kind, rows), \
	    POSTS_OWN(kind FEED_SINCE("p.created_at", "floor"), rows)) \
	    POSTS_OF_PAGE FEED_ORDER("p"))

#define FEED(rows) \
	FEED_OF(POSTS_PUBLIC(LIST_PAGE("p.created_at", "p.id", rows)), "", rows)

/* $5: the kind. */
#define FEED_OF_KIND(rows) \
	FEED_OF(POSTS_PUBLIC(PAGE_OF_KIND("p", rows)), " AND p.kind = $5", rows)

/* The asks of one author. $5: a kind or NULL; $6: a handle, or NULL for the caller's
 * own. */
#define OF_AUTHOR(condition, rows) \
	SQL("SELECT " POST_COLUMNS " FROM " POST_TABLES \
	    " WHERE " condition " AND ($5::text IS NULL OR p.kind = $5)" \
	    LIST_PAGE("p.created_at", "p.id", rows))

#define OF_HANDLE(rows) \
	OF_AUTHOR("p.author_id = " AUTHOR_OF("$6") " AND " POST_LISTED \
						   " AND " POST_VISIBLE, \
		rows)

#define OF_CALLER(rows) \
	OF_AUTHOR("p.author_id = $1 AND ($6::text IS NULL OR a.handle = $6)", rows)

/* The asks of one organization ($6), with the visibility checked again. $5: a kind or
 * NULL. */
#define OF_ORG(condition, rows) \
	SQL("WITH first AS (" POSTS_OF_ORG("$6", \
	    condition " AND ($5::text IS NULL OR p.kind = $5)", rows) ")," \
	    " page AS (SELECT id, created_at FROM first" \
	    LIST_NEWEST("created_at", "id", "$4") ")" POSTS_OF_PAGE \
	    " WHERE " POST_VISIBLE " ORDER BY p.created_at DESC, p.id DESC")

#define OF_ORG_FOR_MEMBERS(rows) OF_ORG("", rows)
#define OF_ORG_FOR_OTHERS(rows) OF_ORG(" AND p.is_public", rows)

#endif
