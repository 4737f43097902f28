/*
 * condition.h - a conditional read (RFC 9110, section 13.1.2).
 */
#ifndef KITH_GATEWAY_CORE_REQUEST_CONDITION_H
#define KITH_GATEWAY_CORE_REQUEST_CONDITION_H

#include "gateway/http/http.h"

/* Whether the client has the version with this tag, by its If-None-Match. */
bool condition_is_known(const struct http_request *request, const char *tag);

#endif
