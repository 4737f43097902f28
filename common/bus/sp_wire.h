/*
 * sp_wire.h - the wire format of SP, the protocol of nanomsg and NNG.
 *
 * Both sides begin with eight bytes: 00 'S' 'P' 00, the number of their protocol, 00 00.
 * Frames follow: a big-endian u64 length and that many bytes, and over ipc a byte 01
 * before the length. A request begins with a u32 request id, high bit set, which the
 * reply returns (drafts sp-tcp-mapping-01 and sp-request-reply-01; ipc as NNG does it).
 */
#ifndef KITH_COMMON_BUS_SP_WIRE_H
#define KITH_COMMON_BUS_SP_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SP_WIRE_REQ 0x0030
#define SP_WIRE_REP 0x0031

#define SP_WIRE_HELLO_SIZE 8

#define SP_WIRE_HEADER_MAX 13

/* Set in every request id. */
#define SP_WIRE_ID_BIT UINT32_C(0x80000000)

enum sp_wire_status {
	SP_WIRE_PARTIAL, /* more bytes are needed: .size in all, as far as known */
	SP_WIRE_FRAME,   /* a complete frame of .size bytes, with its header */
	SP_WIRE_BROKEN,  /* not a frame, or one above the limit */
};

struct sp_wire_frame {
	size_t size;
	uint32_t id;
	const uint8_t *body;
	size_t body_size;
};

/* Writes the greeting, which a side sends first. */
void sp_wire_hello(uint8_t out[SP_WIRE_HELLO_SIZE], uint16_t protocol);

/* Whether this is the greeting of a peer with that protocol. */
bool sp_wire_hello_valid(const uint8_t data[SP_WIRE_HELLO_SIZE], uint16_t protocol);

/* Writes the header of a frame with a body of `body_size` bytes; returns its size. */
size_t
sp_wire_header(uint8_t out[SP_WIRE_HEADER_MAX], bool ipc, uint32_t id, size_t body_size);

/* Reads the frame at the start of the data. A body above `body_bytes_max` is BROKEN. */
enum sp_wire_status sp_wire_parse(const uint8_t *data, size_t size, bool ipc,
	size_t body_bytes_max, struct sp_wire_frame *out);

#endif
