/*
 * sort.c - writes a value in canonical form. The order of an object's members has no
 * meaning in JSON (RFC 8259, section 4), so messages that differ only in it must compare
 * as equal.
 */
#include <stdlib.h>
#include <string.h>

#include "common/wire/wire.h"

struct pair {
	const uint8_t *key, *value;
	size_t key_size, value_size;
};

static bool sort_value(struct buffer *out, struct wire_reader *reader, int depth);

/* Compares bytes; a prefix comes before the longer key. */
static int
compare_pairs(const void *a, const void *b)
{
	const struct pair *left = a, *right = b;
	const bool longer = left->key_size > right->key_size;
	const int order =
		memcmp(left->key, right->key, longer ? right->key_size : left->key_size);

	if (order != 0 || left->key_size == right->key_size)
		return order;
	return longer ? 1 : -1;
}

/* Sorts the members of a map whose header has been read. */
static bool
sort_map(struct buffer *out, struct wire_reader *reader, uint32_t count, int depth)
{
	struct pair *pairs = arena_array(out->arena, count, sizeof(*pairs));

	for (uint32_t i = 0; i < count; i++) {
		struct wire_value key = wire_next(reader);

		pairs[i] = (struct pair){.key = key.data, .key_size = key.size};
		pairs[i].value = wire_skip(reader, &pairs[i].value_size);
		if (key.type != WIRE_STRING || pairs[i].value == NULL)
			return false;
	}
	if (count > 1)
		qsort(pairs, count, sizeof(*pairs), compare_pairs);
	wire_map(out, count);
	for (uint32_t i = 0; i < count; i++) {
		struct wire_reader value = wire_read(pairs[i].value, pairs[i].value_size);

		wire_string(out, (const char *)pairs[i].key, pairs[i].key_size);
		if (!sort_value(out, &value, depth))
			return false;
	}
	return true;
}

/* Sorts one value with all its elements. */
static bool
sort_value(struct buffer *out, struct wire_reader *reader, int depth)
{
	const uint8_t *begin = reader->next;
	struct wire_value value = wire_next(reader);

	if (value.type == WIRE_END || value.type == WIRE_BROKEN)
		return false;
	if (value.type != WIRE_MAP && value.type != WIRE_ARRAY) {
		wire_raw(out, begin, (size_t)(reader->next - begin));
		return true;
	}
	if (depth == WIRE_DEPTH_MAX)
		return false;
	if (value.type == WIRE_MAP)
		return sort_map(out, reader, value.count, depth + 1);
	wire_array(out, value.count);
	for (uint32_t i = 0; i < value.count; i++) {
		if (!sort_value(out, reader, depth + 1))
			return false;
	}
	return true;
}

bool
wire_sort(struct buffer *out, const void *data, size_t size)
{
	struct wire_reader reader = wire_read(data, size);

	return sort_value(out, &reader, 0) && reader.next == reader.end;
}
