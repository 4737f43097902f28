/*
 * hold.c - what requests hold in memory, and who gives way when that is too much.
 *
 * A request is charged with its arena, the room of its body, and the answer from when it is
 * made until the client has taken it. When the budget of the process is exceeded, the
 * connections that have been at it longest are ended: bodies first, as no work is lost with
 * them, then answers that nobody reads, then heads. A client that sends and reads at any
 * reasonable speed is done long before its turn comes.
 */
#include <malloc.h>
#include <string.h>

#include "gateway/http/server.h"

/* Nobody is ended who has not had so much time. */
#define GRACE_MS 1000

/* A smaller answer is not counted beside the arena that it is in. */
#define ANSWER_BYTES_MIN ((size_t)4 * 1024)

/* Memory is given back to the system once so much of it was freed, and half of all. */
#define TRIM_BYTES ((size_t)8 * 1024 * 1024)

/* What the request of a connection holds now. */
static size_t
held_by(const struct http_connection *connection)
{
	const struct http_task *task = connection->task;

	if (task == NULL || connection->phase == PHASE_ENDED)
		return 0;
	return HTTP_TASK_BYTES + task->target_bytes + task->body.capacity +
		task->unsent_bytes;
}

/* Makes one share of the budget count `bytes` for the connection, which counted `*held`. */
static void
count(struct http_budget *budget, enum http_share share, size_t *held, size_t bytes)
{
	if (bytes > *held)
		http_budget_add(budget, share, bytes - *held);
	else if (bytes < *held)
		http_budget_remove(budget, share, *held - bytes);
	*held = bytes;
}

void
http_hold_update(struct http_connection *connection)
{
	struct http_server *server = connection->server;
	const size_t bytes = held_by(connection);
	const bool in_body = connection->phase == PHASE_BODY;

	server->held_bytes += bytes - connection->held[SHARE_ALL];
	count(server->budget, SHARE_ALL, &connection->held[SHARE_ALL], bytes);
	count(server->budget, SHARE_BODIES, &connection->held[SHARE_BODIES],
		in_body ? bytes : 0);
}

/* Ends the connection that has been in a phase longest; false when nobody has been for long. */
static bool
end_slowest(struct http_server *server, enum http_phase phase)
{
	struct http_phase_list *list = &server->phases[phase];
	struct http_connection *first = list->first;

	if (first == NULL ||
		first->deadline_ms - list->duration_ms + GRACE_MS >
			loop_now_ms(server->options.loop))
		return false;
	http_deadline_end(first);
	return true;
}

bool
http_hold_make_room(struct http_server *server, size_t more)
{
	while (http_budget_exceeded(server->budget, SHARE_BODIES, 0)) {
		if (!end_slowest(server, PHASE_BODY))
			break;
	}
	while (http_budget_exceeded(server->budget, SHARE_ALL, more)) {
		if (!end_slowest(server, PHASE_BODY) &&
			!end_slowest(server, PHASE_SENDING) &&
			!end_slowest(server, PHASE_HEADERS))
			return false;
	}
	return true;
}

bool
http_hold_make_place(struct http_server *server)
{
	return end_slowest(server, PHASE_HEADERS) || end_slowest(server, PHASE_IDLE) ||
		end_slowest(server, PHASE_BODY) || end_slowest(server, PHASE_SENDING);
}

void
http_hold_trim(struct http_server *server)
{
	const size_t bytes =
		server->held_bytes + (size_t)server->connections * HTTP_CONNECTION_BYTES;

	if (bytes > server->peak_bytes)
		server->peak_bytes = bytes;
	if (server->peak_bytes - bytes < TRIM_BYTES || server->peak_bytes / 2 < bytes)
		return;
	server->peak_bytes = bytes;
	malloc_trim(0);
}

/* ---- what handlers ask ---- */

void
http_hold_for(struct http_request *request, const uint8_t member[16])
{
	struct http_task *task = (struct http_task *)request;

	memcpy(task->member, member, sizeof(task->member));
	task->has_member = true;
}

bool
http_has_room(const struct http_request *request, size_t bytes)
{
	const struct http_task *task = (const struct http_task *)request;
	struct http_server *server = task->connection->server;

	if (task->has_member &&
		http_budget_exceeded_for(server->budget, task->member, bytes))
		return false;
	return http_hold_make_room(server, bytes);
}

/* ---- answers ---- */

void
http_hold_answer(struct http_task *task, size_t bytes)
{
	/* The kernel takes a small answer at once. */
	const size_t unsent = bytes >= ANSWER_BYTES_MIN ? bytes : 0;
	struct http_budget *budget = task->connection->server->budget;

	if (task->has_member && unsent > task->unsent_bytes)
		http_budget_add_for(budget, task->member, unsent - task->unsent_bytes);
	else if (task->has_member && unsent < task->unsent_bytes)
		http_budget_remove_for(budget, task->member, task->unsent_bytes - unsent);
	task->unsent_bytes = unsent;
	http_hold_update(task->connection);
}
