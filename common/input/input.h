/*
 * input.h - the one validator: msgpack in, the described struct out, every fault listed.
 *
 * The gateway runs it to answer faults without troubling a service; the service runs it
 * again on the same bytes, because nothing that comes over the bus is believed.
 */
#ifndef KITH_COMMON_INPUT_INPUT_H
#define KITH_COMMON_INPUT_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "common/base/arena.h"
#include "common/input/fault.h"
#include "proto/field.h"

struct input_result {
	void *input;          /* the struct, zeroed and filled; valid without faults */
	struct fault *faults; /* pointers only; the caller knows which are parameters */

	/* A malformed id, slug or handle of a record, see below; NULL when there is none.
	 * The detail says "this is an event's id", or is NULL. */
	const struct field *missing;
	const char *missing_detail;
};

/*
 * Decodes one msgpack map. Unknown keys, wrong types, bounds, formats and missing
 * required fields are faults; absent fields take their .fallback. A malformed value of a
 * field with .missing is no fault: the thing it names cannot exist, so `missing` says
 * which field, and once there are no faults the caller answers missing->missing (not
 * found).
 */
struct input_result input_decode(
	struct arena *arena, const struct record *record, const void *map, size_t size);

/* A digest of all fields but `limit` and `cursor`: what a cursor is bound to. */
void input_digest(const struct record *record, const void *input, uint8_t digest[32]);

#endif
