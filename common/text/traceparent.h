/*
 * traceparent.h - where a request belongs in a trace of somebody else's (W3C Trace Context).
 */
#ifndef KITH_COMMON_TEXT_TRACEPARENT_H
#define KITH_COMMON_TEXT_TRACEPARENT_H

#include <stdbool.h>
#include <stddef.h>

/* Version, trace, parent and flags in hex, with dashes between them. */
#define TRACEPARENT_SIZE 55

/* Whether the first TRACEPARENT_SIZE bytes are such a value, of this version or a later one. */
bool traceparent_valid(const char *data, size_t size);

#endif
