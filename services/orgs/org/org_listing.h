/*
 * org_listing.h - pages of what belongs to one organization.
 */
#ifndef KITH_SERVICES_ORGS_ORG_ORG_LISTING_H
#define KITH_SERVICES_ORGS_ORG_ORG_LISTING_H

#include "common/list/list.h"
#include "services/orgs/org/org.h"

/* Answers a page of a list whose $5 is the organization and $6 a filter, NULL when that is absent,
 * to a caller whose role is at least `least`. */
enum problem org_listing_answer(struct call *call, const struct text *slug,
	enum org_role least, const struct list *list, struct text filter);

#endif
