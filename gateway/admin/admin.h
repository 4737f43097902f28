/*
 * admin.h - the pages of administrators.
 */
#ifndef KITH_GATEWAY_ADMIN_ADMIN_H
#define KITH_GATEWAY_ADMIN_ADMIN_H

#include "gateway/web/page.h"

extern const struct page page_admin_waiting;
extern const struct page page_admin_members;
extern const struct page page_admin_invites;
extern const struct page page_admin_reports;
extern const struct page page_admin_audit;
extern const struct page page_admin_outbox;

#endif
