/*
 * origin.h - whether a request comes from this instance's own pages.
 */
#ifndef KITH_GATEWAY_CORE_REQUEST_ORIGIN_H
#define KITH_GATEWAY_CORE_REQUEST_ORIGIN_H

#include "gateway/http/http.h"

/* Whether a browser says that a page of this instance, or its user, made the request. */
bool origin_is_own(const struct http_request *request);

/* Whether a request says that it comes from a page of another origin; what no page sent says
 * nothing. */
bool origin_is_other(const struct http_request *request);

#endif
