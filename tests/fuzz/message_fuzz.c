/*
 * Bytes of the bus: a byte that chooses the transport, then a stream with a call or a
 * reply in it, and the same bytes as a body alone. An accepted call can be encoded again,
 * and an accepted reply can be sent to a client.
 */
#include "common/bus/message.h"
#include "common/bus/sp_wire.h"
#include "common/json/json.h"
#include "common/text/text.h"
#include "common/wire/wire.h"
#include "gateway/core/problem/problem.h"
#include "tests/fuzz/fuzz.h"

/* Encodes the call again and compares the results. */
static void
check_call(struct arena *arena, const struct message_call *read)
{
	struct call call = {
		.op = op_named(read->op.data, read->op.size),
		.arena = arena,
		.principal = read->principal,
		.request_id = read->request_id,
		.deadline_unix_ms = read->deadline_unix_ms,
		.idempotency_key = read->idempotency_key,
		.if_match = read->if_match,
	};
	struct buffer body = {.arena = arena};
	struct message_call again;

	if (call.op == NULL)
		return;
	message_encode_call(&body, &call, read->input, read->input_size);
	FUZZ_HOLDS(message_decode_call(arena, body.data, body.size, &again));
	FUZZ_HOLDS(strcmp(again.request_id.data, read->request_id.data) == 0);
	FUZZ_HOLDS(again.principal.scopes == read->principal.scopes);
	FUZZ_HOLDS(again.principal.admin == read->principal.admin);
	FUZZ_HOLDS(memcmp(&again.principal.member, &read->principal.member,
			   sizeof(again.principal.member)) == 0);
	FUZZ_HOLDS(again.input_size == read->input_size);
	FUZZ_HOLDS(memcmp(again.input, read->input, read->input_size) == 0);
}

/* The output is exactly one value, which becomes JSON or is refused. */
static void
check_output(struct arena *arena, const struct message_reply *reply)
{
	struct buffer json = {.arena = arena};
	struct wire_reader reader = wire_read(reply->output, reply->output_size);
	size_t size = 0;

	FUZZ_HOLDS(wire_skip(&reader, &size) == reply->output);
	FUZZ_HOLDS(size == reply->output_size);
	if (json_from_wire(&json, reply->output, reply->output_size))
		FUZZ_HOLDS(utf8_valid((const char *)json.data, json.size));
}

static void
read_body(struct arena *arena, const uint8_t *data, size_t size)
{
	char name[MESSAGE_NAME_SIZE];
	struct message_call call;
	struct message_reply reply;
	struct buffer document = {.arena = arena};
	struct text request_id = {.presence = ABSENT};
	const char *fault = NULL;

	if (message_peek_op(data, size, name))
		FUZZ_HOLDS(strlen(name) < sizeof(name));
	message_peek_filter(data, size);
	if (message_decode_call(arena, data, size, &call)) {
		FUZZ_HOLDS(message_peek_op(data, size, name));
		FUZZ_HOLDS(strcmp(name, call.op.data) == 0);
		FUZZ_HOLDS(wire_check(call.input, call.input_size));
		check_call(arena, &call);
	}
	if (!message_decode_reply(arena, data, size, &reply))
		return;
	check_output(arena, &reply);
	if (reply.problem == PROBLEM_NONE)
		return;
	problem_document(&document, &reply, "/v1", request_id);
	FUZZ_HOLDS(json_parse(arena, document.data, document.size, &fault) != NULL);
	document.size = 0;
	problem_sentence(&document, &reply);
	FUZZ_HOLDS(utf8_valid((const char *)document.data, document.size));
}

/* Reads frames until the stream ends or breaks. */
static void
read_stream(struct arena *arena, const uint8_t *data, size_t size, bool ipc)
{
	struct sp_wire_frame frame;
	uint8_t header[SP_WIRE_HEADER_MAX];

	while (sp_wire_parse(data, size, ipc, MESSAGE_BYTES_MAX, &frame) ==
		SP_WIRE_FRAME) {
		FUZZ_HOLDS(frame.size <= size);
		FUZZ_HOLDS(frame.body + frame.body_size == data + frame.size);
		FUZZ_HOLDS(sp_wire_header(header, ipc, frame.id, frame.body_size) +
				frame.body_size ==
			frame.size);
		FUZZ_HOLDS(memcmp(header, data, frame.size - frame.body_size) == 0);
		read_body(arena, frame.body, frame.body_size);
		data += frame.size;
		size -= frame.size;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena *arena = fuzz_arena();

	fuzz_configure();
	if (size == 0)
		return 0;
	read_stream(arena, data + 1, size - 1, data[0] & 1);
	read_body(arena, data + 1, size - 1);
	return 0;
}
