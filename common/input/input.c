/*
 * input.c - the entry point of the decoder.
 *
 * The decoder reads the message once, field by field in the order of the record, into a
 * struct of the arena. It continues after a fault, so that the client learns all faults
 * at once. It checks each length that it reads, so malformed msgpack is an ordinary
 * fault. wire_check() has checked UTF-8 and repeated keys of a message from outside.
 */
#include "common/input/decoder.h"

struct input_result
input_decode(
	struct arena *arena, const struct record *record, const void *map, size_t size)
{
	static const uint8_t empty_map[] = {0x80};
	struct input_decoder decoder = {.arena = arena};
	struct wire_reader reader =
		size > 0 ? wire_read(map, size) : wire_read(empty_map, sizeof(empty_map));
	struct wire_value head = wire_next(&reader);
	void *input = arena_alloc(arena, record->size > 0 ? record->size : 1);

	input_record_clear(record, input);
	if (head.type == WIRE_MAP)
		input_record(&decoder, NULL, record, &reader, head.count, input);
	else
		input_fault(&decoder, NULL, FAULT_TYPE, "must be an object");
	if (decoder.faults.last != NULL)
		decoder.faults.last->next = decoder.unknown.first;
	else
		decoder.faults.first = decoder.unknown.first;
	return (struct input_result){
		.input = input,
		.faults = decoder.faults.first,
		.missing = decoder.missing,
		.missing_detail = decoder.missing_detail,
	};
}
