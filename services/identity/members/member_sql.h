/*
 * member_sql.h - a member as other members see it: who is seen, and what of it.
 *
 * All of it speaks of the tables members `m` and profiles `p`. No e-mail address is here.
 */
#ifndef KITH_SERVICES_IDENTITY_MEMBERS_MEMBER_SQL_H
#define KITH_SERVICES_IDENTITY_MEMBERS_MEMBER_SQL_H

#include "common/schema/visible_sql.h"

#define MEMBER_TABLES "members m JOIN profiles p ON p.member_id = m.id"

/* Who can be found. The table member_search has a row for exactly these. */
#define MEMBER_LISTED MEMBER_FOUND("m", "p")

#define MEMBER_CARD_COLUMNS \
	"m.id AS user_id, p.handle, m.name, m.image, p.headline, p.roles, p.skills," \
	" p.looking_for, p.affiliation, p.location"

#endif
