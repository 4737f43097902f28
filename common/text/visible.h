/*
 * visible.h - text without what a reader cannot see.
 */
#ifndef KITH_COMMON_TEXT_VISIBLE_H
#define KITH_COMMON_TEXT_VISIBLE_H

#include <stddef.h>

/* Copies a text (UTF-8) without characters that show nothing, reorder what is shown, or exist to
 * hide bytes inside text. `out` has room for `size` bytes; answers how many it has. */
size_t visible_strip(char *out, const char *data, size_t size);

#endif
