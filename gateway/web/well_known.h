/*
 * well_known.h - addresses below /.well-known that are not OAuth's.
 *
 * /.well-known/change-password leads password managers to the page of the password (W3C,
 * A Well-Known URL for Changing Passwords). /.well-known/security.txt names the contact
 * for reports of vulnerabilities (RFC 9116).
 */
#ifndef KITH_GATEWAY_WEB_WELL_KNOWN_H
#define KITH_GATEWAY_WEB_WELL_KNOWN_H

#include "common/base/arena.h"
#include "gateway/http/http.h"

/* The path to which the request is redirected, or NULL. */
const char *well_known_redirect(const struct http_request *request);

/* Writes security.txt; false for any other path, and without KITH_SECURITY_CONTACT. */
bool well_known_security(struct buffer *out, const struct http_request *request);

#endif
