/*
 * request.c - the stages of a request.
 *
 * libmicrohttpd calls its handler first with the head, then with each piece of the body,
 * then a last time. An answer queued in the first call makes it close the connection
 * without reading on. A refusal wants that, an ordinary answer does not. So refusals are
 * queued in the first call, other answers in the last one, and a small body that nobody
 * wants is read and dropped before. In the middle of a body the library takes no answer:
 * there http_answer_send() writes to the socket, and the connection ends.
 *
 * While the handler has not answered, the connection is suspended. libmicrohttpd does not
 * see then that the client disconnects. Such an abandoned request is carried out, and
 * counts for its address, until it is answered or its deadline passes.
 */
#include "gateway/http/request.h"

#include <string.h>

#include "gateway/http/library.h"
#include "gateway/http/room.h"

/* A body of this size is read and dropped to keep the connection. */
#define DISCARD_BYTES_MAX ((uint64_t)64 * 1024)
/* The first allocation for a body: its announced length up to this bound. */
#define BODY_FIRST_BYTES_MAX ((size_t)64 * 1024)
/* The same for a body in chunks, whose length is not announced. */
#define BODY_FIRST_BYTES ((size_t)4 * 1024)

struct http_active *
http_request_new(
	struct http_requests *all, struct http_connection *connection, const char *target)
{
	struct http_active *active;
	struct arena *arena;

	/* Where there is no room, begin() refuses the request. */
	http_connection_make_room(connection, SHARE_REQUESTS, HTTP_ARENA_BYTES);
	arena = all->arena_count > 0 ? all->arenas[--all->arena_count]
				     : arena_new(HTTP_ARENA_BYTES);
	active = arena_alloc(arena, sizeof(*active));
	active->all = all;
	active->connection = connection;
	active->head.target =
		target != NULL ? arena_copy(arena, target, strlen(target)) : "";
	active->head.target_origin = target;
	active->head.fields = active->fields;
	active->request.arena = arena;
	active->request.loop = all->loop;
	active->request.server_data = all->data;
	active->request.body_bytes_max = all->body_bytes_max;
	active->body.arena = arena;
	connection->active = active;
	http_connection_charge(connection, SHARE_REQUESTS,
		HTTP_ARENA_BYTES + strlen(active->head.target));
	return active;
}

void
http_request_free(struct http_active *active)
{
	struct http_connection *connection = active->connection;
	struct http_requests *all = active->all;
	struct arena *arena = active->request.arena;

	if (active->handler_knows &&
		(active->response == NULL || http_stream_is_open(active)))
		all->gone(&active->request);
	if (active->response != NULL)
		MHD_destroy_response(active->response);
	if (active->lingers)
		http_lingering_begin(&all->lingering, connection);
	http_connection_release(connection);
	connection->active = NULL;
	if (all->arena_count == HTTP_ARENAS_KEPT) {
		arena_free(arena);
		return;
	}
	arena_reset(arena);
	all->arenas[all->arena_count++] = arena;
}

/* ---- answering ---- */

/* Whether the connection was ended, so that nothing more is read or sent. */
static bool
is_ended(const struct http_active *active)
{
	return active->connection->phase == PHASE_ENDED;
}

/* Queues the answer, or suspends the connection until it may. */
static enum MHD_Result
deliver(struct http_active *active)
{
	struct http_connection *connection = active->connection;

	if (is_ended(active))
		return MHD_NO;
	if (active->response == NULL)
		http_connection_suspend(connection);
	else if (active->delay_ms > 0)
		http_connection_delay(connection, active->delay_ms);
	active->delay_ms = 0;
	if (connection->suspended)
		return MHD_YES;
	if (active->stage == ACTIVE_CUT) {
		http_answer_send(active);
		return MHD_NO;
	}
	return http_library_queue(
		connection->mhd, (unsigned)active->status, active->response);
}

void
http_wait(struct http_request *request)
{
	((struct http_active *)request)->deciding = true;
}

void
http_proceed(struct http_request *request)
{
	struct http_active *active = (struct http_active *)request;

	active->deciding = false;
	http_connection_resume(active->connection);
}

/* Calls the handler. */
static bool
call(struct http_active *active, enum http_stage stage)
{
	active->handler_knows = true;
	active->all->called = true;
	return active->all->handler(&active->request, stage);
}

/* Calls the handler with a refusal. */
static void
call_refused(struct http_active *active, enum http_active_stage stage,
	enum problem problem, const char *detail)
{
	active->stage = stage;
	active->lingers = true;
	http_connection_enter(active->connection, PHASE_CALL);
	active->request.refusal = problem;
	active->request.refusal_detail = detail;
	call(active, HTTP_REFUSED);
}

/* Has the handler answer with a refusal, instead of reading on. */
static enum MHD_Result
refuse(struct http_active *active, enum http_active_stage stage, enum problem problem,
	const char *detail)
{
	call_refused(active, stage, problem, detail);
	return deliver(active);
}

struct MHD_Response *
http_request_refuse_unread(struct http_active *active, unsigned *status)
{
	const bool too_large = *status == MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE ||
		*status == MHD_HTTP_CONTENT_TOO_LARGE || *status == MHD_HTTP_URI_TOO_LONG;

	if (is_ended(active))
		return NULL;
	if (active->stage == ACTIVE_NEW) {
		http_head_describe_refused(active);
		call_refused(active, ACTIVE_EARLY,
			too_large ? PROBLEM_HEAD_TOO_LARGE : PROBLEM_MALFORMED_REQUEST,
			too_large ? HTTP_HEAD_TOO_LARGE
				  : "the request line, a header or the length of the "
				    "body cannot be read");
	} else if (active->stage == ACTIVE_READING) {
		/* A handler answers this at once; a body that is too large may wait. */
		call_refused(active, ACTIVE_EARLY, PROBLEM_MALFORMED_REQUEST,
			"the chunks of the body cannot be read");
	} else if (active->stage != ACTIVE_DISCARDING) {
		return NULL;
	}
	if (active->response != NULL)
		*status = (unsigned)active->status;
	return active->response;
}

/* ---- the body ---- */

/* A body whose limit is that of strangers is charged to a share of its own, so that
 * strangers cannot keep members from uploading. */
static enum http_share
share_of(const struct http_active *active)
{
	return http_is_limited_as_strangers(&active->request) ? SHARE_SMALL_BODIES
							      : SHARE_BODIES;
}

/* Makes room for `more` bytes of the body; false when there is no memory for them. */
static bool
reserve(struct http_active *active, size_t more)
{
	struct http_connection *connection = active->connection;
	struct buffer *body = &active->body;
	const enum http_share share = share_of(active);
	const size_t capacity = buffer_capacity(body, more);
	const size_t counted = http_memory_counted(capacity);

	if (!active->request.body_announced || capacity == body->capacity)
		return true;
	if (share == SHARE_BODIES && !http_connection_charge_sender(connection, counted))
		return false;
	if (counted > 0 &&
		!http_connection_make_room(
			connection, share, counted - connection->charged[share]))
		return false;
	buffer_reserve(body, more);
	http_connection_charge(connection, share, capacity);
	return true;
}

bool
http_reserve_body(
	struct http_request *request, const uint8_t member[16], size_t bytes, bool ending)
{
	struct http_active *active = (struct http_active *)request;
	struct http_connection *connection = active->connection;
	struct http_claims *claims = http_memory_claims(connection->all->account.memory);
	const int64_t now_ms = loop_now_ms(connection->all->loop);

	if (!http_claim_take(claims, &connection->claim, member, bytes, now_ms)) {
		if (ending)
			http_claims_displace(claims, &connection->claim, now_ms);
		return false;
	}
	buffer_allocate(&active->body, bytes);
	http_connection_charge(connection, SHARE_UPLOADS, bytes);
	return true;
}

/* Whether the body may be read and dropped, so that the connection can be kept. */
static bool
may_discard(const struct http_active *active)
{
	return active->framing.length <= DISCARD_BYTES_MAX &&
		http_vet_find(&active->head, "Expect") == NULL;
}

/* Begins to read the body. */
static enum MHD_Result
read_body(struct http_active *active)
{
	size_t room = BODY_FIRST_BYTES;

	if (!active->framing.chunked) {
		if (active->framing.length > active->request.body_bytes_max)
			return refuse(
				active, ACTIVE_EARLY, PROBLEM_PAYLOAD_TOO_LARGE, NULL);
		room = active->framing.length < BODY_FIRST_BYTES_MAX
			? (size_t)active->framing.length
			: BODY_FIRST_BYTES_MAX;
	}
	active->stage = ACTIVE_READING;
	return reserve(active, room)
		? MHD_YES
		: refuse(active, ACTIVE_EARLY, PROBLEM_SERVICE_UNAVAILABLE, NULL);
}

/* Reads the body, or has the request answered without it. */
static enum MHD_Result
decide(struct http_active *active, bool wanted)
{
	struct http_connection *connection = active->connection;

	http_connection_enter(
		connection, active->request.body_announced ? PHASE_BODY : PHASE_CALL);
	if (wanted)
		return read_body(active);
	if (may_discard(active)) {
		active->stage = ACTIVE_DISCARDING;
		return MHD_YES;
	}
	active->stage = ACTIVE_EARLY;
	active->lingers = true;
	http_connection_enter(
		connection, active->response != NULL ? PHASE_SENDING : PHASE_CALL);
	return deliver(active);
}

/* A piece of the body. */
static enum MHD_Result
take_piece(struct http_active *active, const char *data, size_t *size)
{
	const size_t most = active->request.body_bytes_max;

	if (active->stage == ACTIVE_READING) {
		if (active->body.size > most || *size > most - active->body.size)
			return refuse(
				active, ACTIVE_CUT, PROBLEM_PAYLOAD_TOO_LARGE, NULL);
		if (!reserve(active, *size))
			return refuse(
				active, ACTIVE_CUT, PROBLEM_SERVICE_UNAVAILABLE, NULL);
		buffer_append(&active->body, data, *size);
	}
	/* The library passes on all chunks in its buffer, suspended or not. */
	if (!active->framing.chunked)
		http_throttle_body(&active->all->throttle, active->connection, *size);
	*size = 0;
	return MHD_YES;
}

/* ---- the stages ---- */

/* The head is there. */
static enum MHD_Result
begin(struct http_active *active, const char *method, const char *version)
{
	struct http_connection *connection = active->connection;
	const char *fault;
	bool wanted;

	http_head_collect(active, method, version);
	fault = http_vet(&active->head, &active->framing);
	if (fault != NULL) {
		http_head_describe_refused(active);
		return refuse(active, ACTIVE_EARLY,
			http_vet_size(&active->head) != NULL ? PROBLEM_HEAD_TOO_LARGE
							     : PROBLEM_MALFORMED_REQUEST,
			fault);
	}
	http_head_describe(active);
	http_connection_enter(connection, PHASE_CALL);
	if (!http_connection_make_room(connection, SHARE_REQUESTS, 0))
		return refuse(active, ACTIVE_EARLY, PROBLEM_SERVICE_UNAVAILABLE, NULL);
	wanted = call(active, HTTP_HEADERS);
	if (active->deciding) {
		active->stage = ACTIVE_DECIDING;
		return deliver(active);
	}
	return decide(active, wanted && active->response == NULL);
}

/* The request is complete. */
static enum MHD_Result
complete(struct http_active *active)
{
	const bool wanted = active->stage == ACTIVE_READING;

	active->stage = ACTIVE_COMPLETE;
	active->request.body = active->body.data;
	active->request.body_size = active->body.size;
	http_connection_enter(active->connection,
		active->response != NULL ? PHASE_SENDING : PHASE_CALL);
	if (wanted)
		call(active, HTTP_COMPLETE);
	return deliver(active);
}

enum MHD_Result
http_request_go_on(struct http_active *active, const char *method, const char *version,
	const char *data, size_t *size)
{
	if (is_ended(active))
		return MHD_NO;
	switch (active->stage) {
	case ACTIVE_NEW:
		return begin(active, method, version);
	case ACTIVE_DECIDING:
		return decide(active, active->response == NULL);
	case ACTIVE_READING:
	case ACTIVE_DISCARDING:
		return *size > 0 ? take_piece(active, data, size) : complete(active);
	case ACTIVE_EARLY:
	case ACTIVE_CUT:
	case ACTIVE_COMPLETE:
	default:
		return deliver(active);
	}
}
