/*
 * member_search_sql.h - the statements of member_search.
 *
 * Results are the matching members, newest first. An index in that order finds common
 * matches at once, but reads every row for rare ones; the indexes of the conditions are
 * the reverse. The planner can only guess which one is better, so the search does not
 * leave it the choice. It tries the newest WINDOW members first, which is cheap when they
 * fill a page. Otherwise the match is rare, so the indexes of the conditions find few
 * members and these are sorted.
 *
 * $1 to $4 are those of every list (common/list/list.h). $5 is the text of a tsquery, $6
 * a LIKE pattern and $7 an organization; each is NULL when it is not given. $8 to $12 are
 * the criteria as they were given, for the reasons.
 */
#ifndef KITH_SERVICES_IDENTITY_MEMBERS_MEMBER_SEARCH_SQL_H
#define KITH_SERVICES_IDENTITY_MEMBERS_MEMBER_SEARCH_SQL_H

#include "common/list/list.h"
#include "services/identity/members/member_sql.h"

#define WINDOW "1000"

#define WITH_TERMS "s.terms @@ $5::text::tsquery"
#define WITH_AFFILIATION "s.affiliation LIKE $6"
/* Does not use the trigram index, which would be read completely for one or two
 * letters. */
#define WITH_SHORT_AFFILIATION "textlike(s.affiliation, $6)"
#define WITH_ORG \
	"EXISTS (SELECT FROM org_members o WHERE o.org_id = $7" \
	" AND o.member_id = s.member_id)"

/* Looks up each member of the window separately, instead of listing the members of a
 * large organization. */
#define WITH_ORG_EACH \
	"(SELECT true FROM org_members o WHERE o.org_id = $7" \
	" AND o.member_id = s.member_id)"

/* Only for the rows of `page`, and only with criteria, because they are expensive. */
#define REASONS \
	"CASE WHEN num_nonnulls($8::text, $9::text[], $10::text[], $11::text[]," \
	" $12::text) = 0 THEN '{}' ELSE member_reasons($8, $9, $10, $11, $12, m.name," \
	" p.handle, p.headline, p.bio, p.roles, p.looking_for, p.skills," \
	" p.affiliation) END AS reasons"

/* The member cards of the rows of `page`. */
#define CARDS \
	SQL(" SELECT s.member_id AS id, s.created_at, " MEMBER_CARD_COLUMNS ", " REASONS \
	    " FROM page s JOIN members m ON m.id = s.member_id" \
	    " JOIN profiles p ON p.member_id = s.member_id WHERE " MEMBER_LISTED \
	    " ORDER BY s.created_at DESC, s.member_id DESC")

#define AFTER LIST_AFTER("s.created_at", "s.member_id")
#define NEWEST(rows) LIST_NEWEST("s.created_at", "s.member_id", rows)

/* Searches the newest WINDOW members after the position. */
#define AMONG_NEWEST(rows) \
	SQL("WITH page AS (SELECT s.member_id, s.created_at FROM" \
	    " (SELECT * FROM member_search s WHERE true" AFTER NEWEST(WINDOW) ") s" \
	    " WHERE ($5::text IS NULL OR " WITH_TERMS ")" \
	    " AND ($6::text IS NULL OR " WITH_AFFILIATION ")" \
	    " AND ($7::uuid IS NULL OR " WITH_ORG_EACH ")" NEWEST(rows) ")" CARDS)

/* Counts the members after the position, up to WINDOW. Also forces custom plans for the
 * rest of the transaction, because the rarer of terms and organization depends on the
 * values. */
#define COUNT_NEWEST(rows) \
	SQL("SELECT count(*), set_config('plan_cache_mode', 'force_custom_plan', true)" \
	    " FROM (SELECT FROM member_search s WHERE true" AFTER " LIMIT " WINDOW ") s")

/* Searches all members by the indexes of the conditions. */
#define AMONG_ALL(conditions, rows) \
	SQL("WITH found AS MATERIALIZED (SELECT s.member_id, s.created_at" \
	    " FROM member_search s WHERE " conditions ")," \
	    " page AS (SELECT s.member_id, s.created_at FROM found s" \
	    " WHERE true" AFTER NEWEST(rows) ")" CARDS)

#endif
