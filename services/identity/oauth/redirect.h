/*
 * redirect.h - redirect URIs of clients (RFC 8252; RFC 9700, section 2.1).
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_REDIRECT_H
#define KITH_SERVICES_IDENTITY_OAUTH_REDIRECT_H

#include "common/base/arena.h"

/* Checks whether a client may register the URI. Allowed are https, http to the member's
 * own machine, and the private scheme of an installed program, but no scheme that a
 * browser handles itself. Unless the operator has checked the client, a private scheme
 * must contain a dot, or the URI must be the callback of a known app. Returns NULL, or
 * a description of the error. */
const char *redirect_fault(const char *uri, bool checked);

/* Whether a requested URI matches a registered one: equal text, except for the port on
 * the member's own machine (RFC 8252, section 7.3). */
bool redirect_matches(const char *registered, const char *asked);

/* Whether the URI is http to localhost, 127.0.0.1 or [::1]. */
bool redirect_is_loopback(const char *uri);

/* Whether the URI has the private scheme of an installed program. */
bool redirect_is_private(const char *uri);

/* The part of the URI that is shown to members: the host, or the scheme and a colon if it
 * has a private scheme. */
const char *redirect_host(struct arena *arena, const char *uri);

/* Build a URI with query parameters. Values are percent-encoded; absent ones are left
 * out. */
void redirect_begin(struct buffer *out, const char *uri);
void redirect_add(struct buffer *out, const char *name, const struct text *value);
void redirect_add_string(struct buffer *out, const char *name, const char *value);

/* Terminates the URI and returns it. */
const char *redirect_end(struct buffer *out);

#endif
