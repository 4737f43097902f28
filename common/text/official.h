/*
 * official.h - names that members would take for the operator of the instance.
 */
#ifndef KITH_COMMON_TEXT_OFFICIAL_H
#define KITH_COMMON_TEXT_OFFICIAL_H

#include <stdbool.h>
#include <stddef.h>

/* Whether a name is that of the instance or of Kith, alone or with words for its staff,
 * such as "Kith Support", or that of deleted members. `instance` is the name of the
 * instance. */
bool official_name(const char *name, size_t size, const char *instance);

#endif
