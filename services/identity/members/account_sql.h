/*
 * account_sql.h - an account as SQL, once for every operation that answers one.
 *
 * `at` stands before each name: "" where the answer is the account, "account." where it is a
 * part of the answer.
 */
#ifndef KITH_SERVICES_IDENTITY_MEMBERS_ACCOUNT_SQL_H
#define KITH_SERVICES_IDENTITY_MEMBERS_ACCOUNT_SQL_H

#define ACCOUNT_COLUMNS(at) \
	"m.id AS \"" at "id\", m.email AS \"" at "email\", m.name AS \"" at "name\"," \
	" m.image AS \"" at "image\", m.status AS \"" at "membershipStatus\"," \
	" m.role AS \"" at "role\", (p.onboarded_at IS NOT NULL) AS \"" at "profile\"," \
	" p.handle AS \"" at "profile.handle\", p.headline AS \"" at \
	"profile.headline\"," \
	" p.bio AS \"" at "profile.bio\", p.roles AS \"" at "profile.roles\"," \
	" p.skills AS \"" at "profile.skills\"," \
	" p.looking_for AS \"" at "profile.lookingFor\"," \
	" p.affiliation AS \"" at "profile.affiliation\"," \
	" p.program AS \"" at "profile.program\"," \
	" p.location AS \"" at "profile.location\", p.links AS \"" at "profile.links\"," \
	" p.visibility AS \"" at "profile.visibility\"," \
	" p.created_at AS \"" at "profile.createdAt\"," \
	" p.updated_at AS \"" at "profile.updatedAt\""

#define ACCOUNT_TABLES "members m LEFT JOIN profiles p ON p.member_id = m.id"

#endif
