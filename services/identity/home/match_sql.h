/*
 * match_sql.h - who may help with an ask, as SQL.
 *
 * A member matches an ask by what the member looks for and the member's roles, which the
 * kind of ask decides, and by skills that are among the tags. Both statements examine a
 * bounded number of the newest rows: a match is useful while it is new.
 */
#ifndef KITH_SERVICES_IDENTITY_HOME_MATCH_SQL_H
#define KITH_SERVICES_IDENTITY_HOME_MATCH_SQL_H

#include "services/identity/members/member_sql.h"

#define MATCHES_MAX "5"

/* For each kind, what helpers look for, and their roles. */
#define MATCH_NEEDS \
	SQL("(VALUES ('cofounder_wanted', '{cofounder}'::text[], '{founder}'::text[])," \
	    " ('operator_wanted', '{team}', '{operator,business_owner}')," \
	    " ('seeking_investors', '{}', '{investor}')," \
	    " ('idea', '{ideas}', '{idea_person}')," \
	    " ('hiring', '{team}', '{operator}')) AS k (kind, wishes, roles)")

#define MATCH_LOWER(list) "ARRAY(SELECT lower(v) FROM unnest(" list ") AS v)"

/* The first value of `list` that is in `among`; NULL without one. */
#define MATCH_FIRST(list, among) \
	SQL("(SELECT v FROM unnest(" list ") AS v WHERE v = ANY (" among ") LIMIT 1)")

/* The tags of the ask that are skills, as they are written; at most three. Most asks have
 * none, and comparing the arrays as a whole takes a fifth of the time of a subquery. */
#define MATCH_TAGS(tags, skills) \
	SQL("CASE WHEN lower(" tags "::text)::text[] && " skills \
	    " THEN ARRAY(SELECT v FROM unnest(" tags ") AS v" \
	    " WHERE lower(v) = ANY (" skills ") LIMIT 3) ELSE '{}' END")

/* Whether the row f has a reason, and its rank: skills, then roles and wishes. */
#define MATCH_FOUND \
	"(f.wish IS NOT NULL OR f.role IS NOT NULL OR cardinality(f.skills) > 0)"
#define MATCH_RANK \
	"3 * cardinality(f.skills) + 2 * (f.wish IS NOT NULL)::integer" \
	" + 2 * (f.role IS NOT NULL)::integer"

/* An organization in which both are; the first by its name. */
#define MATCH_ORG(one, other) \
	SQL("(SELECT o.name FROM org_members b" \
	    " JOIN org_members c ON c.org_id = b.org_id" \
	    " JOIN orgs o ON o.id = b.org_id WHERE b.member_id = " one \
	    " AND c.member_id = " other " ORDER BY o.name LIMIT 1)")

/* The reasons of the row f in words. Each verb has its blank. */
#define MATCH_REASONS(looks, is, knows, org) \
	SQL("array_remove(ARRAY['" looks "' || CASE f.wish WHEN 'cofounder'" \
	    " THEN 'a cofounder' WHEN 'team' THEN 'a team' ELSE f.wish END," \
	    " '" is "' || CASE f.role WHEN 'founder' THEN 'a founder'" \
	    " WHEN 'operator' THEN 'an operator' WHEN 'investor' THEN 'an investor'" \
	    " WHEN 'idea_person' THEN 'an idea person'" \
	    " WHEN 'business_owner' THEN 'a business owner' END," \
	    " '" knows "' || nullif(array_to_string(f.skills, ', '), '')," \
	    " 'also in ' || " org "], NULL) AS reasons")

#endif
