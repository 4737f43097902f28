/*
 * oauth.h - the authorization server as clients and browsers see it: everything under
 * /oauth but the page of consent, and the documents by which it is found.
 */
#ifndef KITH_GATEWAY_OAUTH_OAUTH_H
#define KITH_GATEWAY_OAUTH_OAUTH_H

#include "gateway/core/gateway.h"

/* Whether the path is one of them. */
bool oauth_serves(const struct http_request *request);

/* Takes over such a request. */
bool oauth_handle(struct http_request *request, enum http_stage stage);
void oauth_gone(struct http_request *request);

#endif
