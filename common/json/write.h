/*
 * write.h - internal to the files of json.h.
 */
#ifndef KITH_COMMON_JSON_WRITE_H
#define KITH_COMMON_JSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/base/arena.h"

/* Like buffer_reserve(), but without a call when there is room; lists need it thousands
 * of times. */
static inline uint8_t *
json_write_room(struct buffer *out, size_t size)
{
	if (out->capacity - out->size >= size && out->data) {
		return out->data + out->size;
	}
	return buffer_reserve(out, size);
}

/* Like json_put_string(), but returns whether the bytes were well-formed UTF-8. */
bool json_write_string(struct buffer *out, const void *data, size_t size);

#endif
