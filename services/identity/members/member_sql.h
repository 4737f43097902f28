/*
 * member_sql.h - members as other members see them: visibility and columns.
 *
 * All macros refer to the tables members `m` and profiles `p`. None contains the e-mail
 * address.
 */
#ifndef KITH_SERVICES_IDENTITY_MEMBERS_MEMBER_SQL_H
#define KITH_SERVICES_IDENTITY_MEMBERS_MEMBER_SQL_H

#include "common/schema/visible_sql.h"

#define MEMBER_TABLES "members m JOIN profiles p ON p.member_id = m.id"

/* The members that can be found. The table member_search has a row for exactly these. */
#define MEMBER_LISTED MEMBER_FOUND("m", "p")

#define MEMBER_CARD_COLUMNS \
	"m.id AS user_id, p.handle, m.name, m.image, p.headline, p.roles, p.skills," \
	" p.looking_for, p.affiliation, p.location"

#define MEMBER_MORE_COLUMNS "p.bio, p.program, p.links, p.created_at"

#endif
