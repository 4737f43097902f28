#include <string.h>

#include "common/input/decoder.h"

/* The first double beyond int64_t. */
#define INTEGER_END 9223372036854775808.0

/* Adds a fault for a number out of bounds. */
static void
out_of_bounds(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, bool too_small)
{
	enum fault_code code = too_small ? FAULT_TOO_SMALL : FAULT_TOO_LARGE;
	struct fault *fault;

	if (field->max == 0 && too_small) {
		fault = input_fault(decoder, place, code, "must be at least %lld",
			(long long)field->min);
	} else if (field->max == 0) {
		fault = input_fault(decoder, place, code, "is too large");
	} else {
		fault = input_fault(decoder, place, code, "must be from %lld to %lld",
			(long long)field->min, (long long)field->max);
	}
	fault->has_min = field->max != 0 || too_small;
	fault->min = fault->has_min ? field->min : 0;
	fault->has_max = field->max != 0;
	fault->max = field->max;
}

/* Decodes an integer. 25.0 is one as well, because JSON has only one type of number. */
static void
decode_integer(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, const struct wire_value *value, struct integer *out)
{
	int64_t number = value->integer;

	if (value->type == WIRE_DOUBLE) {
		if (!(value->real >= -INTEGER_END && value->real < INTEGER_END)) {
			out_of_bounds(decoder, place, field, value->real < 0);
			return;
		}
		number = (int64_t)value->real;
		if ((double)number != value->real) {
			input_value_mistyped(decoder, place, field, value->type);
			return;
		}
	}
	if (number < field->min || (field->max != 0 && number > field->max)) {
		out_of_bounds(decoder, place, field, number < field->min);
		return;
	}
	*out = (struct integer){GIVEN, number};
}

/* Where the value of a field starts in the message; .end is NULL when it was not sent. */
struct sent_value {
	const uint8_t *next, *end;
};

static const struct text no_text = {ABSENT, 0, ""};

/* The member of a field in the struct. */
static void *
member(void *base, const struct field *field)
{
	return (char *)base + field->offset;
}

void
input_record_clear(const struct record *record, void *base)
{
	for (size_t i = 0; i < record->count; i++) {
		const struct field *field = &record->fields[i];

		if (field->type == FIELD_TEXT || field->type == FIELD_ENUM)
			memcpy(member(base, field), &no_text, sizeof(no_text));
		else if (field->type == FIELD_OBJECT)
			input_record_clear(field->record, member(base, field));
	}
}

/* The index of a key's field, or the count. The search starts after the last one found,
 * because clients mostly send the fields in their order. */
static size_t
find_field(const struct record *record, const struct wire_value *key, size_t start)
{
	for (size_t i = 0; i < record->count; i++) {
		size_t index = (start + i) % record->count;
		const char *name = record->fields[index].name;

		if (strlen(name) == key->size && memcmp(name, key->data, key->size) == 0)
			return index;
	}
	return record->count;
}

/* Notes where the value of each known key starts, and adds faults for the other keys. */
static struct sent_value *
collect(struct input_decoder *decoder, const struct input_place *place,
	const struct record *record, struct wire_reader *reader, uint32_t pairs)
{
	struct sent_value *sent =
		arena_array(decoder->arena, record->count + 1, sizeof(*sent));
	size_t next = 0;

	for (uint32_t i = 0; i < pairs; i++) {
		struct wire_value key = wire_next(reader);
		const uint8_t *value = reader->next;
		size_t size, index;

		if (key.type != WIRE_STRING || wire_skip(reader, &size) == NULL) {
			input_fault(decoder, place, FAULT_TYPE, "must be an object");
			break;
		}
		index = find_field(record, &key, next);
		if (index == record->count) {
			input_fault_unknown(
				decoder, place, record, (const char *)key.data, key.size);
			continue;
		}
		sent[index] = (struct sent_value){value, value + size};
		next = index + 1;
	}
	return sent;
}

static void decode_value(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, struct wire_reader *reader, void *slot);

void
input_record(struct input_decoder *decoder, const struct input_place *place,
	const struct record *record, struct wire_reader *reader, uint32_t pairs,
	void *base)
{
	struct sent_value *sent = collect(decoder, place, record, reader, pairs);

	for (size_t i = 0; i < record->count; i++) {
		const struct field *field = &record->fields[i];
		struct input_place at = {.parent = place,
			.name = field->name,
			.size = strlen(field->name)};
		struct wire_reader value = {sent[i].next, sent[i].end};

		if (sent[i].end == NULL && field->required) {
			input_fault(decoder, &at, FAULT_REQUIRED, "is required");
			continue;
		}
		if (sent[i].end == NULL && field->fallback == NULL)
			continue;
		if (sent[i].end == NULL)
			value = input_fallback(decoder->arena, field->fallback);
		decode_value(decoder, &at, field, &value, member(base, field));
	}
}

/* Decodes a nested struct. Its first member says that it was given. */
static void
decode_object(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, struct wire_reader *reader, uint32_t pairs, void *slot)
{
	enum presence given = GIVEN;

	memcpy(slot, &given, sizeof(given));
	input_record(decoder, place, field->record, reader, pairs, slot);
}

/* Decodes bytes without copying them. */
static void
decode_bytes(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, const struct wire_value *value, struct bytes *out)
{
	const size_t least = (size_t)field->min, most = input_value_max(field);
	bool too_short = value->size < least;
	struct fault *fault;

	if (!too_short && value->size <= most) {
		*out = (struct bytes){GIVEN, (uint32_t)value->size, value->data};
		return;
	}
	fault = input_fault(decoder, place, too_short ? FAULT_TOO_SHORT : FAULT_TOO_LONG,
		"must have %zu to %zu bytes", least, most);
	fault->has_min = fault->has_max = true;
	fault->min = field->min;
	fault->max = (int64_t)most;
}

/* Decodes a string, which encodes several types; false for a field of another type. */
static bool
decode_string(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, const struct wire_value *value, void *slot)
{
	if (field->type == FIELD_TEXT)
		input_text(decoder, place, field, value, slot);
	else if (field->type == FIELD_ENUM)
		input_text_enum(decoder, place, field, value, slot);
	else if (field->type == FIELD_INSTANT)
		input_text_instant(decoder, place, field, value, slot);
	else if (field->type == FIELD_IDENTIFIER)
		input_text_identifier(decoder, place, field, value, slot);
	else
		return false;
	return true;
}

/* Decodes a value of the other types; false when its type is wrong. */
static bool
decode_other(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, struct wire_reader *reader,
	const struct wire_value *value, void *slot)
{
	bool is_number = value->type == WIRE_INTEGER || value->type == WIRE_DOUBLE;

	if (field->type == FIELD_INTEGER && is_number)
		decode_integer(decoder, place, field, value, slot);
	else if (field->type == FIELD_BOOLEAN && value->type == WIRE_BOOLEAN)
		*(struct boolean *)slot = (struct boolean){GIVEN, value->boolean};
	else if (field->type == FIELD_LIST && value->type == WIRE_ARRAY)
		input_list(decoder, place, field, reader, value->count, slot);
	else if (field->type == FIELD_MAP && value->type == WIRE_MAP)
		input_list_map(decoder, place, field, reader, value->count, slot);
	else if (field->type == FIELD_BYTES && value->type == WIRE_BINARY)
		decode_bytes(decoder, place, field, value, slot);
	else if (field->type == FIELD_OBJECT && value->type == WIRE_MAP)
		decode_object(decoder, place, field, reader, value->count, slot);
	else
		return false;
	return true;
}

static void
decode_value(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, struct wire_reader *reader, void *slot)
{
	static const enum presence given_null = GIVEN_NULL;
	struct wire_value value = wire_next(reader);
	bool decoded;

	if (value.type == WIRE_NIL && field->nullable) {
		/* The first member of every value struct is its presence. */
		memcpy(slot, &given_null, sizeof(given_null));
		return;
	}
	if (value.type == WIRE_STRING)
		decoded = decode_string(decoder, place, field, &value, slot);
	else
		decoded = decode_other(decoder, place, field, reader, &value, slot);
	if (!decoded)
		input_value_mistyped(decoder, place, field, value.type);
}
