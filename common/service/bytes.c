/*
 * bytes.c - a buffer of a stream, which grows for what is large and shrinks again.
 */
#include <stdlib.h>
#include <string.h>

#include "common/service/sp.h"

#define CAPACITY_KEPT ((size_t)32 * 1024)

uint8_t *
service_bytes_reserve(struct service_bytes *bytes, size_t size)
{
	size_t used = bytes->end - bytes->start;
	size_t capacity = bytes->capacity == 0 ? CAPACITY_KEPT : bytes->capacity;

	if (bytes->capacity - bytes->end >= size)
		return bytes->data + bytes->end;
	if (bytes->start > 0) {
		memmove(bytes->data, bytes->data + bytes->start, used);
		bytes->start = 0;
		bytes->end = used;
	}
	while (capacity - used < size)
		capacity *= 2;
	if (capacity > bytes->capacity) {
		bytes->data = service_must(realloc(bytes->data, capacity));
		bytes->capacity = capacity;
	}
	return bytes->data + bytes->end;
}

uint8_t *
service_bytes_give(struct service_bytes *bytes)
{
	uint8_t *data = bytes->data;

	*bytes = (struct service_bytes){0};
	return data;
}

void
service_bytes_use(struct service_bytes *bytes, size_t size)
{
	bytes->start += size;
	if (bytes->start < bytes->end)
		return;
	bytes->start = bytes->end = 0;
	if (bytes->capacity > CAPACITY_KEPT) {
		free(bytes->data);
		*bytes = (struct service_bytes){0};
	}
}
