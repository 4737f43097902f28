/*
 * project_listing.h - the lists of projects that have several routes.
 */
#ifndef KITH_SERVICES_PROJECTS_PROJECT_PROJECT_LISTING_H
#define KITH_SERVICES_PROJECTS_PROJECT_PROJECT_LISTING_H

#include "common/db/db.h"

/* The status parameter of the statements: absent for "all". */
struct text project_listing_status(const struct text *status);

enum problem project_listing_own(struct call *call, const struct text *status);

/* The projects of an organization; PROBLEM_ORG_ROLE_REQUIRED for others than its
 * members. */
enum problem project_listing_of_org(
	struct call *call, const struct text *slug, const struct text *status);

#endif
