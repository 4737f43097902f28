/*
 * write.h - between the files of json.h only.
 */
#ifndef KITH_COMMON_JSON_WRITE_H
#define KITH_COMMON_JSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/base/arena.h"

/* buffer_reserve() without the call when there is room already: a list asks thousands of times. */
static inline uint8_t *
json_write_room(struct buffer *out, size_t size)
{
	if (out->capacity - out->size >= size && out->data) {
		return out->data + out->size;
	}
	return buffer_reserve(out, size);
}

/* json_put_string() that tells whether the bytes were well-formed UTF-8. */
bool json_write_string(struct buffer *out, const void *data, size_t size);

#endif
