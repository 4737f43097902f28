#include "common/bus/message_read.h"

#include <string.h>

/* Reads the next value, which must have the type. */
static struct wire_value
next_of(struct message_reader *reader, enum wire_type type)
{
	struct wire_value value = wire_next(&reader->wire);

	if (value.type != type) {
		reader->broken = true;
		return (struct wire_value){.type = WIRE_BROKEN};
	}
	return value;
}

int64_t
message_read_integer(struct message_reader *reader, int64_t min, int64_t max)
{
	struct wire_value value = next_of(reader, WIRE_INTEGER);

	if (value.integer < min || value.integer > max) {
		reader->broken = true;
		return min;
	}
	return value.integer;
}

bool
message_read_boolean(struct message_reader *reader)
{
	return next_of(reader, WIRE_BOOLEAN).boolean;
}

uint32_t
message_read_array(struct message_reader *reader)
{
	return next_of(reader, WIRE_ARRAY).count;
}

uint32_t
message_read_array_of(struct message_reader *reader, uint32_t known)
{
	uint32_t count = message_read_array(reader);

	if (count >= known)
		return count - known;
	reader->broken = true;
	return 0;
}

void
message_read_rest(struct message_reader *reader, uint32_t count)
{
	size_t skipped;

	for (; count > 0 && !reader->broken; count--)
		reader->broken = wire_skip(&reader->wire, &skipped) == NULL;
}

uint32_t
message_read_map(struct message_reader *reader)
{
	return next_of(reader, WIRE_MAP).count;
}

struct text
message_read_text(struct message_reader *reader, size_t min, size_t max, bool optional)
{
	struct wire_value value = wire_next(&reader->wire);

	if (value.type == WIRE_NIL && optional)
		return (struct text){ABSENT, 0, ""};
	if (value.type != WIRE_STRING || value.size < min || value.size > max) {
		reader->broken = true;
		return (struct text){ABSENT, 0, ""};
	}
	return (struct text){GIVEN, (uint32_t)value.size,
		arena_copy(reader->arena, value.data, value.size)};
}

const char *
message_read_string(struct message_reader *reader)
{
	struct text text = message_read_text(reader, 0, MESSAGE_BYTES_MAX, true);

	return text.presence == GIVEN ? text.data : NULL;
}

struct uuid
message_read_uuid(struct message_reader *reader)
{
	struct wire_value value = wire_next(&reader->wire);
	struct uuid uuid = {{0}};

	if (value.type == WIRE_NIL)
		return uuid;
	if (value.type != WIRE_BINARY || value.size != sizeof(uuid.bytes))
		reader->broken = true;
	else
		memcpy(uuid.bytes, value.data, sizeof(uuid.bytes));
	return uuid;
}

bool
message_key_is(const struct wire_value *key, const char *name)
{
	size_t size = strlen(name);

	return key->size == size && memcmp(key->data, name, size) == 0;
}

void
message_write_text(struct buffer *out, struct text text)
{
	if (text.presence == GIVEN)
		wire_string(out, text.data, text.size);
	else
		wire_nil(out);
}
