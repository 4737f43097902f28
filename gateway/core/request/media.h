/*
 * media.h - media types in Content-Type (RFC 9110, section 8.3.1).
 */
#ifndef KITH_GATEWAY_CORE_REQUEST_MEDIA_H
#define KITH_GATEWAY_CORE_REQUEST_MEDIA_H

#include <stdbool.h>

/* Whether a Content-Type names this type. Its parameters must be well-formed and must
 * not name a charset other than UTF-8. NULL matches nothing. */
bool media_type_is(const char *content_type, const char *type);

#endif
