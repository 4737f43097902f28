/*
 * redirect.h - addresses that members are sent back to (RFC 8252, RFC 9700, section 2.1).
 */
#ifndef KITH_SERVICES_IDENTITY_OAUTH_REDIRECT_H
#define KITH_SERVICES_IDENTITY_OAUTH_REDIRECT_H

#include "common/base/arena.h"

/* Whether a client may register the address: https; http to the member's own machine; or a scheme
 * that an installed program has to itself. Never one that a browser carries out or shows. NULL, or
 * what is wrong with it. */
const char *redirect_fault(const char *uri);

/* Whether an address that a client asks for is one that it registered: the same text, but for the
 * port on the member's own machine. */
bool redirect_matches(const char *registered, const char *asked);

/* Whether it is on the member's own machine. */
bool redirect_is_loopback(const char *uri);

/* Whether it belongs to an installed program. */
bool redirect_is_private(const char *uri);

/* What a member is told of it: the host, or the scheme and a colon of an address without one. */
const char *redirect_host(struct arena *arena, const char *uri);

/* Appends a parameter to an address; the value is percent-encoded. An absent one is left out. */
void redirect_begin(struct buffer *out, const char *uri);
void redirect_add(struct buffer *out, const char *name, const struct text *value);
void redirect_add_string(struct buffer *out, const char *name, const char *value);

/* Ends the text. */
const char *redirect_end(struct buffer *out);

#endif
