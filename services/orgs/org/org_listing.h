/*
 * org_listing.h - pages of what belongs to one organization.
 */
#ifndef KITH_SERVICES_ORGS_ORG_ORG_LISTING_H
#define KITH_SERVICES_ORGS_ORG_ORG_LISTING_H

#include "services/orgs/org/org.h"

/* A list of something of one organization. In its statements $1 is the organization, $2 and $3
 * are the page's beginning, and $4 is a filter, if there is one. */
struct org_listing {
	const char *usual; /* for pages of the usual size */
	const char *large;
	const char *sort;    /* the output's field that it is sorted by */
	enum org_role least; /* who may read it */
};

/* Answers a page of it; an absent filter is NULL. */
enum problem org_listing_answer(struct call *call, const struct text *slug,
	const struct org_listing *listing, struct text filter);

#endif
