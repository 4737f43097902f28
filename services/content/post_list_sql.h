/*
 * post_list_sql.h - the statements of post_list.
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
 * Parameters: $1 the caller, $2 and $3 the last row of the page before (NULL on the first),
 * $4 how many rows, and $5 and $6 as each statement says.
 */
#ifndef KITH_CONTENT_POST_LIST_SQL_H
#define KITH_CONTENT_POST_LIST_SQL_H

#include "services/content/post_sql.h"

/* Rows after the position. */
#define AFTER(created_at, id) \
	" AND (" created_at ", " id ") < (COALESCE($2, 'infinity'::timestamptz)," \
	" COALESCE($3, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))"

#define NEWEST(created_at, id, rows) \
	" ORDER BY " created_at " DESC, " id " DESC LIMIT " rows

#define FEED_PUBLIC(rows) \
	"(SELECT p.id, p.created_at FROM posts p JOIN members m ON m.id = p.author_id" \
	" WHERE p.is_public AND " POST_LISTED \
	" AND m.status = 'active'" AFTER("p.created_at", "p.id") \
		NEWEST("p.created_at", "p.id", rows) ")"

/* The same of one kind. With kind = $5 the planner would take the index of all public asks and
 * pass over those of other kinds, which is long for a rare one; in this form, which says the
 * same, only the index by kind has the order. */
#define FEED_PUBLIC_OF_KIND(rows) \
	"(SELECT p.id, p.created_at FROM posts p JOIN members m ON m.id = p.author_id" \
	" WHERE p.is_public AND " POST_LISTED \
	" AND m.status = 'active' AND p.kind >= $5" \
	" AND (p.kind, p.created_at, p.id) < ($5, COALESCE($2, 'infinity'::timestamptz)," \
	" COALESCE($3, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))" \
	" ORDER BY p.kind DESC, p.created_at DESC, p.id DESC LIMIT " rows ")"

#define FEED_ORGS(rows, kind) \
	"(SELECT o.id, o.created_at FROM org_members own CROSS JOIN LATERAL" \
	" (SELECT p.post_id AS id, p.created_at FROM post_targets p" \
	" JOIN members m ON m.id = p.author_id" \
	" WHERE p.org_id = own.org_id AND p.is_open AND " POST_UNEXPIRED \
	" AND m.status = 'active'" kind AFTER("p.created_at", "p.post_id") NEWEST( \
		"p.created_at", "p.post_id", rows) ") o WHERE own.member_id = $1)"

#define FEED_OWN(rows, kind) \
	"(SELECT p.id, p.created_at FROM posts p WHERE p.author_id = $1 AND " POST_LISTED \
		kind AFTER("p.created_at", "p.id") \
			NEWEST("p.created_at", "p.id", rows) ")"

#define FEED_OF(public_asks, rows, kind) \
	"WITH page AS (" public_asks " UNION " FEED_ORGS(rows, kind) " UNION " FEED_OWN( \
		rows, kind) NEWEST("created_at", "id", \
		"$4") ")" \
		      " SELECT " POST_COLUMNS( \
			      "$1") " FROM page JOIN posts p ON p.id = page.id" POST_AUTHOR \
				    " WHERE " POST_VISIBLE_TO( \
					    "$1") " ORDER BY p.created_at DESC, p.id DESC"

#define FEED(rows) FEED_OF(FEED_PUBLIC(rows), rows, "")

/* $5: the kind. */
#define FEED_OF_KIND(rows) FEED_OF(FEED_PUBLIC_OF_KIND(rows), rows, " AND p.kind = $5")

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

#endif
