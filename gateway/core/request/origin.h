/*
 * origin.h - whether a request comes from this instance's own pages.
 */
#ifndef KITH_GATEWAY_CORE_REQUEST_ORIGIN_H
#define KITH_GATEWAY_CORE_REQUEST_ORIGIN_H

#include "gateway/http/http.h"

/* Whether the browser says that this instance's page, or its user, made the request. */
bool origin_is_own(const struct http_request *request);

/* Whether the browser says that a page of another origin made the request. A request
 * without such headers was made by no page. */
bool origin_is_other(const struct http_request *request);

#endif
