/*
 * feed_sql.h - lists that merge several sources, newest first.
 *
 * Each source returns sorted rows and stops after one page, so page N costs as much as
 * page 1, however many rows there are. With one OR condition over all sources, the
 * database would sort everything. $1 to $4 are the parameters of every list (list.h).
 */
#ifndef KITH_SERVICES_CONTENT_FEED_FEED_SQL_H
#define KITH_SERVICES_CONTENT_FEED_FEED_SQL_H

#include "common/list/list.h"

/*
 * Hides the items of suspended authors; pending and deleted members have none. A page
 * skips hidden items, and the rate limits on writing bound their number.
 *
 * The condition is a scalar subquery and not a join: the planner assumes that a list is
 * read to its end, and would prepare a join for all rows. The subquery uses
 * members_suspended, a partial index of a page or two, where members_pkey has hundreds.
 * `t` is the item's alias.
 */
#define AUTHOR_SHOWN(t) \
	SQL("(SELECT false FROM members m WHERE m.id = " t ".author_id" \
	    " AND m.status = 'suspended') IS NULL")

/* The author with a handle, or NULL if that member is not active. With NULL the list is
 * empty, without scanning the author's items. */
#define AUTHOR_OF(handle) \
	SQL("(SELECT h.member_id FROM profiles h JOIN members w ON w.id = h.member_id" \
	    " WHERE h.handle = " handle " AND w.status = 'active')")

/* A page of one kind ($5). With kind = $5 the planner would scan the index of all kinds
 * and skip the others, which is slow for a rare kind. This equivalent form can only use
 * the index by kind. `t` is the table's alias. */
#define PAGE_OF_KIND(t, rows) \
	SQL(" AND " t ".kind >= $5" \
	    " AND (" t ".kind, " t ".created_at, " t ".id) < ($5, $2, $3)" \
	    " ORDER BY " t ".kind DESC, " t ".created_at DESC, " t ".id DESC LIMIT " rows)

/*
 * A page of the newest items of several sources: `everybody` is the public items,
 * `groups` one list for each of the caller's groups, and `own` the caller's items.
 *
 * A member of many groups must not read a full page of each group. The steps are:
 *
 * - `everybody` reads a page. If it is full, its last item is a lower bound (`bound`).
 * - `few` reads the first FEED_FIRST_FEW items of every group down to `bound`.
 * - `everybody` and `few` together yield a page, whose last item is a better lower
 *   bound (`floor`).
 * - `more` is the groups whose first few items are all newer than `floor`. Only these
 *   are read on, down to `floor`.
 *
 * `group` names the columns of `few_of_groups` that identify a row's group. An item may
 * come from several sources. DISTINCT ON removes duplicates in the order that the page
 * needs anyway; UNION would build a hash table first.
 */
#define FEED_FIRST_FEW "3"
#define FEED_SINCE(created_at, bound) \
	SQL(" AND " created_at " >= COALESCE((SELECT at FROM " bound ")," \
	    " '-infinity'::timestamptz)")
#define FEED_PAGE(rows, everybody, group, few_of_groups, more_of_groups, own) \
	SQL("WITH everybody AS MATERIALIZED (" everybody ")," \
	    " bound AS (SELECT min(created_at) AS at FROM everybody" \
	    " HAVING count(*) = " rows ")," \
	    " few AS MATERIALIZED (" few_of_groups ")," \
	    " floor AS (SELECT DISTINCT ON (created_at, id) created_at AS at FROM" \
	    " (" FEED_KNOWN ") AS known" \
	    " ORDER BY created_at DESC, id DESC OFFSET " rows " - 1 LIMIT 1)," \
	    " more AS MATERIALIZED (SELECT " group " FROM few GROUP BY " group \
	    " HAVING count(*) = " FEED_FIRST_FEW \
	    FEED_SINCE("min(created_at)", "floor") ")," \
	    " page AS (SELECT DISTINCT ON (created_at, id) id, created_at FROM" \
	    " (" FEED_KNOWN " UNION ALL " more_of_groups " UNION ALL " own ") AS found" \
	    LIST_NEWEST("created_at", "id", "$4") ")")
#define FEED_KNOWN \
	SQL("SELECT id, created_at FROM everybody" \
	    " UNION ALL SELECT id, created_at FROM few")

/* The sources have checked that an item is public, published to one of the caller's
 * groups, or the caller's own. This condition checks the author's status, which is
 * stricter than AUTHOR_SHOWN. `t` is the item's alias, `m` the author. */
#define FEED_ORDER(t) \
	SQL(" WHERE (" t ".author_id = $1 OR m.status = 'active')" \
	    " ORDER BY page.created_at DESC, page.id DESC")

#endif
