/*
 * affiliation_listing.h - the lists of affiliations, each of which has two routes.
 */
#ifndef KITH_SERVICES_PROJECTS_AFFILIATION_AFFILIATION_LISTING_H
#define KITH_SERVICES_PROJECTS_AFFILIATION_AFFILIATION_LISTING_H

#include "common/db/db.h"

/* All affiliations of a project that the caller may read. */
enum problem
affiliation_listing_of_project(struct call *call, const struct identifier *project);

/* The affiliations of an organization. Owners and admins may choose a status; other
 * members see only active affiliations. */
enum problem affiliation_listing_of_org(
	struct call *call, const struct text *slug, const struct text *status);

#endif
