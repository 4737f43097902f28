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
 * Parameters: $1 to $3 as in page_sql.h; $4 the text of a tsquery, $5 a pattern of LIKE, and
 * $6 an organization, each NULL when it is not asked for.
 */
#ifndef KITH_SERVICES_IDENTITY_MEMBERS_MEMBER_SEARCH_SQL_H
#define KITH_SERVICES_IDENTITY_MEMBERS_MEMBER_SEARCH_SQL_H

#include "services/identity/credentials/page_sql.h"
#include "services/identity/members/member_sql.h"

#define WINDOW "1000"

#define WITH_TERMS "s.terms @@ $4::text::tsquery"
#define WITH_AFFILIATION "s.affiliation LIKE $5"
/* The same in a form that no index of trigrams takes: it would read all of itself for a part
 * of one or two letters. */
#define WITH_SHORT_AFFILIATION "textlike(s.affiliation, $5)"
#define WITH_ORG \
	"EXISTS (SELECT FROM org_members o WHERE o.org_id = $6 AND o.member_id = s.member_id)"

/* The same, looked up for one member after the other: no list of a large organization is made
 * for the few of the window. */
#define WITH_ORG_EACH \
	"(SELECT true FROM org_members o WHERE o.org_id = $6 AND o.member_id = s.member_id)"

/* The cards of the members of `page`. */
#define CARDS \
	" SELECT s.member_id AS id, s.created_at AS \"createdAt\", " MEMBER_CARD_COLUMNS \
	" FROM page s JOIN members m ON m.id = s.member_id" \
	" JOIN profiles p ON p.member_id = s.member_id WHERE " MEMBER_LISTED \
	" ORDER BY s.created_at DESC, s.member_id DESC"

#define NEWEST " ORDER BY s.created_at DESC, s.member_id DESC LIMIT "

/* Among the newest after the position. */
#define AMONG_NEWEST \
	"WITH page AS (SELECT s.member_id, s.created_at FROM" \
	" (SELECT * FROM member_search s WHERE " PAGE_AFTER( \
		"s.created_at", "s.member_id") NEWEST WINDOW \
		") s WHERE ($4::text IS NULL OR " WITH_TERMS ")" \
		" AND ($5::text IS NULL OR " WITH_AFFILIATION ")" \
		" AND ($6::uuid IS NULL OR " WITH_ORG_EACH ")" NEWEST "$3)" CARDS

/* How many there are after the position, the window's size at most. And, for the rest of the
 * transaction, that plans are made for the values at hand: whether to begin with the terms or
 * with the organization depends on which of them is rare. $3 to $6 are unused. */
#define COUNT_NEWEST \
	"SELECT count(*) AS count, set_config('plan_cache_mode', 'force_custom_plan', true)" \
	" FROM (SELECT FROM member_search s WHERE " PAGE_AFTER( \
		"s.created_at", "s.member_id") " LIMIT " WINDOW ") s"

/* Among all, by the indexes of the conditions alone. */
#define AMONG_ALL(conditions) \
	"WITH found AS MATERIALIZED (SELECT s.member_id, s.created_at FROM member_search s" \
	" WHERE " conditions ")," \
	" page AS (SELECT s.member_id, s.created_at FROM found s" \
	" WHERE " PAGE_AFTER("s.created_at", "s.member_id") NEWEST "$3)" CARDS

#endif
