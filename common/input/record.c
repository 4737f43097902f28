#include <string.h>

#include "common/input/decoder.h"

/* Where a field's value starts in the message; end is NULL when it was not sent. */
struct sent_value {
	const uint8_t *next, *end;
};

static const struct text no_text = {ABSENT, 0, ""};

/* The member of a field. */
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

/* The index of the field that a key names, or the count. Clients mostly send the fields
 * in their order, so the search starts where the last one ended. */
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

/* Notes where the value of each known key starts, and reports the other keys. */
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
		input_value(decoder, &at, field, &value, member(base, field));
	}
}
