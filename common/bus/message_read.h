/*
 * message_read.h - reads the parts of a message; only message_*.c include it.
 *
 * Each function reads one value. A value of a wrong type or size sets .broken, which
 * decoders check at the end. Until then the results are empty but safe to use.
 */
#ifndef KITH_COMMON_BUS_MESSAGE_READ_H
#define KITH_COMMON_BUS_MESSAGE_READ_H

#include "common/bus/message.h"
#include "common/wire/wire.h"

struct message_reader {
	struct wire_reader wire;
	struct arena *arena;
	bool broken;
};

int64_t message_read_integer(struct message_reader *reader, int64_t min, int64_t max);
bool message_read_boolean(struct message_reader *reader);

/* The number of elements of an array, or of pairs of a map. */
uint32_t message_read_array(struct message_reader *reader);
uint32_t message_read_map(struct message_reader *reader);

/* A copied string of `min` to `max` bytes; nil is an absent text when `optional`. */
struct text
message_read_text(struct message_reader *reader, size_t min, size_t max, bool optional);

/* A copied string, or NULL for nil. */
const char *message_read_string(struct message_reader *reader);

/* 16 bytes, or nil for the zero id. */
struct uuid message_read_uuid(struct message_reader *reader);

/* Whether a map key is `name`. */
bool message_key_is(const struct wire_value *key, const char *name);

/* Writes a text, or nil when it is absent. */
void message_write_text(struct buffer *out, struct text text);

/* Opens an array of at least `known` elements and returns how many more there are. A
 * later release has added those; message_read_rest() skips them. */
uint32_t message_read_array_of(struct message_reader *reader, uint32_t known);
void message_read_rest(struct message_reader *reader, uint32_t count);

#endif
