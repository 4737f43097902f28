/*
 * decoder.h - what the input*.c files share; nobody else includes it.
 */
#ifndef KITH_COMMON_INPUT_DECODER_H
#define KITH_COMMON_INPUT_DECODER_H

#include "common/input/input.h"
#include "common/wire/wire.h"

/* Enough to mend any real input; more only helps somebody who wants a large answer. */
#define INPUT_FAULTS_MAX 100

/* Where a value stands, from the inside out; written as a pointer only for a fault. */
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
	struct fault_list unknown; /* listed after all others */
	const struct field *missing;
	const char *missing_detail;
};

/* ---- fault.c ---- */

/* Notes a fault at a place; the sentence begins with the place's name. The result is
 * there to add bounds to, and is a scrap when the list is full. */
struct fault *input_fault(struct input_decoder *decoder, const struct input_place *place,
	enum fault_code code, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Notes a key that the record does not have, with the name that was probably meant. */
void input_fault_unknown(struct input_decoder *decoder, const struct input_place *parent,
	const struct record *record, const char *key, size_t size);

/* Notes a value of another type than the field's. */
void input_value_mistyped(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, enum wire_type found);

/* ---- value.c ---- */

/* Decodes a map, whose head has been read, into the struct at `base`. */
void input_record(struct input_decoder *decoder, const struct input_place *place,
	const struct record *record, struct wire_reader *reader, uint32_t pairs,
	void *base);

/* Makes every text of a zeroed struct "". */
void input_record_clear(const struct record *record, void *base);

/* ---- text.c: each takes a value that is a string ---- */

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

/* A string without the white space around it. */
struct wire_value input_trim(const struct wire_value *text);

/* ---- list.c: lists and maps, whose heads have been read ---- */

void input_list(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, struct wire_reader *reader, uint32_t count,
	struct text_list *out);
void input_list_map(struct input_decoder *decoder, const struct input_place *place,
	const struct field *field, struct wire_reader *reader, uint32_t count,
	struct text_map *out);

/* ---- fallback.c ---- */

/* A field's default as msgpack. */
struct wire_reader input_fallback(struct arena *arena, const char *json);

/* The upper bound of a text, list, map or byte string. */
static inline size_t
input_value_max(const struct field *field)
{
	return field->max > 0 ? (size_t)field->max : FIELD_MAX;
}

#endif
