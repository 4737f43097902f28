/*
 * bytes.c - a buffer of a stream, which grows for large frames and shrinks again.
 */
#include <stdlib.h>
#include <string.h>

#include "common/base/must.h"
#include "common/sp_server/inside.h"

#define CAPACITY_KEPT ((size_t)32 * 1024)

uint8_t *
sp_server_bytes_reserve(struct sp_bytes *bytes, size_t size)
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
		bytes->data = must(realloc(bytes->data, capacity));
		bytes->capacity = capacity;
	}
	return bytes->data + bytes->end;
}

void
sp_server_bytes_use(struct sp_bytes *bytes, size_t size)
{
	bytes->start += size;
	if (bytes->start < bytes->end)
		return;
	bytes->start = bytes->end = 0;
	if (bytes->capacity > CAPACITY_KEPT) {
		free(bytes->data);
		*bytes = (struct sp_bytes){0};
	}
}
