/*
 * people.h - the pages of members.
 */
#ifndef KITH_GATEWAY_PAGES_PEOPLE_PEOPLE_H
#define KITH_GATEWAY_PAGES_PEOPLE_PEOPLE_H

#include "gateway/web/page.h"

extern const struct page page_members;
extern const struct page page_member;
extern const struct page page_me;

#endif
