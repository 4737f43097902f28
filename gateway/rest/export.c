/*
 * export.c - a chunked export (SHAPE_CHUNKED): a record that is too large for one
 * message.
 *
 * The operation itself answers the first part; op->chunks.next answers the others. The
 * gateway asks for a part when the client has read the one before, so it holds one part
 * at a time. A part that fails cuts the connection: the status is sent already, and the
 * client must see a failure.
 */
#include "gateway/rest/export.h"

#include <string.h>

#include "common/json/json.h"
#include "common/wire/wire.h"
#include "gateway/rest/answer.h"
#include "gateway/rest/exchange.h"
#include "gateway/rest/exports.h"

/* The longest position of a part (proto/identity/account.c), with its NUL. */
#define PLACE_SIZE 101
#define NAME_SIZE 64
#define ARENA_FIRST_BYTES ((size_t)64 * 1024)

#define RETRY_AFTER_S 10

struct rest_export {
	struct exports *exports;
	struct exports_place count;
	struct arena *arena;    /* of the current part */
	char place[PLACE_SIZE]; /* where the next part begins; "" = this is the last */
	char list[NAME_SIZE];   /* the open list in the JSON; "" = none */
	bool begun;             /* the first brace is written */
	bool list_begun;        /* the open list is not empty */
};

/* ---- JSON ---- */

/* Adds the elements of an array to the open list. */
static bool
put_elements(struct rest_export *export, struct buffer *json, struct wire_reader *reader,
	uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		size_t size;
		const uint8_t *element = wire_skip(reader, &size);

		if (export->list_begun)
			json_put_raw(json, ",");
		export->list_begun = true;
		if (element == NULL || !json_from_wire(json, element, size))
			return false;
	}
	return true;
}

/* Closes the open list, and writes the name of the next member. */
static void
put_name(struct rest_export *export, struct buffer *json, const char *name)
{
	if (export->list[0] != '\0')
		json_put_raw(json, "]");
	export->list[0] = '\0';
	json_put_raw(json, export->begun ? "," : "{");
	export->begun = true;
	json_put_string(json, name, strlen(name));
	json_put_raw(json, ":");
}

/* One member of a piece: a value, or list elements, which the next piece may continue. */
static bool
put_member(struct rest_export *export, struct buffer *json, struct wire_reader *reader)
{
	struct wire_value key = wire_next(reader);
	char name[NAME_SIZE] = "";
	size_t size;
	struct wire_reader before;
	struct wire_value value;
	const uint8_t *bytes;

	if (key.type != WIRE_STRING || key.size == 0 || key.size >= sizeof(name))
		return false;
	memcpy(name, key.data, key.size);
	before = *reader;
	value = wire_next(reader);
	if (value.type == WIRE_ARRAY) {
		if (strcmp(export->list, name) != 0) {
			put_name(export, json, name);
			json_put_raw(json, "[");
			memcpy(export->list, name, sizeof(name));
			export->list_begun = false;
		}
		return put_elements(export, json, reader, value.count);
	}
	*reader = before;
	bytes = wire_skip(reader, &size);
	put_name(export, json, name);
	return bytes != NULL && json_from_wire(json, bytes, size);
}

/* A part is an array of pieces; each piece is a map. */
static bool
put_part(struct rest_export *export, struct buffer *json,
	const struct message_reply *reply)
{
	struct wire_reader reader = wire_read(reply->output, reply->output_size);
	struct wire_value pieces = wire_next(&reader);

	if (pieces.type != WIRE_ARRAY)
		return false;
	buffer_reserve(json, reply->output_size + reply->output_size / 4);
	for (uint32_t i = 0; i < pieces.count; i++) {
		struct wire_value piece = wire_next(&reader);

		if (piece.type != WIRE_MAP)
			return false;
		for (uint32_t k = 0; k < piece.count; k++) {
			if (!put_member(export, json, &reader))
				return false;
		}
	}
	if (reply->next_cursor == NULL)
		json_put_raw(json, export->list[0] != '\0' ? "]}" : "}");
	return export->begun;
}

/* Writes a part as JSON, and notes where the next one begins. */
static bool
take_part(struct rest_export *export, struct buffer *json,
	const struct message_reply *reply)
{
	const char *place = reply->next_cursor != NULL ? reply->next_cursor : "";

	if (strlen(place) >= sizeof(export->place))
		return false;
	memcpy(export->place, place, strlen(place) + 1);
	return put_part(export, json, reply);
}

/* ---- sending ---- */

/* Frees the memory and the count of an export. Calling it twice is harmless. */
static void
release(void *data)
{
	struct rest_export *export = data;

	arena_free(export->arena);
	export->arena = NULL;
	exports_end(export->exports, &export->count);
}

void
rest_export_gone(struct rest *rest)
{
	if (rest->export != NULL)
		release(rest->export);
	rest->export = NULL;
}

struct arena *
rest_export_admit(struct rest *rest)
{
	struct arena *arena = rest->request->arena;
	struct exports *exports = rest->gateway->exports;
	struct rest_export *export = arena_alloc(arena, sizeof(*export));
	struct message_reply refusal = {.retry_after_s = RETRY_AFTER_S};

	refusal.problem = exports_begin(
		exports, &export->count, rest->gateway, &rest->principal.member);
	if (refusal.problem == PROBLEM_RATE_LIMITED)
		refusal.detail = "this member has too many exports in progress";
	if (refusal.problem != PROBLEM_NONE) {
		rest_answer(rest, &refusal);
		return NULL;
	}
	export->exports = exports;
	export->arena = arena_new(ARENA_FIRST_BYTES);
	arena_on_done(arena, release, export);
	rest->export = export;
	return export->arena;
}

/* Ends the answer, or cuts the connection after a problem. */
static void
end(struct rest *rest, enum problem problem)
{
	rest_export_gone(rest);
	rest_finish(rest, problem, 200);
	http_answer_end(rest->request, problem == PROBLEM_NONE);
}

/* The service has answered the next part. */
static void
part_came(void *data, const struct message_reply *reply)
{
	struct rest *rest = data;
	struct buffer json = {.arena = rest->export->arena};

	rest->invocation = 0;
	if (reply->problem != PROBLEM_NONE)
		end(rest, reply->problem);
	else if (!take_part(rest->export, &json, reply))
		end(rest, PROBLEM_INTERNAL_ERROR);
	else
		http_answer_piece(rest->request, json.data, json.size);
}

/* The client has read the current part: asks for the next one. */
static void
more(struct http_request *request)
{
	struct rest *rest = request->exchange;
	struct rest_export *export = rest->export;
	struct buffer input;
	struct invocation invocation;
	uint64_t id;

	if (export->place[0] == '\0') {
		end(rest, PROBLEM_NONE);
		return;
	}
	arena_reset(export->arena);
	input = (struct buffer){.arena = export->arena};
	wire_map(&input, 1);
	wire_cstring(&input, "part");
	wire_cstring(&input, export->place);
	invocation = (struct invocation){
		.arena = export->arena,
		.op = rest->op->chunks.next,
		.principal = rest->principal,
		.request_id = rest->request_id,
		.traceparent = traceparent_of(rest->request),
		.input = input.data,
		.input_size = input.size,
	};
	id = invoke(rest->gateway, &invocation, part_came, rest);
	if (id != 0)
		rest->invocation = id;
}

void
rest_export_start(struct rest *rest, const struct message_reply *reply)
{
	struct http_request *request = rest->request;
	struct buffer json = {.arena = rest->export->arena};
	struct http_headers headers = {.count = 0};
	struct http_answer answer;

	if (!rest_answer_head(rest, reply, &headers, &answer))
		return;
	if (!take_part(rest->export, &json, reply)) {
		rest_fail(rest, PROBLEM_INTERNAL_ERROR, NULL);
		return;
	}
	answer.body = json.data;
	answer.size = json.size;
	answer.more = more;
	http_answer(request, &answer);
	/* The client of a HEAD reads only the headers and never asks for the next
	 * part. */
	if (strcmp(request->verb, "HEAD") == 0)
		end(rest, PROBLEM_NONE);
}
