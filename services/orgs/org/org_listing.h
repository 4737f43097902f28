/*
 * org_listing.h - lists that belong to one organization.
 */
#ifndef KITH_SERVICES_ORGS_ORG_ORG_LISTING_H
#define KITH_SERVICES_ORGS_ORG_ORG_LISTING_H

#include "common/list/list.h"
#include "services/orgs/org/org.h"

/* Answers a page of a list to a caller with at least the role `least`. $5 of the list is
 * the organization, and $6 is the filter, NULL if absent. */
enum problem org_listing_answer(struct call *call, const struct text *slug,
	enum org_role least, const struct list *list, struct text filter);

#endif
