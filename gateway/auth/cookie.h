/*
 * cookie.h - cookies of our own pages, which scripts cannot read (RFC 6265).
 *
 * The code uses the name for TLS: with the prefix "__Host-", a browser binds the cookie
 * to this host.
 */
#ifndef KITH_GATEWAY_AUTH_COOKIE_H
#define KITH_GATEWAY_AUTH_COOKIE_H

#include "gateway/http/http.h"

/* The name on this instance: without "__Host-" over plain HTTP, where browsers refuse
 * it. */
const char *cookie_name(const char *name);

/* The Set-Cookie header that stores a value for life_s seconds; NULL deletes it. */
const char *
cookie_set(struct arena *arena, const char *name, const char *value, int life_s);

/* The value in a request, or NULL. */
const char *cookie_get(const struct http_request *request, const char *name);

#endif
