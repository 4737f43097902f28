/*
 * linkable.h - detects links in texts of members, which must not get into mails to
 * strangers.
 */
#ifndef KITH_COMMON_TEXT_LINKABLE_H
#define KITH_COMMON_TEXT_LINKABLE_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a part of a UTF-8 text looks like a link or an address to a person or to a mail
 * program: "x@y", "://", or words joined by a dot such as "example.org", but not "St.
 * Mary" or "J. R. R.". In doubt the answer is true. */
bool linkable(const char *text, size_t size);

#endif
