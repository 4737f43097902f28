#include <string.h>

#include "common/input/input.h"
#include "common/secret/secret.h"
#include "common/wire/wire.h"

static void write_record(struct buffer *out, const struct record *record,
	const void *base, bool leave_page);

/* Writes a text with its presence, which distinguishes "" from an absent text. */
static void
write_text(struct buffer *out, const struct text *text)
{
	wire_integer(out, text->presence);
	wire_string(out, text->data != NULL ? text->data : "", text->size);
}

/* Writes a list or a map, its count first. */
static void
write_texts(struct buffer *out, enum presence presence, const struct text *keys,
	const struct text *values, uint32_t count)
{
	wire_integer(out, presence);
	wire_array(out, count);
	for (uint32_t i = 0; i < count; i++) {
		if (keys != NULL)
			write_text(out, &keys[i]);
		write_text(out, &values[i]);
	}
}

static void
write_value(struct buffer *out, const struct field *field, const void *slot)
{
	const struct integer *integer = slot;
	const struct boolean *boolean = slot;
	const struct instant *instant = slot;
	const struct identifier *identifier = slot;
	const struct text_list *list = slot;
	const struct text_map *map = slot;
	const struct bytes *bytes = slot;

	switch (field->type) {
	case FIELD_INTEGER:
		wire_integer(out, integer->presence);
		wire_integer(out, integer->value);
		break;
	case FIELD_BOOLEAN:
		wire_integer(out, boolean->presence);
		wire_boolean(out, boolean->value);
		break;
	case FIELD_INSTANT:
		wire_integer(out, instant->presence);
		wire_integer(out, instant->unix_us);
		break;
	case FIELD_IDENTIFIER:
		wire_integer(out, identifier->presence);
		wire_binary(out, identifier->uuid.bytes, sizeof(identifier->uuid.bytes));
		break;
	case FIELD_LIST:
		write_texts(out, list->presence, NULL, list->items, list->count);
		break;
	case FIELD_MAP:
		write_texts(out, map->presence, map->keys, map->values, map->count);
		break;
	case FIELD_OBJECT:
		wire_integer(out, *(const enum presence *)slot);
		write_record(out, field->record, slot, false);
		break;
	case FIELD_BYTES:
		wire_integer(out, bytes->presence);
		wire_binary(out, bytes->data, bytes->size);
		break;
	case FIELD_TEXT:
	case FIELD_ENUM:
	case FIELD_MEDIA:
		write_text(out, slot);
		break;
	}
}

/* Whether the field only selects a page of a list. */
static bool
is_page_field(const struct field *field)
{
	return strcmp(field->name, "limit") == 0 || strcmp(field->name, "cursor") == 0;
}

/* Writes all fields by name. Each value has a length, so that no two inputs look
 * alike. */
static void
write_record(struct buffer *out, const struct record *record, const void *base,
	bool leave_page)
{
	for (size_t i = 0; i < record->count; i++) {
		const struct field *field = &record->fields[i];

		if (leave_page && is_page_field(field))
			continue;
		wire_cstring(out, field->name);
		write_value(out, field, (const char *)base + field->offset);
	}
}

void
input_digest(const struct record *record, const void *input, uint8_t digest[32])
{
	struct arena *arena = arena_new(2048);
	struct buffer out = {.arena = arena};

	if (record != NULL)
		write_record(&out, record, input, true);
	secret_hash(out.data, out.size, digest);
	arena_free(arena);
}
