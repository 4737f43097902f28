/*
 * progress_list_sql.h - the statements of progress_list.
 *
 * The feed is that of asks (post_list_sql.h) with one more source: the caller's projects.
 *
 * $1 to $4 are the parameters of every list (list.h), $5 is a kind, and $6 is whether the
 * caller is a platform administrator. Each statement documents $7 to $9.
 */
#ifndef KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_LIST_SQL_H
#define KITH_SERVICES_CONTENT_PROGRESS_PROGRESS_LIST_SQL_H

#include "services/content/feed/feed_sql.h"
#include "services/content/progress/progress_sql.h"

#define PROGRESS_PUBLIC(page) \
	SQL("SELECT g.id, g.created_at FROM progress g" \
	    " WHERE g.is_public AND " AUTHOR_SHOWN("g") page)

#define PROGRESS_OF_ORGS(columns, orgs, condition, rows) \
	SQL("(SELECT " columns "o.id, o.created_at FROM " orgs " CROSS JOIN LATERAL" \
	    " (SELECT g.progress_id AS id, g.created_at FROM progress_targets g" \
	    " WHERE g.org_id = own.org_id AND " AUTHOR_SHOWN("g") condition \
	    LIST_PAGE("g.created_at", "g.progress_id", rows) ") o)")

#define PROGRESS_OF_PROJECTS(columns, projects, condition, rows) \
	SQL("(SELECT " columns "o.id, o.created_at FROM " projects " CROSS JOIN LATERAL" \
	    " (SELECT g.id, g.created_at FROM progress g" \
	    " WHERE g.project_id = own.project_id AND " AUTHOR_SHOWN("g") \
	    condition \
	    LIST_PAGE("g.created_at", "g.id", rows) ") o)")

#define PROGRESS_FEW(kind) \
	SQL(PROGRESS_OF_ORGS("own.org_id, NULL::uuid AS project_id, ", \
	    "(SELECT org_id FROM org_members WHERE member_id = $1) own", \
	    kind FEED_SINCE("g.created_at", "bound"), FEED_FIRST_FEW) \
	    " UNION ALL " PROGRESS_OF_PROJECTS("NULL::uuid, own.project_id, ", \
	    "(SELECT project_id FROM project_members WHERE member_id = $1) own", \
	    kind FEED_SINCE("g.created_at", "bound"), FEED_FIRST_FEW))

#define PROGRESS_MORE(kind, rows) \
	SQL(PROGRESS_OF_ORGS("", "more own", \
	    kind FEED_SINCE("g.created_at", "floor"), rows) \
	    " UNION ALL " PROGRESS_OF_PROJECTS("", "more own", \
	    kind FEED_SINCE("g.created_at", "floor"), rows))

#define PROGRESS_OWN(condition, rows) \
	SQL("(SELECT g.id, g.created_at FROM progress g" \
	    " WHERE g.author_id = $1" condition \
	    LIST_PAGE("g.created_at", "g.id", rows) ")")

/* Reads the full rows of a page. */
#define PROGRESS_OF_PAGE \
	SQL(" SELECT " PROGRESS_COLUMNS " FROM page JOIN progress g ON g.id = page.id" \
	    PROGRESS_AROUND("$6") FEED_ORDER("g"))

#define FEED_OF(everybody, kind, rows) \
	SQL(FEED_PAGE(rows, everybody, "org_id, project_id", PROGRESS_FEW(kind), \
	    PROGRESS_MORE(kind, rows), \
	    PROGRESS_OWN(kind FEED_SINCE("g.created_at", "floor"), rows)) \
	    PROGRESS_OF_PAGE)

#define FEED(rows) \
	FEED_OF(PROGRESS_PUBLIC(LIST_PAGE("g.created_at", "g.id", rows)), "", rows)

#define FEED_OF_KIND(rows) \
	FEED_OF(PROGRESS_PUBLIC(PAGE_OF_KIND("g", rows)), " AND g.kind = $5", rows)

/* The entries of one author or project. $5: a kind or NULL; $7: a project or NULL; $8: a
 * handle or NULL; $9: the text of a tsquery or NULL. */
#define OF_ONE(condition, rows) \
	SQL("SELECT " PROGRESS_COLUMNS " FROM progress g" PROGRESS_AROUND("$6") \
	    " WHERE " condition " AND ($5::text IS NULL OR g.kind = $5)" \
	    " AND ($7::uuid IS NULL OR j.id = $7)" \
	    " AND ($9::text IS NULL OR g.search_words @@ $9::text::tsquery)" \
	    " AND " PROGRESS_VISIBLE \
	    LIST_PAGE("g.created_at", "g.id", rows))

#define OF_CALLER(rows) OF_ONE("g.author_id = $1", rows)
#define OF_HANDLE(rows) OF_ONE("g.author_id = " AUTHOR_OF("$8"), rows)
#define OF_PROJECT(rows) OF_ONE("g.project_id = $7", rows)

#define FOUND_MAX "1000"

/* The entries with the words $9. $5: a kind or NULL; $7: an organization or NULL. A page
 * examines at most FOUND_MAX matches, including those that the caller may not see. */
#define OF_WORDS(rows) \
	SQL("SELECT " PROGRESS_COLUMNS " FROM search_progress($9::text::tsquery," \
	    " $2, $3, " FOUND_MAX ") AS c (id) JOIN progress g ON g.id = c.id" \
	    PROGRESS_AROUND("$6") " WHERE ($5::text IS NULL OR g.kind = $5)" \
	    " AND ($7::uuid IS NULL OR EXISTS (SELECT FROM progress_targets t" \
	    " WHERE t.progress_id = g.id AND t.org_id = $7)) AND " PROGRESS_VISIBLE \
	    LIST_PAGE("g.created_at", "g.id", rows))

/* The entries of one organization ($7), with the visibility checked again. $5: a kind or
 * NULL. */
#define OF_ORG(rows) \
	SQL("WITH page AS (SELECT g.progress_id AS id, g.created_at" \
	    " FROM progress_targets g WHERE g.org_id = $7 AND " AUTHOR_SHOWN("g") \
	    " AND ($5::text IS NULL OR g.kind = $5)" \
	    LIST_PAGE("g.created_at", "g.progress_id", rows) ")" \
	    " SELECT " PROGRESS_COLUMNS " FROM page JOIN progress g ON g.id = page.id" \
	    PROGRESS_AROUND("$6") " WHERE " PROGRESS_VISIBLE \
	    " ORDER BY g.created_at DESC, g.id DESC")

#endif
