#include <stdlib.h>
#include <string.h>

#include "common/input/decoder.h"
#include "common/json/json.h"

/* The most common defaults, as msgpack. */
static const struct {
	const char *json;
	uint8_t wire;
} literals[] = {
	{"null", 0xc0},
	{"false", 0xc2},
	{"true", 0xc3},
	{"[]", 0x90},
	{"{}", 0x80},
	{"\"\"", 0xa0},
};

/* Writes any other default by way of a JSON tree. */
static void
write_parsed(struct buffer *out, const char *json)
{
	const char *fault = NULL;
	json_t *value = json_parse(out->arena, json, strlen(json), &fault);

	/* The contract has a malformed default; a test finds that. */
	if (value == NULL)
		abort();
	json_to_wire(out, value);
}

struct wire_reader
input_fallback(struct arena *arena, const char *json)
{
	struct buffer out = {.arena = arena};
	size_t size = strlen(json);
	char *end = NULL;
	long long number;

	for (size_t i = 0; i < COUNT_OF(literals); i++) {
		if (strcmp(json, literals[i].json) == 0)
			return wire_read(&literals[i].wire, 1);
	}
	number = strtoll(json, &end, 10);
	if (*end == '\0' && end != json)
		wire_integer(&out, number);
	else if (size >= 2 && json[0] == '"' && json[size - 1] == '"' &&
		strchr(json, '\\') == NULL)
		wire_string(&out, json + 1, size - 2);
	else
		write_parsed(&out, json);
	return wire_read(out.data, out.size);
}
