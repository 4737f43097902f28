/*
 * message.h - the frames on the bus and the messages in them (docs/protocol.md).
 *
 * The frame of a call is MAC (32 bytes) | nonce (8 bytes) | msgpack; that of a reply is
 * MAC | msgpack. The MAC is HMAC-SHA-256 under the called service's bus key over a label
 * for the direction, the nonce of the call, and the msgpack. The sender uses a fresh
 * nonce for every frame. So a service can refuse to carry out a frame twice, and a reply
 * belongs to exactly one call.
 *
 * Call:  [version, op, request id, deadline (Unix ms), principal, flags,
 *         idempotency key or nil, if-match or nil, traceparent or nil, image or nil,
 *         input, behind, approval]; the last two are left out without an approval, and
 *         then `behind` when it is false
 * Reply: [version, problem code or nil, details map or nil, output]
 */
#ifndef KITH_COMMON_BUS_MESSAGE_H
#define KITH_COMMON_BUS_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/call/call.h"
#include "common/secret/secret.h"
#include "proto/media/media.h"

#define MESSAGE_VERSION 3
/* The largest body of a call, */
#define MESSAGE_BYTES_MAX ((size_t)1024 * 1024)
/* of a call to media, with an image, */
#define MESSAGE_IMAGE_BYTES_MAX ((size_t)IMAGE_BYTES_MAX + (size_t)64 * 1024)
/* and of a reply: a page of 100 of the largest records of the contract. */
#define MESSAGE_REPLY_BYTES_MAX ((size_t)4 * 1024 * 1024)
/* The largest value of an HTTP header in a call. */
#define MESSAGE_HEADER_BYTES_MAX ((size_t)1024)
#define FRAME_HEADER_SIZE (MAC_SIZE + 8)
#define FRAME_REPLY_HEADER_SIZE MAC_SIZE

/* Every service answers this operation itself: output {"status": "ok" | "starting" |
 * "draining"}. */
#define MESSAGE_PING "ping"

/* Every service also answers this operation itself. The output is its metrics as
 * Prometheus text. */
#define MESSAGE_METRICS "metrics"

/* The largest body of a call to a service. */
static inline size_t
message_bytes_max(enum service_name service)
{
	return service == SERVICE_MEDIA ? MESSAGE_IMAGE_BYTES_MAX : MESSAGE_BYTES_MAX;
}

/* Writes MAC and nonce before a body; `frame` has FRAME_HEADER_SIZE bytes. */
void frame_sign(const struct key *key, uint64_t nonce, const void *body, size_t size,
	uint8_t *frame);

/* The body of a call's frame, or NULL when the frame is too short, too long or forged. */
const uint8_t *frame_open(const struct key *key, const void *frame, size_t size,
	uint64_t *nonce, size_t *body_size);

/* Writes the MAC before the body of a reply. `nonce` is that of the call. */
void frame_sign_reply(const struct key *key, uint64_t nonce, const void *body,
	size_t size, uint8_t mac[FRAME_REPLY_HEADER_SIZE]);

/* The body of a reply's frame, or NULL when it is not the reply to that call. */
const uint8_t *frame_open_reply(const struct key *key, uint64_t nonce, const void *frame,
	size_t size, size_t *body_size);

/* Encodes a call as a message body. `input` holds the bytes of one msgpack map. */
void message_encode_call(struct buffer *out, const struct call *call, const void *input,
	size_t input_size);

struct message_call {
	struct text op;
	struct text request_id;
	int64_t deadline_unix_ms;
	struct principal principal;
	struct text idempotency_key;
	struct text if_match;
	struct text traceparent;
	struct identifier image;
	struct identifier approval;
	bool dry_run;
	const uint8_t *input; /* points into the message */
	size_t input_size;
	bool behind; /* a replica of the database may answer */
};

/* False when the body is not a well-formed call of this version. Texts are copied. */
bool message_decode_call(
	struct arena *arena, const void *body, size_t size, struct message_call *out);

/* Room for the name of any operation, with its NUL. */
#define MESSAGE_NAME_SIZE 65

/* Copies the operation's name from an unverified body; false when there is none. */
bool message_peek_op(const void *body, size_t size, char name[MESSAGE_NAME_SIZE]);

/* Whether the input in an unverified body filters a list: it has a field other than
 * `cursor` and `limit` whose value is neither null nor false. Also true when the input is
 * malformed. */
bool message_peek_filter(const void *body, size_t size);

/* Encodes the call's reply: its problem and details, or its output. */
void message_encode_reply(struct buffer *out, const struct call *call);

struct message_reply {
	enum problem problem;
	const char *detail; /* NULL = the problem's title */
	struct fault *faults;
	const char *requires_name;
	const char *const *requires_values;
	const char *next_step;
	const char *next_cursor; /* SHAPE_ARRAY and SHAPE_CHUNKED only */
	const char *tag; /* of the GET, when the reply itself has another; or NULL */
	int64_t retry_after_s;
	bool replayed;
	int64_t replayed_at_us; /* when the first call was carried out; 0 = unknown */
	const uint8_t *output;  /* one msgpack value, or nil; its lengths are checked */
	size_t output_size;
};

bool message_decode_reply(
	struct arena *arena, const void *body, size_t size, struct message_reply *out);

#endif
