/*
 * reserved.h - names that nobody gets as a handle or a slug, because they are words of the
 * product or of its addresses.
 */
#ifndef KITH_COMMON_TEXT_RESERVED_H
#define KITH_COMMON_TEXT_RESERVED_H

#include <stdbool.h>

/* Whether a name, in lower case as handles and slugs are, is kept back. */
bool reserved_name(const char *name);

#endif
