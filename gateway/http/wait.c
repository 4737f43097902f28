/*
 * wait.c - requests that wait: for their answer, for a decision about their body, or their turn.
 *
 * libmicrohttpd has connections suspended meanwhile. To do so costs four system calls' worth: the
 * connection leaves the library's epoll set and comes back, and is read once more for nothing. One
 * whose request is there as a whole may as well stay: the library asks for its answer in each run.
 */
#include "gateway/http/server.h"

/* So many requests wait for their answer without being suspended. Each is asked for in every run of
 * the library, so that with many it would be the cheaper way no longer. */
#define WAITING_MAX 32

bool
http_task_is_owed(const struct http_task *task)
{
	return (task->response == NULL && !task->answered) || http_stream_open(task);
}

bool
http_task_stop_waiting(struct http_task *task)
{
	const bool waited = task->waiting;

	task->waiting = false;
	task->connection->server->waiting -= waited;
	return waited;
}

void
http_task_suspend(struct http_task *task)
{
	if (task->suspended)
		return;
	task->suspended = true;
	MHD_suspend_connection(task->connection->mhd);
}

void
http_task_resume(struct http_task *task)
{
	if (http_task_stop_waiting(task)) {
		task->connection->server->resumed = true;
		return;
	}
	if (!task->suspended)
		return;
	task->suspended = false;
	http_pace_forget(task);
	task->connection->server->resumed = true;
	MHD_resume_connection(task->connection->mhd);
}

/* Without being suspended, a request can wait only when it is there as a whole, as libmicrohttpd goes
 * on otherwise. */
enum MHD_Result
http_task_await(struct http_task *task)
{
	struct http_server *server = task->connection->server;

	if (task->waiting)
		return MHD_YES;
	if (task->stage == TASK_COMPLETE && task->delay == NULL &&
		server->waiting < WAITING_MAX) {
		task->waiting = task->unread = true;
		server->waiting++;
		return MHD_YES;
	}
	http_task_suspend(task);
	return MHD_YES;
}

void
http_task_abandon(struct http_task *task)
{
	if (!task->suspended && !task->waiting && (!task->left || task->answered))
		return; /* libmicrohttpd will notice by itself, and end the task */
	task->abandoned = true;
	if (http_task_is_owed(task))
		task->connection->server->options.gone(&task->request);
	if (task->left)
		http_left_end(task);
	else
		http_task_resume(task);
}
