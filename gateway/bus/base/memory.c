/*
 * memory.c - allocation that succeeds or ends the process.
 */
#include "gateway/bus/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The supervisor restarts the process, which is better than a bus that drops calls. */
static void *
checked(void *memory)
{
	if (memory == NULL) {
		fputs("bus: out of memory\n", stderr);
		abort();
	}
	return memory;
}

void *
bus_memory_new(size_t size)
{
	return checked(calloc(1, size));
}

void *
bus_memory_grow(void *old, size_t count, size_t size)
{
	return checked(reallocarray(old, count, size));
}

char *
bus_memory_copy(const char *data, size_t size)
{
	char *copy = bus_memory_new(size + 1);

	memcpy(copy, data, size);
	return copy;
}
