/*
 * quota.h - the daily quotas of asks and of progress entries.
 */
#ifndef KITH_SERVICES_CONTENT_FEED_QUOTA_H
#define KITH_SERVICES_CONTENT_FEED_QUOTA_H

#include "common/call/call.h"
#include "common/db/statement.h"

/*
 * Finds the entry of the last 24 hours that the caller's next one would need to replace.
 * Deleted entries count as well. $1 is the caller, $2 the quota, and $3 the quota of a
 * new member.
 */
#define QUOTA_FULL(table) \
	SQL("SELECT ceil(extract(epoch FROM e.created_at + interval '1 day' - now()))" \
	    "::bigint AS wait_s, count(*) OVER () AS made FROM" \
	    " (SELECT created_at FROM " table " WHERE author_id = $1" \
	    " AND created_at > now() - interval '1 day'" \
	    " UNION ALL SELECT created_at FROM entries_removed WHERE author_id = $1" \
	    " AND kind = '" table "' AND created_at > now() - interval '1 day') e" \
	    " ORDER BY e.created_at DESC OFFSET (SELECT CASE" \
	    " WHEN m.created_at > now() - interval '7 days' THEN $3::bigint" \
	    " ELSE $2::bigint END - 1" \
	    " FROM members m WHERE m.id = $1) LIMIT 1")

/*
 * Fails with PROBLEM_RATE_LIMITED when the caller has used up the quota of today.
 * `full` is a statement of QUOTA_FULL, and `what` is the plural of its entries. Until the
 * end of the transaction, other calls of the caller wait, so that each counts the entries
 * before it.
 */
enum problem
quota_check(struct call *call, const struct statement *full, const char *what);

#endif
