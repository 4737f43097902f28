/*
 * memory.h - memory of the bus that outlives a call, so that no arena can hold it.
 */
#ifndef KITH_GATEWAY_BUS_BASE_MEMORY_H
#define KITH_GATEWAY_BUS_BASE_MEMORY_H

#include <stddef.h>

/* A zeroed object. Without memory the process ends, here and below. */
void *bus_memory_new(size_t size);

/* reallocarray(3); the new part is not zeroed. */
void *bus_memory_grow(void *old, size_t count, size_t size);

/* A copy of `size` bytes with a NUL at the end. */
char *bus_memory_copy(const char *data, size_t size);

#endif
