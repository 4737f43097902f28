/*
 * media.h - media types as a Content-Type names them (RFC 9110, section 8.3.1).
 */
#ifndef KITH_GATEWAY_CORE_REQUEST_MEDIA_H
#define KITH_GATEWAY_CORE_REQUEST_MEDIA_H

#include <stdbool.h>

/* Whether a Content-Type is exactly this type, with well-formed parameters behind it of which none
 * names another encoding than UTF-8. NULL is no type. */
bool media_type_is(const char *content_type, const char *type);

#endif
