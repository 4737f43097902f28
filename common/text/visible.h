/*
 * visible.h - characters that a reader can see, and those that a reader cannot.
 */
#ifndef KITH_COMMON_TEXT_VISIBLE_H
#define KITH_COMMON_TEXT_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>

/* Copies a UTF-8 text without invisible, reordering and hidden characters. Joiners and
 * selectors that are part of the spelling stay. `out` has room for `size` bytes; returns
 * the number of bytes written. */
size_t visible_strip(char *out, const char *data, size_t size);

/* Whether visible_strip() would remove nothing but the marks LRM, RLM and ALM. */
bool visible_wholly(const char *data, size_t size);

/* Whether a UTF-8 text shows something: a character other than blanks, invisible ones and
 * marks. */
bool visible_shows(const char *data, size_t size);

#endif
