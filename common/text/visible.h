/*
 * visible.h - removes characters that a reader cannot see.
 */
#ifndef KITH_COMMON_TEXT_VISIBLE_H
#define KITH_COMMON_TEXT_VISIBLE_H

#include <stddef.h>

/* Copies a UTF-8 text without invisible, reordering and hidden characters. `out` has room
 * for `size` bytes; returns the number of bytes written. */
size_t visible_strip(char *out, const char *data, size_t size);

#endif
