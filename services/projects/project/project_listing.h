/*
 * project_listing.h - the lists that are reached in more than one way.
 */
#ifndef KITH_SERVICES_PROJECTS_PROJECT_PROJECT_LISTING_H
#define KITH_SERVICES_PROJECTS_PROJECT_PROJECT_LISTING_H

#include "common/db/db.h"

/* A filter's status as the statements take it: absent for "all". */
struct text project_listing_status(const struct text *status);

/* The caller's own projects. */
enum problem project_listing_own(struct call *call, const struct text *status);

/* The projects of an organization; PROBLEM_ORG_ROLE_REQUIRED to those who are not in it. */
enum problem project_listing_of_org(
	struct call *call, const struct text *slug, const struct text *status);

#endif
