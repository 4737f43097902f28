/*
 * account_sql.h - an account as SQL, shared by the operations that answer one.
 *
 * `at` is the prefix of each column: "" where the answer is the account, "account_" where
 * the account is a member of the answer.
 */
#ifndef KITH_SERVICES_IDENTITY_MEMBERS_ACCOUNT_SQL_H
#define KITH_SERVICES_IDENTITY_MEMBERS_ACCOUNT_SQL_H

#define ACCOUNT_COLUMNS(at) \
	SQL("m.id AS " at "id, m.email AS " at "email, m.name AS " at "name," \
	    " m.image AS " at "image, p.handle AS " at "handle," \
	    " m.status AS " at "membership_status," \
	    " m.role AS " at "role, (p.onboarded_at IS NOT NULL) AS " at "profile," \
	    " p.handle AS " at "profile_handle, p.headline AS " at "profile_headline," \
	    " p.bio AS " at "profile_bio, p.roles AS " at "profile_roles," \
	    " p.skills AS " at "profile_skills," \
	    " p.looking_for AS " at "profile_looking_for," \
	    " p.affiliation AS " at "profile_affiliation," \
	    " p.program AS " at "profile_program," \
	    " p.location AS " at "profile_location, p.links AS " at "profile_links," \
	    " p.visibility AS " at "profile_visibility," \
	    " p.created_at AS " at "profile_created_at," \
	    " p.updated_at AS " at "profile_updated_at")

#define ACCOUNT_TABLES "members m LEFT JOIN profiles p ON p.member_id = m.id"

#endif
