/*
 * decoder.h - shared by the files of the decoder; only common/input includes it.
 */
#ifndef KITH_COMMON_INPUT_DECODER_H
#define KITH_COMMON_INPUT_DECODER_H

#include "common/input/input.h"
#include "common/wire/wire.h"

/* Enough to correct any real input. A higher bound only lets attackers ask for large
 * answers. */
#define INPUT_FAULTS_MAX 100

/* The path of a value, from the innermost name outwards. A pointer is written only for a
 * fault. */
struct input_place {
	const struct input_place *parent; /* NULL: the input itself */
	const char *name;                 /* of a field, or a key as it was sent */
	size_t size;
	bool is_item; /* an element of a list: `index` instead of a name */
	uint32_t index;
};

struct fault_list {
	struct fault *first, *last;
	unsigned count;
};

struct input_decoder {
	struct arena *arena;
	struct fault_list faults;
	struct fault_list unknown; /* reported after all other faults */
	const struct field *missing;
	const char *missing_detail;
};

/* ---- fault.c ---- */

/* Adds a fault of a value; the sentence begins with the value's name. The caller may add
 * bounds to the result, which is a dummy when the list is full. */
struct fault *input_fault(struct input_decoder *decoder, const struct input_place *place,
	enum fault_code code, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Adds a fault for an unknown key, with the name that was probably meant. */
void input_fault_unknown(struct input_decoder *decoder, const struct input_place *parent,
	const struct record *record, const char *key, size_t size);

/* Adds a fault for a value of the wrong type. */
void input_value_mistyped(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, enum wire_type found);

/* ---- value.c ---- */

/* Decodes a map into the struct at `base`. Its head has been read. */
void input_record(struct input_decoder *decoder, const struct input_place *place,
	const struct record *record, struct wire_reader *reader, uint32_t pairs,
	void *base);

/* Sets every text of a zeroed struct to "". */
void input_record_clear(const struct record *record, void *base);

/* ---- text.c: each function takes a string value ---- */

void input_text(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, const struct wire_value *value, struct text *out);
void input_text_enum(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, const struct wire_value *value, struct text *out);
void input_text_instant(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, const struct wire_value *value, struct instant *out);
void input_text_identifier(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, const struct wire_value *value,
	struct identifier *out);

/* ---- trim.c ---- */

/* Removes the white space around a string. */
struct wire_value input_trim(const struct wire_value *text);

/* ---- list.c: lists and maps, whose heads have been read ---- */

void input_list(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, struct wire_reader *reader, uint32_t count,
	struct text_list *out);
void input_list_map(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, struct wire_reader *reader, uint32_t count,
	struct text_map *out);

/* ---- fallback.c ---- */

/* The default of a field, as msgpack. */
struct wire_reader input_fallback(struct arena *arena, const char *json);

/* The upper bound of a text, list, map or byte string. */
static inline size_t
input_value_max(const struct field *field)
{
	return field->max > 0 ? (size_t)field->max : FIELD_MAX;
}

#endif
