/*
 * approval_words.c - a request in words, for the member who approves it.
 */
#include <stdio.h>
#include <string.h>

#include "common/run/inside.h"
#include "common/wire/wire.h"
#include "proto/acts/acts.h"

/* A text of a record in quotes is at most this long. */
#define QUOTED_BYTES_MAX 300

/* Appends a text, cut at the beginning of a character. */
static void
put_quoted(struct buffer *out, const char *data, size_t size)
{
	static const char more[] = "\u2026";
	size_t shown = size;

	if (size > QUOTED_BYTES_MAX) {
		shown = QUOTED_BYTES_MAX;
		while (shown > 0 && ((unsigned char)data[shown] & 0xc0) == 0x80)
			shown--;
	}
	buffer_append(out, data, shown);
	if (shown < size)
		buffer_append(out, more, strlen(more));
}

/* Appends one value of the input as text. */
static void
put_value(struct buffer *out, struct wire_reader *reader)
{
	struct wire_value value = wire_next(reader);
	char number[32];

	switch (value.type) {
	case WIRE_STRING:
		buffer_append(out, value.data, value.size);
		break;
	case WIRE_BOOLEAN:
		buffer_append(out, value.boolean ? "yes" : "no", value.boolean ? 3 : 2);
		break;
	case WIRE_INTEGER:
		buffer_append(out, number,
			(size_t)snprintf(number, sizeof(number), "%lld",
				(long long)value.integer));
		break;
	case WIRE_ARRAY:
		for (uint32_t i = 0; i < value.count; i++) {
			buffer_append(out, ", ", i > 0 ? 2 : 0);
			put_value(out, reader);
		}
		break;
	case WIRE_MAP:
		for (uint32_t i = 0; i < value.count; i++) {
			buffer_append(out, "; ", i > 0 ? 2 : 0);
			put_value(out, reader);
			buffer_append(out, ": ", 2);
			put_value(out, reader);
		}
		break;
	case WIRE_NIL:
	case WIRE_DOUBLE:
	case WIRE_BINARY:
	case WIRE_END:
	case WIRE_BROKEN:
		break;
	}
}

/* The list of a name in the input as text: "a@x, b@y". */
static struct text
find_list(const struct run *run, const char *name, size_t size)
{
	struct buffer out = {.arena = run->call->arena};
	struct wire_reader reader = wire_find(run->bytes, run->size, name, size);

	put_value(&out, &reader);
	buffer_append(&out, "", 1);
	return arena_text(out.arena, (const char *)out.data);
}

static bool
put_named(const struct run *run, struct buffer *out, const char *name, size_t size)
{
	struct text value = run_value_of(run, name, size);

	if (value.presence != GIVEN)
		value = find_list(run, name, size);
	put_quoted(out, value.data, value.size);
	return true;
}

const char *
run_words_of(const struct run *run)
{
	struct buffer out = {.arena = run->call->arena};

	run_fill(run, &out, act_sentence(run->call->op), put_named);
	return (const char *)out.data;
}

const char *
run_content_of(const struct run *run)
{
	struct buffer out = {.arena = run->call->arena};
	struct wire_reader reader = wire_read(run->bytes, run->size);
	struct wire_value map = wire_next(&reader);

	for (uint32_t left = map.type == WIRE_MAP ? map.count : 0; left > 0; left--) {
		put_value(&out, &reader);
		buffer_append(&out, ": ", 2);
		put_value(&out, &reader);
		buffer_append(&out, "\n", 1);
	}
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}
