/*
 * memory.h - memory of the bus that outlives a call, and so no arena holds it.
 */
#ifndef KITH_GATEWAY_BUS_BASE_MEMORY_H
#define KITH_GATEWAY_BUS_BASE_MEMORY_H

#include <stddef.h>

/* A zeroed object. Never NULL: without memory the process ends. */
void *bus_memory_new(size_t size);

/* reallocarray(3) that never answers NULL; what is new is not zeroed. */
void *bus_memory_grow(void *old, size_t count, size_t size);

/* A copy of `size` bytes and a NUL after them. */
char *bus_memory_copy(const char *data, size_t size);

#endif
