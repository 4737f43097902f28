/*
 * stream.c - an answer that is made while it is sent.
 *
 * libmicrohttpd asks for bytes when the socket takes some. What the client does not read is
 * never made: one piece is held, and the next one is asked for when that is taken. While it is
 * being made the connection is suspended, as it is before any answer.
 */
#include <string.h>

#include "gateway/http/server.h"

/* What libmicrohttpd takes at once. */
#define BLOCK_BYTES ((size_t)16 * 1024)

/* Has the next piece made, unless it is on its way. */
static void
ask(struct http_task *task)
{
	struct http_stream *stream = &task->stream;

	if (stream->asked || stream->ended)
		return;
	stream->asked = true;
	task->connection->server->called = true;
	stream->more(&task->request);
}

/* Fills libmicrohttpd's buffer. */
static ssize_t
fill(void *data, uint64_t position, char *out, size_t room)
{
	struct http_task *task = data;
	struct http_stream *stream = &task->stream;

	(void)position;
	http_run_again(task->connection->server, 1);
	if (task->abandoned)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	if (stream->taken == stream->size)
		ask(task);
	if (stream->taken < stream->size) {
		const size_t left = stream->size - stream->taken;
		const size_t size = left < room ? left : room;

		memcpy(out, stream->piece + stream->taken, size);
		stream->taken += size;
		return (ssize_t)size;
	}
	if (stream->ended)
		return stream->whole ? MHD_CONTENT_READER_END_OF_STREAM
				     : MHD_CONTENT_READER_END_WITH_ERROR;
	http_task_suspend(task);
	return 0;
}

struct MHD_Response *
http_stream_begin(struct http_task *task, const struct http_answer *answer)
{
	task->stream = (struct http_stream){
		.more = answer->more, .piece = answer->body, .size = answer->size};
	return MHD_create_response_from_callback(
		MHD_SIZE_UNKNOWN, BLOCK_BYTES, fill, task, NULL);
}

bool
http_stream_open(const struct http_task *task)
{
	return task->stream.more != NULL && !task->stream.ended;
}

void
http_answer_piece(struct http_request *request, const void *data, size_t size)
{
	struct http_task *task = (struct http_task *)request;

	if (task->abandoned)
		return;
	task->stream.piece = data;
	task->stream.size = size;
	task->stream.taken = 0;
	task->stream.asked = false;
	http_deadline_enter(task->connection, PHASE_SENDING);
	http_hold_answer(task, size);
	http_task_resume(task);
}

void
http_answer_end(struct http_request *request, bool whole)
{
	struct http_task *task = (struct http_task *)request;

	if (task->abandoned)
		return;
	/* What is left of the piece may go with its maker. */
	task->stream.piece = NULL;
	task->stream.size = task->stream.taken = 0;
	task->stream.ended = true;
	task->stream.whole = whole;
	http_task_resume(task);
}
