#include <string.h>

#include "common/input/decoder.h"

/* From here on a double is beyond int64_t. */
#define INTEGER_END 9223372036854775808.0

/* What a value of each type must be, for sentences. */
static const char *const type_sentences[] = {
	[FIELD_TEXT] = "a string",
	[FIELD_ENUM] = "a string",
	[FIELD_INTEGER] = "a whole number",
	[FIELD_BOOLEAN] = "true or false",
	[FIELD_INSTANT] = "a time as a string",
	[FIELD_IDENTIFIER] = "an id as a string",
	[FIELD_LIST] = "an array",
	[FIELD_MAP] = "an object",
	[FIELD_OBJECT] = "an object",
	[FIELD_MEDIA] = "a string",
	[FIELD_BYTES] = "bytes",
};

size_t
input_value_max(const struct field *field)
{
	return field->max > 0 ? (size_t)field->max : FIELD_MAX;
}

void
input_value_mistyped(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, enum wire_type found)
{
	if (found == WIRE_NIL) {
		input_fault(decoder, place, FAULT_TYPE, "must not be null");
	} else {
		input_fault(decoder, place, FAULT_TYPE, "must be %s",
			type_sentences[field->type]);
	}
}

/* A number out of its bounds; `too_small` says on which side. */
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

/* A whole number; 25.0 is one too, as JSON knows only one kind of number. */
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

/* A nested struct; its first member says that it was given. */
static void
decode_object(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, struct wire_reader *reader, uint32_t pairs, void *slot)
{
	enum presence given = GIVEN;

	memcpy(slot, &given, sizeof(given));
	input_record(decoder, place, field->record, reader, pairs, slot);
}

/* Bytes, which are not copied. */
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

/* Decodes a string, which several types travel as. */
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

/* Decodes a value of the other types; false when it is not what the field wants. */
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

void
input_value(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, struct wire_reader *reader, void *slot)
{
	static const enum presence given_null = GIVEN_NULL;
	struct wire_value value = wire_next(reader);
	bool decoded;

	if (value.type == WIRE_NIL && field->nullable) {
		/* Every value struct begins with its presence. */
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
