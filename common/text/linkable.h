/*
 * linkable.h - whether a text that a member chose may stand in a mail to a stranger.
 */
#ifndef KITH_COMMON_TEXT_LINKABLE_H
#define KITH_COMMON_TEXT_LINKABLE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether some part of a text (UTF-8) looks like a link or an address, to a person or to a mail
 * program that makes links of what looks like one: "x@y", "://", and words that a dot joins, such
 * as "example.org", but not "St. Mary" or "J. R. R.". Rather once too often than not. */
bool linkable(const char *text, size_t size);

#endif
