/*
 * feed_sql.h - lists that gather what comes from several sources, newest first.
 *
 * Each source gives its rows in order and stops after one page, so page N costs what page 1
 * costs, however many rows there are. One condition with OR over all of the sources would make
 * the database sort everything. The parameters $1 to $4 are those of every list (list.h).
 */
#ifndef KITH_SERVICES_CONTENT_FEED_FEED_SQL_H
#define KITH_SERVICES_CONTENT_FEED_FEED_SQL_H

#include "common/list/list.h"

/* Items of suspended authors are hidden. The condition is a value of each row and not a join,
 * because the planner supposes that a list is read to its end and would prepare for that at
 * every page. `t` is the item's alias. */
#define AUTHOR_ACTIVE(t) \
	SQL("(SELECT m.status = 'active' FROM members m WHERE m.id = " t ".author_id)")

/* A page of one kind, which is $5. With kind = $5 the planner would take the index of all kinds
 * and pass over the others, which takes long for a rare kind. This form says the same, and only
 * the index by kind has its order. `t` is the table's alias. */
#define PAGE_OF_KIND(t, rows) \
	SQL(" AND " t ".kind >= $5" \
	    " AND (" t ".kind, " t ".created_at, " t ".id) < ($5, $2, $3)" \
	    " ORDER BY " t ".kind DESC, " t ".created_at DESC, " t ".id DESC LIMIT " rows)

/*
 * The newest of what several sources give: `everybody`, which all may see; `groups`, one list for
 * each group that the caller is in; and `own`.
 *
 * A member of many groups would read a page of each. So the first few of every group are read
 * first (`first_of_groups`): together with `everybody` they are known rows, and when these fill
 * the page, nothing older than the last of them (`floor`) can be on it. Then few rows remain to
 * be read of each group.
 */
#define FEED_FIRST_FEW "3"
#define FEED_SINCE(created_at) \
	SQL(" AND " created_at " >= COALESCE((SELECT at FROM floor), '-infinity'::timestamptz)")
#define FEED_PAGE(rows, everybody, first_of_groups, groups, own) \
	SQL("WITH everybody AS MATERIALIZED (" everybody ")," \
	    " known AS MATERIALIZED (SELECT id, created_at FROM everybody" \
	    " UNION " first_of_groups ")," \
	    " floor AS (SELECT min(created_at) AS at FROM" \
	    " (SELECT created_at FROM known" LIST_NEWEST("created_at", "id", rows) ") AS top" \
	    " HAVING count(*) = " rows ")," \
	    " page AS (SELECT id, created_at FROM known" \
	    " UNION " groups \
	    " UNION " own LIST_NEWEST("created_at", "id", "$4") ")")

#endif
