/*
 * inbox.h - notifications and introductions.
 */
#ifndef KITH_GATEWAY_PAGES_INBOX_INBOX_H
#define KITH_GATEWAY_PAGES_INBOX_INBOX_H

#include "gateway/web/page.h"

extern const struct page page_notification_list;
extern const struct page page_waiting;
extern const struct page page_approvals;
extern const struct page page_approval;
extern const struct page page_intros;
extern const struct page page_intro;

#endif
