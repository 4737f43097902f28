/*
 * sp_wire.h - how the SP protocol looks on a stream: the wire format of nanomsg and NNG.
 *
 * Both sides begin with eight bytes: 00 'S' 'P' 00, the number of their protocol, 00 00.
 * Then come frames: a big-endian u64 length and that many bytes; over ipc one byte 01
 * before the length. For request and reply the bytes begin with a u32 request id, high bit
 * set, which the replier returns as it came. (RFC drafts sp-tcp-mapping-01, sp-request-reply-01;
 * ipc as NNG does it.)
 */
#ifndef KITH_COMMON_BUS_SP_WIRE_H
#define KITH_COMMON_BUS_SP_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SP_WIRE_REQ 0x0030
#define SP_WIRE_REP 0x0031

#define SP_WIRE_HELLO_SIZE 8

/* The byte of ipc, the length and the request id. */
#define SP_WIRE_HEADER_MAX 13

/* Set in every request id. */
#define SP_WIRE_ID_BIT UINT32_C(0x80000000)

enum sp_wire_status {
	SP_WIRE_PARTIAL, /* more bytes are needed: .size in all, as far as is known */
	SP_WIRE_FRAME,   /* a whole frame, .size bytes with its header */
	SP_WIRE_BROKEN,  /* not a frame, or one above the limit */
};

struct sp_wire_frame {
	size_t size;
	uint32_t id;
	const uint8_t *body;
	size_t body_size;
};

/* What a side sends first. */
void sp_wire_hello(uint8_t out[SP_WIRE_HELLO_SIZE], uint16_t protocol);

/* Whether those are the first bytes of a peer of that protocol. */
bool sp_wire_hello_valid(const uint8_t data[SP_WIRE_HELLO_SIZE], uint16_t protocol);

/* Writes the header of a frame around `body_size` bytes; answers its size. */
size_t
sp_wire_header(uint8_t out[SP_WIRE_HEADER_MAX], bool ipc, uint32_t id, size_t body_size);

/* Reads the frame at the beginning of the data; bodies above `body_bytes_max` are broken. */
enum sp_wire_status sp_wire_parse(const uint8_t *data, size_t size, bool ipc,
	size_t body_bytes_max, struct sp_wire_frame *out);

#endif
