/*
 * post_list_sql.h - the statements of the lists of asks.
 *
 * The feed joins what one index each can give in order: public asks, the asks of each of the
 * caller's organizations, and the caller's own. Every branch stops after one page, so page N
 * costs what page 1 costs, however many asks there are. One condition with OR over all of
 * them would make the database sort everything.
 *
 * The branches stop after a constant number of rows, not after a parameter: for a parameter
 * the planner supposes a tenth of the table and then prefers to read all of it. Hence two
 * sizes, for the usual page of 25 and for the largest one.
 *
 * Parameters: $1 the caller, $2 and $3 the row behind which the page begins,
 * $4 how many rows, and $5 and $6 as each statement says.
 */
#ifndef KITH_SERVICES_CONTENT_POST_POST_LIST_SQL_H
#define KITH_SERVICES_CONTENT_POST_POST_LIST_SQL_H

#include "services/content/feed/feed_sql.h"
#include "services/content/post/post_sql.h"

#define POSTS_PUBLIC(after, newest) \
	"SELECT p.id, p.created_at FROM posts p WHERE p.is_public AND " POST_LISTED \
	" AND " AUTHOR_ACTIVE("p") after newest

/* What one organization is shown of the asks that are published to it. */
#define POSTS_OF_ORG(org, condition, rows) \
	"SELECT p.post_id AS id, p.created_at FROM post_targets p WHERE p.org_id = " org \
	" AND p.is_open AND " POST_UNEXPIRED " AND " AUTHOR_ACTIVE("p") \
		condition AFTER("p.created_at", "p.post_id") \
			NEWEST("p.created_at", "p.post_id", rows)

#define POSTS_OF_ORGS(condition, rows) \
	"(SELECT o.id, o.created_at FROM org_members own CROSS JOIN LATERAL (" POSTS_OF_ORG( \
		"own.org_id", condition, rows) ") o WHERE own.member_id = $1)"

#define POSTS_OWN(condition, rows) \
	"(SELECT p.id, p.created_at FROM posts p WHERE p.author_id = $1 AND " POST_LISTED \
		condition AFTER("p.created_at", "p.id") \
			NEWEST("p.created_at", "p.id", rows) ")"

/* The asks of a page in full, and the predicate once more. */
#define POSTS_OF_PAGE \
	" SELECT " POST_COLUMNS( \
		"$1") " FROM page JOIN posts p ON p.id = page.id" POST_AUTHOR \
		      " WHERE " POST_VISIBLE_TO( \
			      "$1") " ORDER BY p.created_at DESC, p.id DESC"

#define FEED_OF(everybody, kind, rows) \
	FEED_PAGE(rows, everybody, POSTS_OF_ORGS(kind, FEED_FIRST_FEW), \
		POSTS_OF_ORGS(kind FEED_SINCE("p.created_at"), rows), \
		POSTS_OWN(kind FEED_SINCE("p.created_at"), rows)) \
	POSTS_OF_PAGE

#define FEED(rows) \
	FEED_OF(POSTS_PUBLIC(AFTER("p.created_at", "p.id"), \
			NEWEST("p.created_at", "p.id", rows)), \
		"", rows)

/* $5: the kind. */
#define FEED_OF_KIND(rows) \
	FEED_OF(POSTS_PUBLIC(AFTER_OF_KIND("p"), NEWEST_OF_KIND("p", rows)), \
		" AND p.kind = $5", rows)

/* Of one author only; $5: a kind or NULL, $6: a handle or, for one's own asks, NULL. */
#define OF_AUTHOR(condition) \
	"SELECT " POST_COLUMNS("$1") " FROM " POST_TABLES " WHERE " condition \
				     " AND ($5::text IS NULL OR p.kind = $5)" AFTER( \
					     "p.created_at", "p.id") \
					     NEWEST("p.created_at", "p.id", "$4")

#define BY_HANDLE \
	"p.author_id = (SELECT member_id FROM profiles WHERE handle = $6)" \
	" AND " POST_LISTED " AND " POST_VISIBLE_TO("$1")

#define BY_CALLER "p.author_id = $1 AND ($6::text IS NULL OR a.handle = $6)"

/* Of one organization, $6; $5: a kind or NULL. Who looks from outside sees public asks. */
#define OF_ORG(condition, rows) \
	"WITH first AS (" POSTS_OF_ORG("$6", \
		condition " AND ($5::text IS NULL OR p.kind = $5)", \
		rows) ")," \
		      " page AS (SELECT id, created_at FROM first" NEWEST( \
			      "created_at", "id", "$4") ")" POSTS_OF_PAGE

#endif
