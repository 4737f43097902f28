/*
 * JSON from outside: what the parser takes becomes msgpack that the check takes, and goes
 * there and back without a change.
 */
#include "common/json.h"
#include "common/wire.h"
#include "tests/fuzz/fuzz.h"

static struct buffer
to_wire(struct arena *arena, const void *text, size_t size)
{
	struct buffer wire = {.arena = arena};
	const char *fault = NULL;
	const json_t *value = json_parse(arena, text, size, &fault);

	FUZZ_HOLDS(value ? fault == NULL : fault != NULL);
	if (value)
		json_to_wire(&wire, value);
	return wire;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = fuzz_arena();
	struct buffer wire = to_wire(arena, data, size), json = {.arena = arena}, again;

	if (wire.size == 0)
		return 0;
	FUZZ_HOLDS(wire_check(wire.data, wire.size));
	FUZZ_HOLDS(json_from_wire(&json, wire.data, wire.size));
	again = to_wire(arena, json.data, json.size);
	FUZZ_HOLDS(again.size == wire.size);
	FUZZ_HOLDS(memcmp(again.data, wire.data, wire.size) == 0);
	return 0;
}
