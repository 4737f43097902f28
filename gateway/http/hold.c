/*
 * hold.c - what requests hold in memory, and who gives way when that is too much.
 *
 * A request is charged with its arena, the room of its body, and the answer from when it is
 * made until the client has taken it. When a share of the budget is exceeded, the connections
 * that have been at it longest are ended: bodies first, as no work is lost with them, then
 * answers that nobody reads, then heads. A client that sends and reads at any reasonable speed
 * is done long before its turn comes.
 */
#include <malloc.h>
#include <string.h>

#include "gateway/http/server.h"

/* Nobody is ended who has not had so much time, but for heads that are not finished. */
#define GRACE_MS 1000

/* Up to so much is not counted beside the arena that it is in: whoever signs in is served
 * however many large bodies are on their way, and the kernel takes a small answer at once. */
#define SMALL_BYTES ((size_t)4 * 1024)

/* Memory is given back to the system once so much of it was freed, and half of all; and a little
 * of it, too, once nobody is connected. */
#define TRIM_BYTES ((size_t)8 * 1024 * 1024)
#define TRIM_LAST_BYTES ((size_t)1024 * 1024)

size_t
http_hold_counted(size_t bytes)
{
	return bytes > SMALL_BYTES ? bytes : 0;
}

/* Makes one share of the budget count `bytes` for the connection. */
static void
count(struct http_connection *connection, enum http_share share, size_t bytes)
{
	struct http_server *server = connection->server;
	const size_t held = connection->held[share];

	if (bytes > held)
		http_budget_add(server->budget, share, bytes - held);
	else if (bytes < held)
		http_budget_remove(server->budget, share, held - bytes);
	server->held_bytes += bytes - held;
	connection->held[share] = bytes;
}

void
http_hold_update(struct http_connection *connection)
{
	const struct http_task *task = connection->task;
	const bool holds = task != NULL && connection->phase != PHASE_ENDED;

	count(connection, SHARE_REQUESTS, holds ? HTTP_TASK_BYTES + task->head_bytes : 0);
	count(connection, SHARE_BODIES,
		holds ? http_hold_counted(task->body.capacity) : 0);
	count(connection, SHARE_ANSWERS, holds ? task->unsent_bytes : 0);
	http_hold_note_peak(connection->server);
}

/* Ends the connection that has been in a phase longest, if it had its grace. */
static bool
end_slowest(struct http_server *server, enum http_phase phase, int grace_ms)
{
	struct http_phase_list *list = &server->phases[phase];
	struct http_connection *first = list->first;

	if (first == NULL ||
		first->deadline_ms - list->duration_ms + grace_ms >
			loop_now_ms(server->options.loop))
		return false;
	http_deadline_end(first);
	return true;
}

/* Ends one whose end leaves room in the share. */
static bool
end_one_for(struct http_server *server, enum http_share share)
{
	switch (share) {
	case SHARE_BODIES:
		return end_slowest(server, PHASE_BODY, GRACE_MS);
	case SHARE_ANSWERS:
		return end_slowest(server, PHASE_SENDING, GRACE_MS);
	case SHARE_REQUESTS:
	case SHARE_COUNT:
		break;
	}
	/* Most heads come in one piece: who is served now sent one while others are at theirs. */
	return end_slowest(server, PHASE_BODY, GRACE_MS) ||
		end_slowest(server, PHASE_SENDING, GRACE_MS) ||
		end_slowest(server, PHASE_HEADERS, 0);
}

bool
http_hold_make_room(struct http_server *server, enum http_share share, size_t more)
{
	while (http_budget_exceeded(server->budget, share, more)) {
		if (!end_one_for(server, share))
			return false;
	}
	return true;
}

bool
http_hold_make_place(struct http_server *server)
{
	return end_slowest(server, PHASE_HEADERS, GRACE_MS) ||
		end_slowest(server, PHASE_IDLE, GRACE_MS) ||
		end_slowest(server, PHASE_BODY, GRACE_MS) ||
		end_slowest(server, PHASE_SENDING, GRACE_MS);
}

static size_t
bytes_now(const struct http_server *server)
{
	return server->held_bytes + (size_t)server->connections * HTTP_CONNECTION_BYTES;
}

void
http_hold_note_peak(struct http_server *server)
{
	const size_t bytes = bytes_now(server);

	if (bytes > server->peak_bytes)
		server->peak_bytes = bytes;
}

void
http_hold_trim(struct http_server *server)
{
	const size_t bytes = bytes_now(server);
	const size_t least = server->connections > 0 ? TRIM_BYTES : TRIM_LAST_BYTES;

	if (server->peak_bytes - bytes < least || server->peak_bytes / 2 < bytes)
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
	return http_hold_make_room(server, SHARE_ANSWERS, bytes);
}

/* ---- answers ---- */

void
http_hold_answer(struct http_task *task, size_t bytes)
{
	const size_t unsent = http_hold_counted(bytes);
	struct http_budget *budget = task->connection->server->budget;

	if (task->has_member && unsent > task->unsent_bytes)
		http_budget_add_for(budget, task->member, unsent - task->unsent_bytes);
	else if (task->has_member && unsent < task->unsent_bytes)
		http_budget_remove_for(budget, task->member, task->unsent_bytes - unsent);
	task->unsent_bytes = unsent;
	http_hold_update(task->connection);
}
