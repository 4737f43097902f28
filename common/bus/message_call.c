#include <string.h>

#include "common/bus/message_read.h"
#include "common/text/traceparent.h"

#define CALL_COUNT 11 /* elements that every release writes */
#define PRINCIPAL_COUNT 11
#define FLAG_DRY_RUN 1
#define FLAG_APPROVED 2 /* the approval follows after `behind` */
#define FLAGS_KNOWN (FLAG_DRY_RUN | FLAG_APPROVED)
#define INPUT_PEEKED_MAX 32 /* members; no list operation takes more */

/* Bounds of the texts of a call, in bytes. */
#define NAME_BYTES_MAX (MESSAGE_NAME_SIZE - 1)
#define CLIENT_BYTES_MAX 2048
#define ADDRESS_BYTES_MAX 64
#define USER_AGENT_BYTES_MAX 200

/* Writes the zero id as nil. */
static void
write_uuid(struct buffer *out, const struct uuid *uuid)
{
	static const struct uuid none;

	if (memcmp(uuid, &none, sizeof(none)) == 0)
		wire_nil(out);
	else
		wire_binary(out, uuid->bytes, sizeof(uuid->bytes));
}

static void
write_principal(struct buffer *out, const struct principal *principal)
{
	wire_array(out, PRINCIPAL_COUNT);
	write_uuid(out, &principal->member);
	wire_integer(out, principal->membership);
	wire_boolean(out, principal->admin);
	wire_integer(out, principal->scopes);
	wire_integer(out, principal->credential_kind);
	write_uuid(out, &principal->credential);
	message_write_text(out, principal->client);
	message_write_text(out, principal->audience);
	message_write_text(out, principal->address);
	message_write_text(out, principal->user_agent);
	wire_integer(out, principal->via);
}

void
message_encode_call(
	struct buffer *out, const struct call *call, const void *input, size_t input_size)
{
	const bool approved = call->approval.presence == GIVEN;
	const int64_t flags =
		(call->dry_run ? FLAG_DRY_RUN : 0) | (approved ? FLAG_APPROVED : 0);

	/* A caller that sends the end of the input separately leaves .behind false and
	 * has no approval. */
	wire_array(out, CALL_COUNT + (approved ? 2 : (size_t)call->behind));
	wire_integer(out, MESSAGE_VERSION);
	wire_cstring(out, call->op->name);
	wire_string(out, call->request_id.data != NULL ? call->request_id.data : "",
		call->request_id.size);
	wire_integer(out, call->deadline_unix_ms);
	write_principal(out, &call->principal);
	wire_integer(out, flags);
	message_write_text(out, call->idempotency_key);
	message_write_text(out, call->if_match);
	message_write_text(out, call->traceparent);
	if (call->image.presence == GIVEN)
		write_uuid(out, &call->image.uuid);
	else
		wire_nil(out);
	if (input_size == 0)
		wire_map(out, 0);
	else
		wire_raw(out, input, input_size);
	if (call->behind || approved)
		wire_boolean(out, call->behind);
	if (approved)
		write_uuid(out, &call->approval.uuid);
}

static struct principal
read_principal(struct message_reader *reader)
{
	struct principal principal = {0};
	const uint32_t more = message_read_array_of(reader, PRINCIPAL_COUNT);

	if (reader->broken)
		return principal;
	principal.member = message_read_uuid(reader);
	principal.membership =
		(enum membership)message_read_integer(reader, 0, MEMBERSHIP_SUSPENDED);
	principal.admin = message_read_boolean(reader);
	principal.scopes = (unsigned)message_read_integer(reader, 0, SCOPE_ALL);
	principal.credential_kind =
		(enum credential_kind)message_read_integer(reader, 0, CREDENTIAL_OAUTH);
	principal.credential = message_read_uuid(reader);
	principal.client = message_read_text(reader, 0, CLIENT_BYTES_MAX, true);
	principal.audience = message_read_text(reader, 0, CLIENT_BYTES_MAX, true);
	principal.address = message_read_text(reader, 0, ADDRESS_BYTES_MAX, true);
	principal.user_agent = message_read_text(reader, 0, USER_AGENT_BYTES_MAX, true);
	principal.via = (enum via)message_read_integer(reader, 0, VIA_OPERATOR);
	message_read_rest(reader, more);
	return principal;
}

static struct identifier
read_identifier(struct message_reader *reader)
{
	static const struct uuid none;
	struct identifier image = {.uuid = message_read_uuid(reader)};

	image.presence = memcmp(&image.uuid, &none, sizeof(none)) == 0 ? ABSENT : GIVEN;
	return image;
}

bool
message_decode_call(
	struct arena *arena, const void *body, size_t size, struct message_call *out)
{
	struct message_reader reader = {.arena = arena};
	uint32_t more;
	int64_t flags;

	if (size > MESSAGE_IMAGE_BYTES_MAX || !wire_check(body, size))
		return false;
	reader.wire = wire_read(body, size);
	more = message_read_array_of(&reader, CALL_COUNT);
	message_read_integer(&reader, MESSAGE_VERSION, MESSAGE_VERSION);
	if (reader.broken)
		return false;
	out->op = message_read_text(&reader, 1, NAME_BYTES_MAX, false);
	out->request_id = message_read_text(&reader, 1, NAME_BYTES_MAX, false);
	out->deadline_unix_ms = message_read_integer(&reader, 0, INT64_MAX);
	out->principal = read_principal(&reader);
	if (reader.broken)
		return false;
	/* An unknown flag may require something that this release cannot do, so it is
	 * refused. */
	flags = message_read_integer(&reader, 0, FLAGS_KNOWN);
	out->dry_run = (flags & FLAG_DRY_RUN) != 0;
	out->idempotency_key =
		message_read_text(&reader, 1, MESSAGE_HEADER_BYTES_MAX, true);
	out->if_match = message_read_text(&reader, 1, MESSAGE_HEADER_BYTES_MAX, true);
	out->traceparent =
		message_read_text(&reader, TRACEPARENT_SIZE, TRACEPARENT_SIZE, true);
	out->image = read_identifier(&reader);
	out->input = reader.wire.next;
	message_read_map(&reader);
	if (reader.broken)
		return false;
	reader.wire.next = out->input;
	if (wire_skip(&reader.wire, &out->input_size) == NULL)
		return false;
	out->behind = more > 0 && message_read_boolean(&reader);
	out->approval = (struct identifier){.presence = ABSENT};
	if ((flags & FLAG_APPROVED) != 0 && !reader.broken) {
		reader.broken = more < 2;
		out->approval = read_identifier(&reader);
	}
	return !reader.broken;
}

bool
message_peek_op(const void *body, size_t size, char name[MESSAGE_NAME_SIZE])
{
	struct wire_reader reader = wire_read(body, size);
	struct wire_value value = wire_next(&reader);

	if (value.type != WIRE_ARRAY || value.count < CALL_COUNT)
		return false;
	wire_next(&reader); /* the version */
	value = wire_next(&reader);
	if (value.type != WIRE_STRING || value.size >= MESSAGE_NAME_SIZE)
		return false;
	memcpy(name, value.data, value.size);
	name[value.size] = '\0';
	return true;
}

bool
message_peek_filter(const void *body, size_t size)
{
	struct wire_reader reader = wire_read(body, size);
	struct wire_value value = wire_next(&reader);
	size_t skipped;

	if (value.type != WIRE_ARRAY || value.count < CALL_COUNT)
		return true;
	for (int i = 0; i < CALL_COUNT - 1; i++) { /* up to the input */
		if (wire_skip(&reader, &skipped) == NULL)
			return true;
	}
	value = wire_next(&reader);
	if (value.type != WIRE_MAP || value.count > INPUT_PEEKED_MAX)
		return true;
	for (uint32_t left = value.count; left > 0; left--) {
		const struct wire_value key = wire_next(&reader);
		struct wire_reader ahead = reader;

		value = wire_next(&ahead);
		if (key.type != WIRE_STRING || wire_skip(&reader, &skipped) == NULL)
			return true;
		if (value.type != WIRE_NIL &&
			(value.type != WIRE_BOOLEAN || value.boolean) &&
			!message_key_is(&key, "cursor") && !message_key_is(&key, "limit"))
			return true;
	}
	return false;
}
