/*
 * parts.c - a record that is too large for one message, put together while it is sent.
 *
 * The first part came as the answer of the operation itself; op->next_part gives the others,
 * each when the client has taken the one before. So whatever the size of the whole, the gateway
 * holds one part, and the service makes none that nobody reads. How many are held is counted.
 * A part that fails cuts the connection: the status was sent long ago, and an answer that ends
 * well would look whole.
 */
#include <string.h>

#include "common/json/json.h"
#include "common/wire/wire.h"
#include "gateway/rest/exports.h"
#include "gateway/rest/inside.h"

/* Room for the place where a part ended (proto/identity/account.c). */
#define PLACE_SIZE 101
#define NAME_SIZE 64
#define ARENA_FIRST_BYTES ((size_t)64 * 1024)

/* When to try again what was one too many. */
#define RETRY_AFTER_S 10

struct rest_parts {
	struct exports *exports;
	struct exports_place export;
	struct arena *arena;    /* of the part that is being made or sent */
	char place[PLACE_SIZE]; /* where the next one begins; "" = there is none */
	char list[NAME_SIZE];   /* the list that is open in the JSON; "" = none */
	bool begun;             /* the JSON has its first brace */
	bool list_begun;        /* the open list has its first element */
};

/* ---- JSON ---- */

/* Adds the elements of an array to the open list. */
static bool
put_elements(struct rest_parts *parts, struct buffer *json, struct wire_reader *reader,
	uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		size_t size;
		const uint8_t *element = wire_skip(reader, &size);

		if (parts->list_begun)
			json_put_raw(json, ",");
		parts->list_begun = true;
		if (element == NULL || !json_from_wire(json, element, size))
			return false;
	}
	return true;
}

/* Closes what is open, and writes the name of the next member. */
static void
put_name(struct rest_parts *parts, struct buffer *json, const char *name)
{
	if (parts->list[0] != '\0')
		json_put_raw(json, "]");
	parts->list[0] = '\0';
	json_put_raw(json, parts->begun ? "," : "{");
	parts->begun = true;
	json_put_string(json, name, strlen(name));
	json_put_raw(json, ":");
}

/* One member of a piece: a value, or elements of a list that may go on in the next piece. */
static bool
put_member(struct rest_parts *parts, struct buffer *json, struct wire_reader *reader)
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
		if (strcmp(parts->list, name) != 0) {
			put_name(parts, json, name);
			json_put_raw(json, "[");
			memcpy(parts->list, name, sizeof(name));
			parts->list_begun = false;
		}
		return put_elements(parts, json, reader, value.count);
	}
	*reader = before;
	bytes = wire_skip(reader, &size);
	put_name(parts, json, name);
	return bytes != NULL && json_from_wire(json, bytes, size);
}

/* A part: an array of pieces, each of them a map. */
static bool
put_part(struct rest_parts *parts, struct buffer *json, const struct message_reply *reply)
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
			if (!put_member(parts, json, &reader))
				return false;
		}
	}
	if (reply->next_cursor == NULL)
		json_put_raw(json, parts->list[0] != '\0' ? "]}" : "}");
	return parts->begun;
}

/* The part as JSON, and where the next one begins. */
static bool
take_part(
	struct rest_parts *parts, struct buffer *json, const struct message_reply *reply)
{
	const char *place = reply->next_cursor != NULL ? reply->next_cursor : "";

	if (strlen(place) >= sizeof(parts->place))
		return false;
	memcpy(parts->place, place, strlen(place) + 1);
	return put_part(parts, json, reply);
}

/* ---- sending ---- */

/* Frees what the answer holds. It may be called again when nothing is left to free. */
static void
release(void *data)
{
	struct rest_parts *parts = data;

	arena_free(parts->arena);
	parts->arena = NULL;
	exports_end(parts->exports, &parts->export);
}

void
rest_parts_gone(struct rest *rest)
{
	if (rest->parts != NULL)
		release(rest->parts);
	rest->parts = NULL;
}

struct arena *
rest_parts_admit(struct rest *rest)
{
	struct arena *arena = rest->request->arena;
	struct exports *exports = rest->gateway->exports;
	struct rest_parts *parts = arena_alloc(arena, sizeof(*parts));
	struct message_reply refusal = {.retry_after_s = RETRY_AFTER_S};

	refusal.problem = exports_begin(
		exports, &parts->export, rest->gateway, &rest->principal.member);
	if (refusal.problem == PROBLEM_RATE_LIMITED)
		refusal.detail = "as many of these as a member may have are under way";
	if (refusal.problem != PROBLEM_NONE) {
		rest_answer(rest, &refusal);
		return NULL;
	}
	parts->exports = exports;
	parts->arena = arena_new(ARENA_FIRST_BYTES);
	arena_on_done(arena, release, parts);
	rest->parts = parts;
	return parts->arena;
}

/* Ends the answer; with a problem it is cut off. */
static void
end(struct rest *rest, enum problem problem)
{
	rest_parts_gone(rest);
	rest_finish(rest, problem, 200);
	http_answer_end(rest->request, problem == PROBLEM_NONE);
}

/* The service has made the part. */
static void
part_came(void *data, const struct message_reply *reply)
{
	struct rest *rest = data;
	struct buffer json = {.arena = rest->parts->arena};

	rest->invocation = 0;
	if (reply->problem != PROBLEM_NONE)
		end(rest, reply->problem);
	else if (!take_part(rest->parts, &json, reply))
		end(rest, PROBLEM_INTERNAL_ERROR);
	else
		http_answer_piece(rest->request, json.data, json.size);
}

/* The client has taken all that there was: asks for the next part. */
static void
more(struct http_request *request)
{
	struct rest *rest = request->exchange;
	struct rest_parts *parts = rest->parts;
	struct buffer input;
	struct invocation invocation;
	uint64_t id;

	if (parts->place[0] == '\0') {
		end(rest, PROBLEM_NONE);
		return;
	}
	arena_reset(parts->arena);
	input = (struct buffer){.arena = parts->arena};
	wire_map(&input, 1);
	wire_cstring(&input, "part");
	wire_cstring(&input, parts->place);
	invocation = (struct invocation){
		.arena = parts->arena,
		.op = rest->op->next_part,
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
rest_parts_begin(
	struct rest *rest, const struct message_reply *reply, struct http_answer *answer)
{
	struct http_request *request = rest->request;
	struct buffer json = {.arena = rest->parts->arena};

	if (!take_part(rest->parts, &json, reply)) {
		rest_fail(rest, PROBLEM_INTERNAL_ERROR, NULL);
		return;
	}
	answer->body = json.data;
	answer->size = json.size;
	answer->more = more;
	http_answer(request, answer);
	/* The client of a HEAD reads the headers only, so it would never ask for the next part. */
	if (strcmp(request->verb, "HEAD") == 0)
		end(rest, PROBLEM_NONE);
}
