/*
 * reserved.h - names that cannot be handles or slugs, because the product or its URLs use
 * them.
 */
#ifndef KITH_COMMON_TEXT_RESERVED_H
#define KITH_COMMON_TEXT_RESERVED_H

#include <stdbool.h>

/* Whether a name is reserved; `name` is in lower case, as handles and slugs are. */
bool reserved_name(const char *name);

#endif
