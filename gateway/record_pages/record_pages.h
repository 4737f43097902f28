/*
 * record_pages.h - the pages that mails about a notification lead to: what it is about,
 * as its reader may see it, and what can be answered to it.
 *
 * A page has the path of its record in the API, without the "/v1" (notice_sql.h makes
 * both).
 */
#ifndef KITH_GATEWAY_RECORD_PAGES_RECORD_PAGES_H
#define KITH_GATEWAY_RECORD_PAGES_RECORD_PAGES_H

#include "gateway/web/page.h"

extern const struct page page_member;
extern const struct page page_org;
extern const struct page page_join_requests;
extern const struct page page_post;
extern const struct page page_project;
extern const struct page page_affiliation;
extern const struct page page_event;
extern const struct page page_intro;

#endif
