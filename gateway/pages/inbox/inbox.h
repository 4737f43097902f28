/*
 * inbox.h - notifications and introductions.
 */
#ifndef KITH_GATEWAY_PAGES_INBOX_INBOX_H
#define KITH_GATEWAY_PAGES_INBOX_INBOX_H

#include "gateway/web/page.h"

extern const struct page page_intro;

#endif
