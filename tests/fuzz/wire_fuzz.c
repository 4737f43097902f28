/*
 * Unchecked msgpack: every reader stays within it. A message that passes the check can be
 * read to its end and written as JSON.
 */
#include "common/json/json.h"
#include "common/wire/wire.h"
#include "gateway/mcp/text.h"
#include "tests/fuzz/fuzz.h"

/* A summary of a message's values. */
struct census {
	size_t depth;  /* of arrays and maps */
	bool tellable; /* every value has a form in JSON */
};

/* Reads one value and its contents; the check has bounded the depth. */
static void
count(struct wire_reader *reader, size_t depth, struct census *census)
{
	struct wire_value value = wire_next(reader);
	bool container = value.type == WIRE_ARRAY || value.type == WIRE_MAP;

	FUZZ_HOLDS(value.type != WIRE_BROKEN && value.type != WIRE_END);
	FUZZ_HOLDS(depth <= WIRE_DEPTH_MAX);
	census->tellable &= value.type != WIRE_BINARY &&
		!(value.type == WIRE_DOUBLE && value.real - value.real != 0);
	if (!container)
		return;
	if (depth + 1 > census->depth)
		census->depth = depth + 1;
	for (uint32_t i = 0; i < value.count; i++) {
		if (value.type == WIRE_MAP)
			FUZZ_HOLDS(wire_next(reader).type == WIRE_STRING);
		count(reader, depth + 1, census);
	}
}

static void
read_vetted(struct arena *arena, const uint8_t *data, size_t size)
{
	struct census census = {.tellable = true};
	struct wire_reader reader = wire_read(data, size);
	struct buffer json = {.arena = arena};
	const char *fault = NULL;

	count(&reader, 0, &census);
	FUZZ_HOLDS(reader.next == reader.end);
	FUZZ_HOLDS(json_from_wire(&json, data, size) == census.tellable);
	if (census.tellable)
		FUZZ_HOLDS((json_parse(arena, json.data, json.size, &fault) != NULL) ==
			(census.depth <= JSON_DEPTH_MAX));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = fuzz_arena();
	struct wire_reader reader = wire_read(data, size);
	struct buffer json = {.arena = arena}, clean = {.arena = arena};
	size_t skipped = 0;
	const uint8_t *value = wire_skip(&reader, &skipped);

	FUZZ_HOLDS(value == NULL || (value == data && skipped <= size));
	json_from_wire(&json, data, size);
	mcp_text_clean(&clean, data, size);
	if (wire_check(data, size))
		read_vetted(arena, data, size);
	return 0;
}
