/*
 * page.h - everything that is read by people.
 */
#ifndef KITH_GATEWAY_WEB_PAGE_H
#define KITH_GATEWAY_WEB_PAGE_H

#include "gateway/edge/gateway.h"

/* Takes over a request that no other surface wants. */
bool page_handle(struct http_request *request, enum http_stage stage);

#endif
