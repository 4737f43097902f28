/*
 * stream.c - an answer that is made while it is sent.
 *
 * libmicrohttpd asks for bytes when the socket takes some. One piece is held at a time,
 * and the handler makes the next one when the client has taken it. Meanwhile the
 * connection is suspended, as it is before any answer.
 */
#include "gateway/http/request.h"

#include <string.h>

#include "gateway/http/room.h"

/* How much libmicrohttpd takes at once. */
#define BLOCK_BYTES ((size_t)16 * 1024)

/* Asks the handler for the next piece, once. */
static void
ask(struct http_active *active)
{
	struct http_stream *stream = &active->stream;

	if (stream->asked || stream->ended)
		return;
	stream->asked = true;
	active->all->called = true;
	stream->more(&active->request);
}

/* Fills libmicrohttpd's buffer. */
static ssize_t
fill(void *data, uint64_t position, char *out, size_t room)
{
	struct http_active *active = data;
	struct http_stream *stream = &active->stream;

	(void)position;
	if (active->connection->phase == PHASE_ENDED)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	if (stream->taken == stream->size)
		ask(active);
	if (stream->taken < stream->size) {
		const size_t left = stream->size - stream->taken;
		const size_t size = left < room ? left : room;

		memcpy(out, stream->piece + stream->taken, size);
		stream->taken += size;
		return (ssize_t)size;
	}
	if (stream->ended)
		return stream->complete ? MHD_CONTENT_READER_END_OF_STREAM
					: MHD_CONTENT_READER_END_WITH_ERROR;
	http_connection_suspend(active->connection);
	return 0;
}

struct MHD_Response *
http_stream_begin(
	struct http_active *active, http_more *more, const void *piece, size_t size)
{
	active->stream = (struct http_stream){.more = more, .piece = piece, .size = size};
	return MHD_create_response_from_callback(
		MHD_SIZE_UNKNOWN, BLOCK_BYTES, fill, active, NULL);
}

bool
http_stream_is_open(const struct http_active *active)
{
	return active->stream.more != NULL && !active->stream.ended;
}

void
http_answer_piece(struct http_request *request, const void *data, size_t size)
{
	struct http_active *active = (struct http_active *)request;

	active->stream.piece = data;
	active->stream.size = size;
	active->stream.taken = 0;
	active->stream.asked = false;
	http_connection_enter(active->connection, PHASE_SENDING);
	http_connection_charge(active->connection, SHARE_ANSWERS, size);
	http_connection_resume(active->connection);
}

void
http_answer_end(struct http_request *request, bool complete)
{
	struct http_active *active = (struct http_active *)request;

	/* The rest of the piece may be freed with its maker. */
	active->stream.piece = NULL;
	active->stream.size = active->stream.taken = 0;
	active->stream.ended = true;
	active->stream.complete = complete;
	http_connection_resume(active->connection);
}
