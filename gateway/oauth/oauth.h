/*
 * oauth.h - the authorization server: /oauth without the page of consent, and its
 * metadata.
 */
#ifndef KITH_GATEWAY_OAUTH_OAUTH_H
#define KITH_GATEWAY_OAUTH_OAUTH_H

#include "gateway/core/gateway.h"

/* Whether the path belongs to it. */
bool oauth_serves(const struct http_request *request);

/* Takes over a request. */
bool oauth_handle(struct http_request *request, enum http_stage stage);
void oauth_gone(struct http_request *request);

#endif
