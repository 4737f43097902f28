/*
 * message_reply_read.c - decodes replies of services, for the gateway.
 *
 * During an upgrade a service may be newer than the gateway. The decoder passes over
 * unknown details and reads an unknown problem as an internal error. Known details must
 * have their type.
 *
 * The MAC proves that a service of the instance wrote the reply, so only the lengths in
 * its output are checked here. The JSON writer refuses values that JSON cannot represent.
 */
#include "common/bus/message_read.h"

#define REPLY_COUNT 4

/* The most values of a hint. */
#define VALUES_MAX 64

#define RETRY_AFTER_MAX_S ((int64_t)366 * 24 * 60 * 60)

static enum problem
read_problem(struct message_reader *reader)
{
	struct wire_value value = wire_next(&reader->wire);

	if (value.type == WIRE_NIL)
		return PROBLEM_NONE;
	if (value.type != WIRE_STRING)
		reader->broken = true;
	for (int i = PROBLEM_NONE + 1; value.type == WIRE_STRING && i < PROBLEM_COUNT;
		i++) {
		if (message_key_is(&value, problems[i].code))
			return (enum problem)i;
	}
	return PROBLEM_INTERNAL_ERROR;
}

/* An unknown code of a newer service reads as the most general one. */
static enum fault_code
read_fault_code(struct message_reader *reader)
{
	struct wire_value value = wire_next(&reader->wire);

	if (value.type != WIRE_STRING)
		reader->broken = true;
	for (int i = 0; value.type == WIRE_STRING && i < FAULT_COUNT; i++) {
		if (message_key_is(&value, fault_codes[i]))
			return (enum fault_code)i;
	}
	return FAULT_NOT_ALLOWED;
}

/* Reads one key and value of a fault. */
static void
read_fault_pair(struct message_reader *reader, struct fault *fault)
{
	struct wire_value key = wire_next(&reader->wire);
	size_t skipped;

	if (message_key_is(&key, "pointer")) {
		fault->pointer = message_read_string(reader);
	} else if (message_key_is(&key, "parameter")) {
		fault->parameter = message_read_string(reader);
	} else if (message_key_is(&key, "header")) {
		fault->header = message_read_string(reader);
	} else if (message_key_is(&key, "code")) {
		fault->code = read_fault_code(reader);
	} else if (message_key_is(&key, "detail")) {
		fault->detail = message_read_string(reader);
	} else if (message_key_is(&key, "min")) {
		fault->has_min = true;
		fault->min = message_read_integer(reader, INT64_MIN, INT64_MAX);
	} else if (message_key_is(&key, "max")) {
		fault->has_max = true;
		fault->max = message_read_integer(reader, INT64_MIN, INT64_MAX);
	} else {
		reader->broken |= wire_skip(&reader->wire, &skipped) == NULL;
	}
}

static struct fault *
read_faults(struct message_reader *reader)
{
	struct fault *first = NULL, **last = &first;
	uint32_t count = message_read_array(reader);

	for (uint32_t i = 0; i < count && !reader->broken; i++) {
		struct fault *fault = arena_alloc(reader->arena, sizeof(*fault));
		uint32_t pairs = message_read_map(reader);

		for (uint32_t j = 0; j < pairs && !reader->broken; j++)
			read_fault_pair(reader, fault);
		if (fault->detail == NULL)
			fault->detail = "";
		*last = fault;
		last = &fault->next;
	}
	return first;
}

/* Reads the hint: exactly one name with its values. */
static void
read_requires(struct message_reader *reader, struct message_reply *out)
{
	const char **values;
	uint32_t count;

	if (message_read_map(reader) != 1) {
		reader->broken = true;
		return;
	}
	out->requires_name = message_read_string(reader);
	count = message_read_array(reader);
	if (count > VALUES_MAX) {
		reader->broken = true;
		return;
	}
	values = arena_array(reader->arena, count + 1U, sizeof(*values));
	for (uint32_t i = 0; i < count; i++)
		values[i] = message_read_text(reader, 0, MESSAGE_BYTES_MAX, false).data;
	out->requires_values = values;
}

/* Reads one key and value of the details. */
static void
read_detail(struct message_reader *reader, struct message_reply *out)
{
	struct wire_value key = wire_next(&reader->wire);
	size_t skipped;

	if (message_key_is(&key, "detail"))
		out->detail = message_read_string(reader);
	else if (message_key_is(&key, "errors"))
		out->faults = read_faults(reader);
	else if (message_key_is(&key, "requires"))
		read_requires(reader, out);
	else if (message_key_is(&key, "nextStep"))
		out->next_step = message_read_string(reader);
	else if (message_key_is(&key, "nextCursor"))
		out->next_cursor = message_read_string(reader);
	else if (message_key_is(&key, "tag"))
		out->tag = message_read_string(reader);
	else if (message_key_is(&key, "retryAfter"))
		out->retry_after_s = message_read_integer(reader, 0, RETRY_AFTER_MAX_S);
	else if (message_key_is(&key, "replayed"))
		out->replayed = message_read_boolean(reader);
	else if (message_key_is(&key, "replayedAt"))
		out->replayed_at_us = message_read_integer(reader, 0, INT64_MAX);
	else
		reader->broken |= wire_skip(&reader->wire, &skipped) == NULL;
}

/* Reads the details map, or nil. Details are shown in many places, so they are validated
 * in full. */
static void
read_details(struct message_reader *reader, struct message_reply *out)
{
	struct wire_reader ahead = reader->wire;
	struct wire_value value = wire_next(&reader->wire);
	const uint8_t *details;
	size_t size = 0;

	if (value.type == WIRE_NIL)
		return;
	details = wire_skip(&ahead, &size);
	if (value.type != WIRE_MAP || details == NULL || !wire_check(details, size)) {
		reader->broken = true;
		return;
	}
	for (uint32_t i = 0; i < value.count && !reader->broken; i++)
		read_detail(reader, out);
}

bool
message_decode_reply(
	struct arena *arena, const void *body, size_t size, struct message_reply *out)
{
	struct message_reader reader = {.arena = arena, .wire = wire_read(body, size)};
	uint32_t more;

	*out = (struct message_reply){0};
	if (size > MESSAGE_REPLY_BYTES_MAX)
		return false;
	more = message_read_array_of(&reader, REPLY_COUNT);
	message_read_integer(&reader, MESSAGE_VERSION, MESSAGE_VERSION);
	if (reader.broken)
		return false;
	out->problem = read_problem(&reader);
	read_details(&reader, out);
	if (reader.broken)
		return false;
	out->output = wire_skip(&reader.wire, &out->output_size);
	message_read_rest(&reader, more);
	return out->output != NULL && !reader.broken &&
		reader.wire.next == reader.wire.end;
}
