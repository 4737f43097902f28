/*
 * text.h - what a text is made of, and what it must look like.
 *
 * Everything here takes bytes as they came from a stranger; nothing allocates.
 */
#ifndef KITH_COMMON_TEXT_TEXT_H
#define KITH_COMMON_TEXT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/field.h"

/* One text against a format and bounds; NULL when it holds, else the fault's detail. */
const char *text_format_check(enum text_format format, const char *data, size_t size);

/* Code points in valid UTF-8. */
size_t utf8_length(const char *data, size_t size);

/* Whether the bytes are UTF-8 (RFC 3629), without overlong forms and surrogates. */
bool utf8_valid(const char *data, size_t size);

#endif
