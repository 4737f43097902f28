/*
 * member_search_sql.h - the statements of member_search.
 *
 * Results are the members who match everything, newest first. An index in that order
 * finds common matches at once, but reads every row for rare ones; the indexes of the
 * conditions are the reverse. The planner can only guess which one is better, so the
 * search does not leave it the choice. It tries the newest WINDOW members first, which is
 * cheap when they fill a page. Otherwise the match is rare, so the indexes of the
 * conditions find few members and these are sorted.
 *
 * When these do not fill the page and the search text has several units, those who match
 * fewer units follow: PARTIAL.
 *
 * $1 to $4 are those of every list (common/list/list.h). $5 is the text of a tsquery of
 * all units and filters, $6 a LIKE pattern, $7 an organization, $8 the tsquery of any
 * unit, $9 the units, one a line, and $10 the tsquery of the filters. Each is NULL when
 * it is not given.
 */
#ifndef KITH_SERVICES_IDENTITY_MEMBERS_MEMBER_SEARCH_SQL_H
#define KITH_SERVICES_IDENTITY_MEMBERS_MEMBER_SEARCH_SQL_H

#include "common/list/list.h"
#include "services/identity/members/member_sql.h"

#define WINDOW "1000"

#define WITH_TERMS "s.words @@ $5::text::tsquery"
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

/* The member cards of the rows of `page`. */
#define CARDS \
	SQL(" SELECT s.member_id AS id, s.created_at, " MEMBER_CARD_COLUMNS \
	    ", member_reasons(m.name, p, $8::text::tsquery) AS reasons" \
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

/*
 * Ranks the members who match some units. Each missing unit moves a member 100 years back
 * in the list, which keeps positions comparable with those of complete matches.
 *
 * The candidates are bounded: the newest WINDOW members, and of each unit EACH_MAX of the
 * members who match it. A unit that more members match says little about them.
 */
#define EACH_MAX "300"
#define SCANNED_MAX "2000"
#define MISSING_UNIT "interval '876000 hours'"

#define WITH_UNIT "s.words @@ (u.unit || COALESCE(' & ' || $10::text, ''))::tsquery"
#define WITH_PLACE \
	SQL("($6::text IS NULL OR textlike(s.affiliation, $6)) AND ($7::uuid IS NULL" \
	    " OR " WITH_ORG ")")

#define CANDIDATES \
	SQL("SELECT s.member_id FROM (SELECT * FROM member_search s" NEWEST_OF_ALL ") s" \
	    " WHERE s.words @@ $8::text::tsquery" \
	    " UNION SELECT c.member_id FROM units u, LATERAL (SELECT s.member_id FROM" \
	    " (SELECT s.member_id, s.affiliation FROM member_search s WHERE " WITH_UNIT \
	    " LIMIT " SCANNED_MAX ") s WHERE " WITH_PLACE " LIMIT " EACH_MAX ") c" \
	    " UNION SELECT s.member_id FROM member_search s WHERE " WITH_TERMS \
	    " AND " WITH_PLACE AFTER)
#define NEWEST_OF_ALL NEWEST(WINDOW)

#define PARTIAL(rows) \
	SQL("WITH units AS MATERIALIZED (SELECT unit FROM" \
	    " string_to_array($9::text, E'\\n') AS list, unnest(list) AS unit)," \
	    " found AS MATERIALIZED (SELECT s.member_id, s.created_at -" \
	    " (SELECT count(*) FROM units u WHERE NOT s.words @@ u.unit::tsquery)" \
	    " * " MISSING_UNIT " AS created_at FROM (" CANDIDATES ") c" \
	    " JOIN member_search s ON s.member_id = c.member_id" \
	    " WHERE ($10::text IS NULL OR s.words @@ $10::text::tsquery)" \
	    " AND " WITH_PLACE ")," \
	    " page AS (SELECT s.member_id, s.created_at FROM found s" \
	    " WHERE true" AFTER NEWEST(rows) ")" CARDS)

#endif
