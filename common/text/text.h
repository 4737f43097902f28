/*
 * text.h - UTF-8 and the formats of texts. All input is untrusted; nothing allocates.
 */
#ifndef KITH_COMMON_TEXT_TEXT_H
#define KITH_COMMON_TEXT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/field.h"

/* NULL when the text has the format, else the detail of the fault. */
const char *text_format_check(enum text_format format, const char *data, size_t size);

/* The number of code points in valid UTF-8. */
size_t utf8_length(const char *data, size_t size);

/* Whether the bytes are UTF-8 (RFC 3629) without overlong forms and surrogates. */
bool utf8_valid(const char *data, size_t size);

/* Reads the first code point of a UTF-8 text and returns its size; an invalid byte counts
 * as one point. */
size_t utf8_read(const uint8_t *data, size_t size, uint32_t *point);

#endif
