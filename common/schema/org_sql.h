/*
 * org_sql.h - which organization a slug means, as SQL, for every service that is given one.
 *
 * A slug that an organization had before still means it, as long as it is kept for it
 * (0025_orgs_former_slugs.sql). So nobody looks for orgs.slug.
 */
#ifndef KITH_COMMON_SCHEMA_ORG_SQL_H
#define KITH_COMMON_SCHEMA_ORG_SQL_H

#include "common/db/statement.h"

/* Whether a row of org_slugs `s` still holds. */
#define ORG_SLUG_HOLDS "(s.former_until IS NULL OR s.former_until > now())"

/* The id of the organization that a slug means; NULL when there is none. */
#define ORG_OF_SLUG(slug) \
	SQL("(SELECT s.org_id FROM org_slugs s WHERE s.slug = " slug " AND " ORG_SLUG_HOLDS ")")

#endif
