/*
 * member_search_sql.h - the statements of member_search.
 *
 * Newest first, among those that match: an index in that order finds common things at once and
 * rare ones after reading everybody; an index of the terms does the reverse. Which of the two
 * is better the planner can only guess, so it is not asked. The newest WINDOW members are
 * tried first. When a page fills there, that was cheap; when it does not, what is asked for is
 * rare enough (less than a page among so many) for the indexes of what members say, and the
 * few that they find are sorted.
 *
 * $1 to $4 are those of every list (common/list/list.h); $5 is the text of a tsquery, $6 a pattern
 * of LIKE, and $7 an organization, each NULL when it is not asked for.
 */
#ifndef KITH_SERVICES_IDENTITY_MEMBERS_MEMBER_SEARCH_SQL_H
#define KITH_SERVICES_IDENTITY_MEMBERS_MEMBER_SEARCH_SQL_H

#include "common/list/list.h"
#include "services/identity/members/member_sql.h"

#define WINDOW "1000"

#define WITH_TERMS "s.terms @@ $5::text::tsquery"
#define WITH_AFFILIATION "s.affiliation LIKE $6"
/* The same in a form that no index of trigrams takes: it would read all of itself for a part
 * of one or two letters. */
#define WITH_SHORT_AFFILIATION "textlike(s.affiliation, $6)"
#define WITH_ORG \
	"EXISTS (SELECT FROM org_members o WHERE o.org_id = $7 AND o.member_id = s.member_id)"

/* The same, looked up for one member after the other: no list of a large organization is made
 * for the few of the window. */
#define WITH_ORG_EACH \
	"(SELECT true FROM org_members o WHERE o.org_id = $7 AND o.member_id = s.member_id)"

/* The cards of the members of `page`. */
#define CARDS \
	SQL(" SELECT s.member_id AS id, s.created_at, " MEMBER_CARD_COLUMNS \
	    " FROM page s JOIN members m ON m.id = s.member_id" \
	    " JOIN profiles p ON p.member_id = s.member_id WHERE " MEMBER_LISTED \
	    " ORDER BY s.created_at DESC, s.member_id DESC")

#define AFTER LIST_AFTER("s.created_at", "s.member_id")
#define NEWEST(rows) LIST_NEWEST("s.created_at", "s.member_id", rows)

/* Among the newest after the position. */
#define AMONG_NEWEST(rows) \
	SQL("WITH page AS (SELECT s.member_id, s.created_at FROM" \
	    " (SELECT * FROM member_search s WHERE true" AFTER NEWEST(WINDOW) ") s" \
	    " WHERE ($5::text IS NULL OR " WITH_TERMS ")" \
	    " AND ($6::text IS NULL OR " WITH_AFFILIATION ")" \
	    " AND ($7::uuid IS NULL OR " WITH_ORG_EACH ")" NEWEST(rows) ")" CARDS)

/* How many there are after the position, the window's size at most. And, for the rest of the
 * transaction, that plans are made for the values at hand: whether to begin with the terms or
 * with the organization depends on which of them is rare. */
#define COUNT_NEWEST(rows) \
	SQL("SELECT count(*), set_config('plan_cache_mode', 'force_custom_plan', true)" \
	    " FROM (SELECT FROM member_search s WHERE true" AFTER " LIMIT " WINDOW ") s")

/* Among all, by the indexes of the conditions alone. */
#define AMONG_ALL(conditions, rows) \
	SQL("WITH found AS MATERIALIZED (SELECT s.member_id, s.created_at" \
	    " FROM member_search s WHERE " conditions ")," \
	    " page AS (SELECT s.member_id, s.created_at FROM found s" \
	    " WHERE true" AFTER NEWEST(rows) ")" CARDS)

#endif
