/*
 * offers.h - choices of forms that several screens offer.
 */
#ifndef KITH_GATEWAY_COMPONENTS_OFFERS_H
#define KITH_GATEWAY_COMPONENTS_OFFERS_H

#include "gateway/web/page.h"

/* The member's organizations, by the page's read of `org_list`; and before them "all that
 * I can see", for the filters of a list. */
const struct choice *offer_own_orgs(const struct view *view);
const struct choice *offer_orgs_or_all(const struct view *view);

#endif
