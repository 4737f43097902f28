/*
 * web.h - pages and documents for people.
 */
#ifndef KITH_GATEWAY_WEB_WEB_H
#define KITH_GATEWAY_WEB_WEB_H

#include "gateway/core/gateway.h"

/* Takes over a request that no other surface wants. */
bool web_handle(struct http_request *request, enum http_stage stage);
void web_gone(struct http_request *request);

#endif
