/*
 * feed_sql.h - the pieces of lists that are newest first, whatever they list.
 *
 * $2 and $3 are the row behind which the page begins (feed.h), in every statement.
 */
#ifndef KITH_SERVICES_CONTENT_FEED_FEED_SQL_H
#define KITH_SERVICES_CONTENT_FEED_FEED_SQL_H

/* Suspended authors are hidden. As a value of each row, not as a join: the planner supposes that
 * a list is read to its end, and prepares for that at every page. `t` is the item's alias. */
#define AUTHOR_ACTIVE(t) \
	"(SELECT m.status = 'active' FROM members m WHERE m.id = " t ".author_id)"

/* Rows after the position. */
#define AFTER(created_at, id) " AND (" created_at ", " id ") < ($2, $3)"

#define NEWEST(created_at, id, rows) \
	" ORDER BY " created_at " DESC, " id " DESC LIMIT " rows

/* The same within one kind. With kind = $5 the planner would take the index of all kinds and
 * pass over the others, which is long for a rare one; in this form, which says the same, only
 * the index by kind has the order. `t` is the table's alias. */
#define AFTER_OF_KIND(t) \
	" AND " t ".kind >= $5 AND (" t ".kind, " t ".created_at, " t \
	".id) < ($5, $2, $3)"

#define NEWEST_OF_KIND(t, rows) \
	" ORDER BY " t ".kind DESC, " t ".created_at DESC, " t ".id DESC LIMIT " rows

/*
 * One page of what several sources give, each in order and at most `rows` long: `everybody`,
 * which all may see; `groups`, one list for each group that the caller is in; and `own`.
 *
 * A member of many groups would read a page of each. So the first few of every group are read
 * at first: with `everybody` they are known rows, and when these fill the page, nothing older
 * than the last of them (`floor`) can be on it. Then few rows are read of each group.
 */
#define FEED_FIRST_FEW "3"
#define FEED_SINCE(created_at) \
	" AND " created_at \
	" >= COALESCE((SELECT at FROM floor), '-infinity'::timestamptz)"
#define FEED_PAGE(rows, everybody, first_of_groups, groups, own) \
	"WITH everybody AS MATERIALIZED (" everybody ")," \
	" known AS MATERIALIZED (SELECT id, created_at FROM everybody UNION " first_of_groups \
	")," \
	" floor AS (SELECT min(created_at) AS at FROM (SELECT created_at FROM known" NEWEST( \
		"created_at", "id", \
		rows) ") AS top HAVING count(*) = " rows ")," \
		      " page AS (SELECT id, created_at FROM known UNION " groups \
		      " UNION " own NEWEST("created_at", "id", "$4") ")"

#endif
