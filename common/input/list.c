#include <string.h>

#include "common/input/decoder.h"

/* The longest name of a map entry, in code points. */
#define KEY_LENGTH_MAX 40

/* Decodes an element. Lists and maps contain only texts. */
static void
decode_element(struct input_decoder *decoder, const struct input_place *place,
	const struct field *element, struct wire_reader *reader, struct text *out)
{
	struct wire_reader whole = *reader;
	struct wire_value value = wire_next(reader);
	struct identifier identifier = {0};
	size_t skipped;

	*out = (struct text){ABSENT, 0, ""};
	if (value.type != WIRE_STRING) {
		/* Skips an array or a map; its contents are not elements of this list. */
		*reader = whole;
		wire_skip(reader, &skipped);
		input_value_mistyped(decoder, place, element, value.type);
	} else if (element->type == FIELD_ENUM) {
		input_text_enum(decoder, place, element, &value, out);
	} else if (element->type == FIELD_IDENTIFIER) {
		input_text_identifier(decoder, place, element, &value, &identifier);
		*out = (struct text){GIVEN, (uint32_t)value.size,
			arena_copy(decoder->arena, value.data, value.size)};
	} else {
		input_text(decoder, place, element, &value, out);
	}
}

/* Whether there are too many entries, which is a fault. The entries are not decoded
 * then. */
static bool
too_many(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, uint32_t count, const char *items)
{
	size_t max = input_value_max(field);
	struct fault *fault;

	if (count <= max)
		return false;
	fault = input_fault(
		decoder, place, FAULT_TOO_MANY, "may hold at most %zu %s", max, items);
	fault->has_max = true;
	fault->max = (int64_t)max;
	return true;
}

/* Whether there are too few entries, which is a fault. */
static bool
too_few(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, uint32_t count)
{
	struct fault *fault;

	if ((int64_t)count >= field->min)
		return false;
	fault = input_fault(decoder, place, FAULT_TOO_SHORT,
		"must hold at least %lld item%s", (long long)field->min,
		field->min == 1 ? "" : "s");
	fault->has_min = true;
	fault->min = field->min;
	return true;
}

void
input_list(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, struct wire_reader *reader, uint32_t count,
	struct text_list *out)
{
	struct text *items;

	if (too_many(decoder, place, field, count, "items") ||
		too_few(decoder, place, field, count))
		return;
	items = arena_array(decoder->arena, count + 1U, sizeof(*items));
	for (uint32_t i = 0; i < count; i++) {
		struct input_place at = {.parent = place, .is_item = true, .index = i};

		decode_element(decoder, &at, field->element, reader, &items[i]);
	}
	*out = (struct text_list){GIVEN, count, items};
}

/* The names of entries are short texts. */
static const struct field key_field = {
	.type = FIELD_TEXT,
	.format = FORMAT_LINE,
	.trimmed = true,
	.min = 1,
	.max = KEY_LENGTH_MAX,
};

/* Decodes the name of an entry; false when it has a fault. `keys` are those before it. */
static bool
decode_key(struct input_decoder *decoder, const struct input_place *place,
	const struct wire_value *key, const struct text *keys, uint32_t count,
	struct text *out)
{
	*out = (struct text){ABSENT, 0, ""};
	input_text(decoder, place, &key_field, key, out);
	for (uint32_t i = 0; i < count && out->presence == GIVEN; i++) {
		if (keys[i].presence == GIVEN && keys[i].size == out->size &&
			memcmp(keys[i].data, out->data, out->size) == 0) {
			input_fault(decoder, place, FAULT_CONFLICT,
				"is also the name of another entry");
			return false;
		}
	}
	return out->presence == GIVEN;
}

void
input_list_map(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, struct wire_reader *reader, uint32_t count,
	struct text_map *out)
{
	struct text *keys, *values;

	if (too_many(decoder, place, field, count, "entries"))
		return;
	keys = arena_array(decoder->arena, count + 1U, sizeof(*keys));
	values = arena_array(decoder->arena, count + 1U, sizeof(*values));
	for (uint32_t i = 0; i < count; i++) {
		struct wire_value key = wire_next(reader);
		struct input_place at = {.parent = place,
			.name = (const char *)key.data,
			.size = key.size};
		size_t skipped;

		if (key.type != WIRE_STRING) {
			input_value_mistyped(decoder, place, field, WIRE_BROKEN);
			return;
		}
		if (!decode_key(decoder, &at, &key, keys, i, &keys[i])) {
			wire_skip(reader, &skipped);
			continue;
		}
		decode_element(decoder, &at, field->element, reader, &values[i]);
	}
	*out = (struct text_map){GIVEN, count, keys, values};
}
