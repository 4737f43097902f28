/*
 * dispatch.h - routes a request to its surface: tools, REST, or pages.
 */
#ifndef KITH_DISPATCH_H
#define KITH_DISPATCH_H

#include "gateway/core/gateway.h"

/* The handlers of the gateway's HTTP server; its data is the loop's struct gateway. */
bool dispatch_handle(struct http_request *request, enum http_stage stage);
void dispatch_gone(struct http_request *request);

#endif
