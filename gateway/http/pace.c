/*
 * pace.c - those who come too fast, and everybody else.
 *
 * Bodies: what a fast client sends is there whenever a loop looks, so that a few images would keep it, and
 * its processor, busy for as long as they last: whoever else the loop serves, and the services that
 * share the processor, would wait behind megabytes. So a loop reads so much of all bodies and then
 * none for a millisecond, in which it sleeps when there is nothing else to do. That leaves each loop
 * more than a network of a gigabit a second brings.
 *
 * Requests that are answered 429: whoever does not heed the first ones would be told so a hundred
 * thousand times a second, which takes both the loop and the services that share its processor from
 * everybody else. So from some number of them in a second on they are told a little later, until a second
 * has had fewer.
 *
 * Requests that are answered 503: they have to be told at once, but a loop that wakes for each of them takes
 * the processor from the services each time, which makes a refusal dearer by a quarter. So from as many in
 * a second on, and until a second has had fewer, a loop that has refused one sleeps for a moment before it
 * looks again.
 */
#include "gateway/http/server.h"

/* Copying so much takes some tenths of a millisecond. */
#define PACE_BYTES ((size_t)256 * 1024)
#define PAUSE_MS 1

/* So many are refused at once in a second. */
#define REFUSALS_AT_ONCE 200
#define REFUSAL_MS 100

/* Within so much, a few requests come to a loop that refuses thousands in a second. Their clients are to be
 * told within 5 ms. */
#define GATHER_US 500

/* The pause is over. */
static void
go_on(void *data)
{
	struct http_server *server = data;

	server->pace.timer = NULL;
	server->pace.bytes = 0;
	while (server->pace.first != NULL)
		http_task_resume(server->pace.first);
}

void
http_pace_took(struct http_task *task, size_t bytes)
{
	struct http_server *server = task->connection->server;
	struct http_pace *pace = &server->pace;

	pace->bytes += bytes;
	/* Of a body in chunks, the library gives all that are in its buffer, whether or not the request is
	 * suspended by then. */
	if (pace->bytes < PACE_BYTES || task->framing.chunked || task->paced)
		return;
	if (pace->timer == NULL)
		pace->timer = loop_after(server->options.loop, PAUSE_MS, go_on, server);
	task->paced = true;
	task->paced_next = pace->first;
	if (pace->first != NULL)
		pace->first->paced_previous = task;
	pace->first = task;
	http_task_suspend(task);
}

void
http_pace_forget(struct http_task *task)
{
	if (!task->paced)
		return;
	task->paced = false;
	if (task->paced_previous != NULL)
		task->paced_previous->paced_next = task->paced_next;
	else
		task->connection->server->pace.first = task->paced_next;
	if (task->paced_next != NULL)
		task->paced_next->paced_previous = task->paced_previous;
	task->paced_previous = task->paced_next = NULL;
}

/* ---- refusals ---- */

static void
ripen(void *data)
{
	struct http_task *task = data;

	task->delay = NULL;
	http_task_resume(task);
}

/* Counts a refusal; whether it is one of very many. It is from its beginning on in a second that follows one
 * with very many: else each would begin with as many that take the processor from everybody. */
static bool
is_of_many(struct http_second *second, int64_t now_ms)
{
	const int64_t age_ms = now_ms - second->begun_ms;

	if (age_ms >= 2000)
		*second = (struct http_second){.begun_ms = now_ms};
	else if (age_ms >= 1000)
		*second = (struct http_second){
			.begun_ms = second->begun_ms + 1000, .before = second->count};
	return ++second->count > REFUSALS_AT_ONCE || second->before > REFUSALS_AT_ONCE;
}

void
http_pace_refusal(struct http_task *task)
{
	struct http_server *server = task->connection->server;
	struct loop *loop = server->options.loop;
	struct http_pace *pace = &server->pace;

	if (task->status == MHD_HTTP_TOO_MANY_REQUESTS) {
		if (is_of_many(&pace->often, loop_now_ms(loop)))
			task->delay = loop_after(loop, REFUSAL_MS, ripen, task);
	} else if (task->status == MHD_HTTP_SERVICE_UNAVAILABLE) {
		if (is_of_many(&pace->overload, loop_now_ms(loop)))
			loop_gather(loop, GATHER_US);
	}
}
