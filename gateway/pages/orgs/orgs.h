/*
 * orgs.h - the pages of organizations.
 */
#ifndef KITH_GATEWAY_PAGES_ORGS_ORGS_H
#define KITH_GATEWAY_PAGES_ORGS_ORGS_H

#include "gateway/web/page.h"

extern const struct page page_org;
extern const struct page page_join_requests;

#endif
