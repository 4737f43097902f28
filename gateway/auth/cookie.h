/*
 * cookie.h - the cookies of our own pages, which no script can read (RFC 6265). Each is called by the
 * name that it has over TLS: with "__Host-" before it a browser takes it from this very host alone.
 */
#ifndef KITH_GATEWAY_AUTH_COOKIE_H
#define KITH_GATEWAY_AUTH_COOKIE_H

#include "gateway/http/http.h"

/* The name here: without "__Host-", which a browser refuses over plain http. */
const char *cookie_name(const char *name);

/* The Set-Cookie that keeps a value for so many seconds; a value that is NULL takes it away. */
const char *
cookie_set(struct arena *arena, const char *name, const char *value, int life_s);

/* What a request brings, or NULL. */
const char *cookie_get(const struct http_request *request, const char *name);

#endif
