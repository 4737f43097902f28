/*
 * feed_sql.h - lists that gather what comes from several sources, newest first.
 *
 * Each source gives its rows in order and stops after one page, so page N costs what page
 * 1 costs, however many rows there are. One condition with OR over all of the sources
 * would make the database sort everything. The parameters $1 to $4 are those of every
 * list (list.h).
 */
#ifndef KITH_SERVICES_CONTENT_FEED_FEED_SQL_H
#define KITH_SERVICES_CONTENT_FEED_FEED_SQL_H

#include "common/list/list.h"

/* Hides the items of suspended authors; pending and deleted members have none. A page
 * passes over the hidden items, and the limits on writing bound how many there can be.
 *
 * The condition is a value of each row and not a join, because the planner supposes that
 * a list is read to its end and would prepare for that at every page. It uses
 * members_suspended, an index of suspended members alone: a page or two, where
 * members_pkey has hundreds. `t` is the item's alias. */
#define AUTHOR_SHOWN(t) \
	SQL("(SELECT false FROM members m WHERE m.id = " t ".author_id" \
	    " AND m.status = 'suspended') IS NULL")

/* The author with a handle, or NULL when that member is not active. The list is then
 * empty, without passing over the author's items. */
#define AUTHOR_OF(handle) \
	SQL("(SELECT h.member_id FROM profiles h JOIN members w ON w.id = h.member_id" \
	    " WHERE h.handle = " handle " AND w.status = 'active')")

/* A page of one kind, which is $5. With kind = $5 the planner would take the index of all
 * kinds and pass over the others, which takes long for a rare kind. This form says the
 * same, and only the index by kind has its order. `t` is the table's alias. */
#define PAGE_OF_KIND(t, rows) \
	SQL(" AND " t ".kind >= $5" \
	    " AND (" t ".kind, " t ".created_at, " t ".id) < ($5, $2, $3)" \
	    " ORDER BY " t ".kind DESC, " t ".created_at DESC, " t ".id DESC LIMIT " rows)

/*
 * The newest of what several sources give: `everybody`, which all may see; `groups`, one
 * list for each group that the caller is in; and `own`.
 *
 * A member of many groups would read a page of each. When `everybody` fills the page,
 * nothing older than the last of it (`bound`) can be on it. Down to there the first few
 * of every group are read (`few`); together with `everybody` they are known rows, and
 * nothing older than the last of a page of these (`floor`) can be on it either. Only a
 * group whose few are all newer than that may have more to give (`more`), down to
 * `floor`.
 *
 * `group` are the columns of `few_of_groups` that say which group a row is of. An item
 * may come from several sources: DISTINCT ON takes it once, in the order that the page
 * has anyway, where UNION would make a table of hashes first.
 */
#define FEED_FIRST_FEW "3"
#define FEED_SINCE(created_at, bound) \
	SQL(" AND " created_at " >= COALESCE((SELECT at FROM " bound ")," \
	    " '-infinity'::timestamptz)")
#define FEED_PAGE(rows, everybody, group, few_of_groups, more_of_groups, own) \
	SQL("WITH everybody AS MATERIALIZED (" everybody ")," \
	    " bound AS (SELECT min(created_at) AS at FROM everybody HAVING count(*) = " rows ")," \
	    " few AS MATERIALIZED (" few_of_groups ")," \
	    " floor AS (SELECT DISTINCT ON (created_at, id) created_at AS at FROM" \
	    " (" FEED_KNOWN ") AS known" \
	    " ORDER BY created_at DESC, id DESC OFFSET " rows " - 1 LIMIT 1)," \
	    " more AS MATERIALIZED (SELECT " group " FROM few GROUP BY " group \
	    " HAVING count(*) = " FEED_FIRST_FEW FEED_SINCE("min(created_at)", "floor") ")," \
	    " page AS (SELECT DISTINCT ON (created_at, id) id, created_at FROM" \
	    " (" FEED_KNOWN " UNION ALL " more_of_groups " UNION ALL " own ") AS found" \
	    LIST_NEWEST("created_at", "id", "$4") ")")
#define FEED_KNOWN \
	SQL("SELECT id, created_at FROM everybody UNION ALL SELECT id, created_at FROM few")

/* The sources themselves have asked who may see an item: it is public, published to a
 * group of the caller's, or the caller's own. Of the author more is known here than
 * AUTHOR_SHOWN asks. `t` is the item's alias, and the author is `m`. */
#define FEED_ORDER(t) \
	SQL(" WHERE (" t ".author_id = $1 OR m.status = 'active')" \
	    " ORDER BY page.created_at DESC, page.id DESC")

#endif
