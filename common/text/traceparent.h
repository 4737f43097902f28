/*
 * traceparent.h - the position of a request in a distributed trace (W3C Trace Context).
 */
#ifndef KITH_COMMON_TEXT_TRACEPARENT_H
#define KITH_COMMON_TEXT_TRACEPARENT_H

#include <stdbool.h>
#include <stddef.h>

/* Version, trace id, parent id and flags in hex, separated by dashes. */
#define TRACEPARENT_SIZE 55

/* Whether the text begins with a valid value of this version or a later one. */
bool traceparent_valid(const char *data, size_t size);

#endif
