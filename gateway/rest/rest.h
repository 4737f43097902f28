/*
 * rest.h - the REST surface: /v1 and /health.
 */
#ifndef KITH_GATEWAY_REST_REST_H
#define KITH_GATEWAY_REST_REST_H

#include "gateway/http/http.h"

/* Takes over a request whose path is one of /v1 or /health. */
bool rest_handle(struct http_request *request, enum http_stage stage);

/* The client disconnected before the answer: cancels its calls. */
void rest_gone(struct http_request *request);

#endif
