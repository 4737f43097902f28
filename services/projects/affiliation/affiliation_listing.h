/*
 * affiliation_listing.h - the lists of affiliations, each of which is reached in two ways.
 */
#ifndef KITH_SERVICES_PROJECTS_AFFILIATION_AFFILIATION_LISTING_H
#define KITH_SERVICES_PROJECTS_AFFILIATION_AFFILIATION_LISTING_H

#include "common/db/db.h"

/* All affiliations of a project that the caller can read. */
enum problem
affiliation_listing_of_project(struct call *call, const struct identifier *project);

/* Those of an organization: to its owners and admins in every state or in one, to its other
 * members the active ones. */
enum problem affiliation_listing_of_org(
	struct call *call, const struct text *slug, const struct text *status);

#endif
