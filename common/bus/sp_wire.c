/*
 * sp_wire.c - encodes and decodes the SP protocol, without sockets.
 */
#include "common/bus/sp_wire.h"

#include <string.h>

#define LENGTH_SIZE 8
#define ID_SIZE 4
#define IPC_MESSAGE 0x01

void
sp_wire_hello(uint8_t out[SP_WIRE_HELLO_SIZE], uint16_t protocol)
{
	memcpy(out, "\0SP\0", 4);
	out[4] = (uint8_t)(protocol >> 8);
	out[5] = (uint8_t)(protocol & 0xff);
	out[6] = 0;
	out[7] = 0;
}

bool
sp_wire_hello_valid(const uint8_t data[SP_WIRE_HELLO_SIZE], uint16_t protocol)
{
	uint8_t expected[SP_WIRE_HELLO_SIZE];

	sp_wire_hello(expected, protocol);
	return memcmp(data, expected, sizeof(expected)) == 0;
}

static void
put_number(uint8_t *out, uint64_t number, size_t size)
{
	for (size_t i = size; i > 0; i--) {
		out[i - 1] = (uint8_t)(number & 0xff);
		number >>= 8;
	}
}

static uint64_t
get_number(const uint8_t *data, size_t size)
{
	uint64_t number = 0;

	for (size_t i = 0; i < size; i++)
		number = number << 8 | data[i];
	return number;
}

size_t
sp_wire_header(uint8_t out[SP_WIRE_HEADER_MAX], bool ipc, uint32_t id, size_t body_size)
{
	size_t size = 0;

	if (ipc)
		out[size++] = IPC_MESSAGE;
	put_number(out + size, body_size + ID_SIZE, LENGTH_SIZE);
	size += LENGTH_SIZE;
	put_number(out + size, id, ID_SIZE);
	return size + ID_SIZE;
}

enum sp_wire_status
sp_wire_parse(const uint8_t *data, size_t size, bool ipc, size_t body_bytes_max,
	struct sp_wire_frame *out)
{
	const size_t kind_size = ipc ? 1 : 0;
	const size_t header_size = kind_size + LENGTH_SIZE + ID_SIZE;
	uint64_t length;

	if (ipc && size > 0 && data[0] != IPC_MESSAGE)
		return SP_WIRE_BROKEN;
	*out = (struct sp_wire_frame){.size = header_size};
	if (size < kind_size + LENGTH_SIZE)
		return SP_WIRE_PARTIAL;

	/* Checks the length first, so that a frame above the limit reserves no memory. */
	length = get_number(data + kind_size, LENGTH_SIZE);
	if (length < ID_SIZE || length - ID_SIZE > body_bytes_max)
		return SP_WIRE_BROKEN;
	out->size = kind_size + LENGTH_SIZE + (size_t)length;
	if (size < header_size)
		return SP_WIRE_PARTIAL;
	out->id = (uint32_t)get_number(data + kind_size + LENGTH_SIZE, ID_SIZE);
	if (!(out->id & SP_WIRE_ID_BIT))
		return SP_WIRE_BROKEN;
	if (size < out->size)
		return SP_WIRE_PARTIAL;
	out->body = data + header_size;
	out->body_size = (size_t)length - ID_SIZE;
	return SP_WIRE_FRAME;
}
