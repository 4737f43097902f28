/*
 * json_body.h - the JSON in the body of a request.
 */
#ifndef KITH_GATEWAY_CORE_REQUEST_JSON_BODY_H
#define KITH_GATEWAY_CORE_REQUEST_JSON_BODY_H

#include "common/json/json.h"
#include "gateway/http/http.h"

/* Parses the body like json_parse(). Each value costs memory and time of the loop, so a
 * body has at most BOUND_JSON_VALUES, or BOUND_STRANGER_JSON_VALUES if its limit is that
 * of strangers. */
json_t *json_body(const struct http_request *request, const char **fault);

#endif
