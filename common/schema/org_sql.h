/*
 * org_sql.h - resolves an organization's slug in SQL.
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

#endif
