/*
 * record_pages.h - the pages of records, to which mails about notifications lead.
 *
 * A page has the path of its record in the API without "/v1" (notice_sql.h writes
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
