/*
 * org_sql.h - finds an organization by its slug, and says who sees its name.
 *
 * A former slug still identifies its organization while it is reserved
 * (0025_orgs_former_slugs.sql). Therefore no query compares orgs.slug.
 */
#ifndef KITH_COMMON_SCHEMA_ORG_SQL_H
#define KITH_COMMON_SCHEMA_ORG_SQL_H

#include "common/db/statement.h"

/* Whether a row of org_slugs `s` is valid. */
#define ORG_SLUG_HOLDS "(s.former_until IS NULL OR s.former_until > now())"

/* The id of the organization with a current or former slug; NULL without one. */
#define ORG_OF_SLUG(slug) \
	SQL("(SELECT s.org_id FROM org_slugs s" \
	    " WHERE s.slug = " slug " AND " ORG_SLUG_HOLDS ")")

/* Whether lists, search and mails name an organization `o` to a reader: an unlisted one
 * to its members only. */
#define ORG_NAMED(reader) \
	SQL("(o.visibility = 'public' OR EXISTS (SELECT FROM org_members vo" \
	    " WHERE vo.org_id = o.id AND vo.member_id = " reader "))")

#endif
