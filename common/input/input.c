/*
 * input.c - where the decoder begins and its results come together.
 *
 * The decoder reads the message once, field by field in the order of the record, and
 * writes what it reads into a struct of the arena. It never stops at a fault: a client is
 * told of everything that is wrong at once. Every length is checked as it is read, so
 * bytes that are no msgpack are a fault like another; UTF-8 and repeated keys are
 * wire_check()'s work, which a message from outside has been through before.
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
