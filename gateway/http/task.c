/*
 * task.c - a request from its first line to its end.
 *
 * libmicrohttpd calls its handler first with the headers, then with each piece of the body,
 * then a last time. An answer queued in the first call makes it close the connection without
 * reading on: that is what a refusal wants, and what an ordinary answer must not do. So
 * refusals are delivered in the first call, everything else in the last one, and a small body
 * that nobody wants is read and dropped for that. In the middle of a body it takes no answer
 * at all: there http_answer_send() writes to the socket itself, and the connection ends.
 */
#include <string.h>

#include "common/base/log.h"
#include "gateway/http/path.h"
#include "gateway/http/server.h"

/* Rather read and drop so much than lose the connection. */
#define DISCARD_BYTES_MAX ((uint64_t)64 * 1024)
/* A body's first room: what is announced, but no more than this is believed. */
#define BODY_FIRST_BYTES_MAX ((size_t)64 * 1024)
/* Where nothing is announced, because the body comes in chunks. */
#define BODY_FIRST_BYTES ((size_t)4 * 1024)

struct http_task *
http_task_new(struct http_connection *connection, const char *target)
{
	struct http_server *server = connection->server;
	struct http_task *task;
	struct arena *arena;

	/* Where that is not enough, begin() refuses the request. */
	http_hold_make_room(server, SHARE_REQUESTS, HTTP_TASK_BYTES);
	arena = server->arena_count > 0 ? server->arenas[--server->arena_count]
					: arena_new(HTTP_TASK_BYTES);
	task = arena_alloc(arena, sizeof(*task));
	task->connection = connection;
	task->head.target =
		target != NULL ? arena_copy(arena, target, strlen(target)) : "";
	task->head.target_origin = target;
	task->head.fields = task->fields;
	task->request.arena = arena;
	task->request.loop = server->options.loop;
	task->request.server_data = server->options.data;
	task->request.body_bytes_max = server->options.body_bytes_max;
	task->body.arena = arena;
	task->head_bytes = strlen(task->head.target);
	task->run = server->completed == connection ? 0 : server->run;
	connection->task = task;
	http_hold_update(connection);
	return task;
}

void
http_task_free(struct http_task *task)
{
	struct http_connection *connection = task->connection;
	struct http_server *server = connection->server;
	struct arena *arena = task->request.arena;

	if (task->handler_knows && http_task_is_owed(task) && !task->abandoned)
		server->options.gone(&task->request);
	if (task->response != NULL)
		MHD_destroy_response(task->response);
	http_task_stop_waiting(task);
	http_pace_forget(task);
	loop_cancel(server->options.loop, task->delay);
	http_hold_answer(task, 0);
	if (task->linger)
		http_linger(connection);
	connection->task = NULL;
	http_hold_update(connection);
	if (server->arena_count == HTTP_ARENAS_KEPT) {
		arena_free(arena);
		return;
	}
	arena_reset(arena);
	server->arenas[server->arena_count++] = arena;
}

/* ---- answering ---- */

/* Hands the handler's answer to libmicrohttpd, or waits for it. */
static enum MHD_Result
deliver(struct http_task *task)
{
	struct MHD_Connection *mhd = task->connection->mhd;
	struct http_server *server = task->connection->server;

	if (task->response == NULL || task->delay != NULL)
		return http_task_await(task);
	/* Only what came as a whole and is answered at once is sent in the same run. All else is sent in the
	 * next one, and in the one after that the library sees that it is. */
	if (task->run != server->run || task->request.body_announced)
		http_run_again(server, 2);
	if (task->stage == TASK_CUT) {
		http_answer_send(task);
		return MHD_NO;
	}
	return MHD_queue_response(mhd, (unsigned)task->status, task->response);
}

void
http_answer(struct http_request *request, const struct http_answer *answer)
{
	struct http_task *task = (struct http_task *)request;
	bool close;

	if (task->abandoned)
		return;
	if (task->left) {
		if (task->answered)
			return;
		task->answered = true;
		task->stream.more = answer->more; /* which nobody will ask for */
		http_left_end(task);
		return;
	}
	if (task->response != NULL) {
		log_error("answered_twice", LOG_TEXT("path", request->path));
		return;
	}
	close = answer->close || task->framing.chunked || request->path_malformed ||
		request->refusal != PROBLEM_NONE || task->connection->server->draining;
	task->response = http_answer_build(task, answer, close);
	task->status = answer->status;
	task->answer_body = answer->body;
	task->answer_size = answer->body != NULL ? answer->size : 0;
	task->deciding = false;
	http_hold_answer(task, answer->shared ? 0 : task->answer_size);
	http_pace_refusal(task);
	if (task->stage >= TASK_EARLY)
		http_deadline_enter(task->connection, PHASE_SENDING);
	if (task->response == NULL)
		http_deadline_end(task->connection);
	if (task->delay == NULL)
		http_task_resume(task);
}

void
http_wait(struct http_request *request)
{
	((struct http_task *)request)->deciding = true;
}

void
http_proceed(struct http_request *request)
{
	struct http_task *task = (struct http_task *)request;

	task->deciding = false;
	if (!task->abandoned)
		http_task_resume(task);
}

/* ---- the steps ---- */

/* Calls the handler. */
static bool
call(struct http_task *task, enum http_stage stage)
{
	struct http_server *server = task->connection->server;

	task->handler_knows = true;
	server->called = true;
	return server->options.handler(&task->request, stage);
}

/* Has the refusal answered, instead of reading on. */
static enum MHD_Result
refuse(struct http_task *task, enum http_task_stage stage, enum problem problem,
	const char *detail)
{
	task->stage = stage;
	task->linger = true;
	http_deadline_enter(task->connection, PHASE_CALL);
	task->request.refusal = problem;
	task->request.refusal_detail = detail;
	call(task, HTTP_REFUSED);
	return deliver(task);
}

/* Whether the body may be read and dropped, so that the connection can be kept. */
static bool
may_discard(const struct http_task *task)
{
	return task->framing.length <= DISCARD_BYTES_MAX &&
		http_vet_find(&task->head, "Expect") == NULL;
}

/* Makes room for so many bytes more of the body; false when the budget has none. */
static bool
reserve(struct http_task *task, size_t more)
{
	struct http_server *server = task->connection->server;

	if (!task->request.body_announced)
		return true;
	if (task->body.size + more <= task->body.capacity && task->body.data != NULL)
		return true;
	if (http_hold_counted(task->body.size + more) > 0 &&
		!http_hold_make_room(server, SHARE_BODIES, more))
		return false;
	buffer_reserve(&task->body, more);
	http_hold_update(task->connection);
	return true;
}

bool
http_reserve_body(struct http_request *request, size_t bytes)
{
	struct http_task *task = (struct http_task *)request;

	if (http_budget_exceeded(task->connection->server->budget, SHARE_BODIES, bytes))
		return false;
	buffer_reserve(&task->body, bytes);
	http_hold_update(task->connection);
	return true;
}

/* Reads the body, or has the request answered without it. */
static enum MHD_Result
decide(struct http_task *task, bool wanted)
{
	const struct http_request *request = &task->request;
	const size_t most = request->body_bytes_max;
	size_t room = BODY_FIRST_BYTES;

	http_deadline_enter(
		task->connection, request->body_announced ? PHASE_BODY : PHASE_CALL);
	if (!wanted && may_discard(task)) {
		task->stage = TASK_DISCARDING;
		return MHD_YES;
	}
	if (!wanted) {
		task->stage = TASK_EARLY;
		task->linger = true;
		http_deadline_enter(task->connection,
			task->response != NULL ? PHASE_SENDING : PHASE_CALL);
		return deliver(task);
	}
	if (!task->framing.chunked) {
		if (task->framing.length > most)
			return refuse(task, TASK_EARLY, PROBLEM_PAYLOAD_TOO_LARGE, NULL);
		room = task->framing.length < BODY_FIRST_BYTES_MAX
			? (size_t)task->framing.length
			: BODY_FIRST_BYTES_MAX;
	}
	task->stage = TASK_READING;
	if (request->body_announced) /* who expects to be told to send it is told so */
		http_run_again(task->connection->server, 1);
	return reserve(task, room)
		? MHD_YES
		: refuse(task, TASK_EARLY, PROBLEM_SERVICE_UNAVAILABLE, NULL);
}

/* The headers are there. */
static enum MHD_Result
begin(struct http_task *task, const char *method, const char *version)
{
	const char *fault;
	bool wanted;

	http_head_collect(task, method, version);
	fault = http_vet(&task->head, &task->framing);
	if (fault != NULL) {
		http_head_describe_refused(task);
		return refuse(task, TASK_EARLY, PROBLEM_MALFORMED_REQUEST, fault);
	}
	http_head_describe(task);
	http_deadline_enter(task->connection, PHASE_CALL);
	if (!http_hold_make_room(task->connection->server, SHARE_REQUESTS, 0))
		return refuse(task, TASK_EARLY, PROBLEM_SERVICE_UNAVAILABLE, NULL);
	wanted = call(task, HTTP_HEADERS);
	if (task->deciding) {
		task->stage = TASK_DECIDING;
		return deliver(task);
	}
	return decide(task, wanted && task->response == NULL);
}

/* A piece of the body. */
static enum MHD_Result
take_piece(struct http_task *task, const char *data, size_t *size)
{
	const size_t most = task->request.body_bytes_max;

	http_run_again(task->connection->server, 1);
	if (task->stage == TASK_READING) {
		if (task->body.size > most || *size > most - task->body.size)
			return refuse(task, TASK_CUT, PROBLEM_PAYLOAD_TOO_LARGE, NULL);
		if (!reserve(task, *size))
			return refuse(task, TASK_CUT, PROBLEM_SERVICE_UNAVAILABLE, NULL);
		buffer_append(&task->body, data, *size);
	}
	http_pace_took(task, *size);
	*size = 0;
	return MHD_YES;
}

/* The request is there as a whole. */
static enum MHD_Result
complete(struct http_task *task)
{
	const bool wanted = task->stage == TASK_READING;

	task->stage = TASK_COMPLETE;
	task->request.body = task->body.data;
	task->request.body_size = task->body.size;
	http_deadline_enter(
		task->connection, task->response != NULL ? PHASE_SENDING : PHASE_CALL);
	if (wanted)
		call(task, HTTP_COMPLETE);
	return deliver(task);
}

enum MHD_Result
http_task_go_on(struct http_task *task, const char *method, const char *version,
	const char *data, size_t *size)
{
	if (task->abandoned)
		return MHD_NO;
	switch (task->stage) {
	case TASK_NEW:
		return begin(task, method, version);
	case TASK_DECIDING:
		return decide(task, task->response == NULL);
	case TASK_READING:
	case TASK_DISCARDING:
		return *size > 0 ? take_piece(task, data, size) : complete(task);
	case TASK_EARLY:
	case TASK_CUT:
	case TASK_COMPLETE:
	default:
		return deliver(task);
	}
}
