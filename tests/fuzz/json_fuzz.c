/*
 * JSON from outside: an accepted text becomes valid msgpack, and survives a conversion
 * there and back unchanged.
 */
#include "common/json/json.h"
#include "common/wire/wire.h"
#include "tests/fuzz/fuzz.h"

static const json_t *
parse(struct arena *arena, const void *text, size_t size)
{
	const char *fault = NULL;
	const json_t *value = json_parse(arena, text, size, &fault);

	FUZZ_HOLDS(value != NULL ? fault == NULL : fault != NULL);
	return value;
}

/* Whether two trees are equal; JSON does not distinguish 3 from 3.0. */
static bool
same(const json_t *a, const json_t *b)
{
	const char *key;
	json_t *value;

	if (json_is_number(a) && json_is_number(b))
		return json_number_value(a) == json_number_value(b);
	if (json_typeof(a) != json_typeof(b))
		return false;
	if (json_is_array(a)) {
		for (size_t i = 0; i < json_array_size(a); i++) {
			if (!same(json_array_get(a, i), json_array_get(b, i)))
				return false;
		}
		return json_array_size(a) == json_array_size(b);
	}
	if (!json_is_object(a))
		return json_equal(a, b);
	json_object_foreach((json_t *)(uintptr_t)a, key, value)
	{
		const json_t *other = json_object_get(b, key);

		if (other == NULL || !same(value, other))
			return false;
	}
	return json_object_size(a) == json_object_size(b);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = fuzz_arena();
	struct buffer wire = {.arena = arena}, json = {.arena = arena};
	const json_t *sent = parse(arena, data, size), *again;

	if (sent == NULL)
		return 0;
	json_to_wire(&wire, sent);
	FUZZ_HOLDS(wire_check(wire.data, wire.size));
	FUZZ_HOLDS(json_from_wire(&json, wire.data, wire.size));
	again = parse(arena, json.data, json.size);
	FUZZ_HOLDS(again != NULL && same(sent, again));
	return 0;
}
