/*
 * home.h - the front page and the welcome of new members.
 */
#ifndef KITH_GATEWAY_PAGES_HOME_HOME_H
#define KITH_GATEWAY_PAGES_HOME_HOME_H

#include "gateway/web/page.h"

extern const struct page page_home;
extern const struct page page_welcome;
extern const struct page page_welcomed;

#endif
