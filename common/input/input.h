/*
 * input.h - the validator: decodes msgpack into the described struct and lists every
 * fault.
 *
 * The gateway runs it to report faults without calling a service. The service runs it
 * again on the same bytes, because it does not trust the bus.
 */
#ifndef KITH_COMMON_INPUT_INPUT_H
#define KITH_COMMON_INPUT_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"
#include "common/input/fault.h"
#include "proto/field.h"

struct input_result {
	void *input; /* the struct, zeroed and filled; valid only without faults */
	struct fault
		*faults; /* with pointers; the caller knows which fields are parameters */

	/* The field with a malformed id, slug or handle of a record (see below), or NULL.
	 * The detail is like "this is an event's id", or NULL. */
	const struct field *missing;
	const char *missing_detail;
};

/*
 * Decodes one msgpack map. Unknown keys, wrong types, bounds, formats and missing
 * required fields are faults; absent fields get their .fallback. A malformed value of a
 * field with .missing is not a fault, because the record that it names cannot exist. The
 * result's `missing` is that field, and without faults the caller answers
 * missing->missing (not found).
 */
struct input_result input_decode(
	struct arena *arena, const struct record *record, const void *map, size_t size);

/* A digest of all fields except `limit` and `cursor`. A cursor is bound to it. */
void input_digest(const struct record *record, const void *input, uint8_t digest[32]);

#endif
