/*
 * check.c - validates a message from outside once, before it is read.
 *
 * The check keeps its own stack, bounded by WIRE_DEPTH_MAX. A second stack holds the keys
 * of all open maps, those of the innermost map on top; when a map ends, its keys are
 * compared and popped. Large maps are sorted, so that a message of many keys costs n log
 * n and not n squared.
 */
#include "common/wire/wire.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/log.h"
#include "common/text/text.h"

#define KEYS_ON_STACK 128
#define KEYS_COMPARED_EACH 32 /* up to here, comparing all pairs is faster */

struct key {
	const uint8_t *data;
	size_t size;
};

/* The keys of all open maps: in `fixed`, or on the heap when they are too many. */
struct keys {
	struct key *items;
	size_t count, capacity;
	struct key fixed[KEYS_ON_STACK];
};

/* An open array or map. */
struct frame {
	uint64_t left; /* values not yet read; in a map, keys count as values */
	size_t first_key;
	bool map;
};

struct check {
	struct wire_reader reader;
	struct keys keys;
	struct frame frames[WIRE_DEPTH_MAX];
	size_t depth;
};

/* Doubles the capacity of the stack of keys. */
static void
keys_grow(struct keys *keys)
{
	struct key *old = keys->items == keys->fixed ? NULL : keys->items;
	struct key *items = reallocarray(old, keys->capacity, 2 * sizeof(*items));

	if (items == NULL) {
		log_error("out_of_memory", LOG_INT("keys", (int64_t)keys->capacity));
		abort();
	}
	if (old == NULL)
		memcpy(items, keys->fixed, sizeof(keys->fixed));
	keys->items = items;
	keys->capacity *= 2;
}

static void
keys_push(struct keys *keys, const struct wire_value *value)
{
	if (keys->count == keys->capacity)
		keys_grow(keys);
	keys->items[keys->count++] =
		(struct key){.data = value->data, .size = value->size};
}

/* Any total order works; comparing lengths first is the cheapest. */
static int
compare_keys(const void *a, const void *b)
{
	const struct key *left = a, *right = b;

	if (left->size != right->size)
		return left->size < right->size ? -1 : 1;
	return memcmp(left->data, right->data, left->size);
}

/* Maps a key to one of 64 bits by its length and some bytes; different bits mean
 * different keys. */
static uint64_t
key_bit(const struct key *key)
{
	size_t mixed = key->size;

	if (key->size > 0) {
		mixed += 5U * key->data[0] + 11U * key->data[key->size - 1] +
			23U * key->data[key->size / 2];
	}
	return UINT64_C(1) << (mixed % 64);
}

/* Compares all pairs, but only when the bits of two keys collide. */
static bool
few_keys_unique(const struct key *keys, size_t count)
{
	uint64_t seen = 0;

	for (size_t i = 0; i < count; i++) {
		uint64_t bit = key_bit(&keys[i]);

		for (size_t j = 0; seen & bit && j < i; j++) {
			if (compare_keys(&keys[i], &keys[j]) == 0)
				return false;
		}
		seen |= bit;
	}
	return true;
}

static bool
keys_unique(struct key *keys, size_t count)
{
	if (count <= KEYS_COMPARED_EACH)
		return few_keys_unique(keys, count);
	qsort(keys, count, sizeof(*keys), compare_keys);
	for (size_t i = 1; i < count; i++) {
		if (compare_keys(&keys[i - 1], &keys[i]) == 0)
			return false;
	}
	return true;
}

/* Whether all bytes are ASCII and none is NUL. Tests eight bytes at a time: subtracting
 * one from each byte borrows only from zeros. The last eight bytes may overlap the
 * previous ones. */
static bool
plain(const uint8_t *data, size_t size)
{
	uint64_t bytes, suspicious = 0;

	if (size < sizeof(bytes)) {
		for (size_t i = 0; i < size; i++)
			suspicious |= (data[i] - UINT64_C(1)) | data[i];
		return !(suspicious & 0x80);
	}
	for (size_t at = 0; at < size; at += sizeof(bytes)) {
		if (at > size - sizeof(bytes))
			at = size - sizeof(bytes);
		memcpy(&bytes, data + at, sizeof(bytes));
		suspicious |= (bytes - UINT64_C(0x0101010101010101)) | bytes;
	}
	return !(suspicious & UINT64_C(0x8080808080808080));
}

static bool
string_valid(const struct wire_value *value)
{
	if (plain(value->data, value->size))
		return true;
	return memchr(value->data, 0, value->size) == NULL &&
		utf8_valid((const char *)value->data, value->size);
}

static bool
enter(struct check *check, const struct wire_value *value)
{
	bool map = value->type == WIRE_MAP;

	if (check->depth == WIRE_DEPTH_MAX)
		return false;
	check->frames[check->depth++] = (struct frame){
		.left = map ? 2 * (uint64_t)value->count : value->count,
		.first_key = check->keys.count,
		.map = map,
	};
	return true;
}

/* Closes all containers that are complete; false when a key occurs twice. */
static bool
leave(struct check *check)
{
	while (check->depth > 0 && check->frames[check->depth - 1].left == 0) {
		const struct frame *frame = &check->frames[--check->depth];
		struct keys *keys = &check->keys;

		if (frame->map &&
			!keys_unique(keys->items + frame->first_key,
				keys->count - frame->first_key))
			return false;
		keys->count = frame->first_key;
	}
	return true;
}

/* Checks one value without its elements. */
static bool
value_valid(struct check *check, const struct wire_value *value)
{
	switch (value->type) {
	case WIRE_STRING:
		return string_valid(value);
	case WIRE_DOUBLE:
		return !isnan(value->real);
	case WIRE_ARRAY:
	case WIRE_MAP:
		return enter(check, value);
	case WIRE_END:
	case WIRE_BROKEN:
		return false;
	case WIRE_NIL:
	case WIRE_BOOLEAN:
	case WIRE_INTEGER:
	case WIRE_BINARY:
		break;
	}
	return true;
}

/* Checks one value with all its elements. */
static bool
check_value(struct check *check)
{
	do {
		struct wire_value value = wire_next(&check->reader);

		if (check->depth > 0) {
			struct frame *frame = &check->frames[check->depth - 1];
			bool key = frame->map && frame->left % 2 == 0;

			if (key && value.type != WIRE_STRING)
				return false;
			if (key)
				keys_push(&check->keys, &value);
			frame->left--;
		}
		if (!value_valid(check, &value) || !leave(check))
			return false;
	} while (check->depth > 0);
	return true;
}

bool
wire_check(const void *data, size_t size)
{
	struct check check;
	bool valid;

	check.reader = wire_read(data, size);
	check.keys.items = check.keys.fixed;
	check.keys.count = 0;
	check.keys.capacity = KEYS_ON_STACK;
	check.depth = 0;
	valid = check_value(&check) && check.reader.next == check.reader.end;
	if (check.keys.items != check.keys.fixed)
		free(check.keys.items);
	return valid;
}
