/*
 * left.c - requests whose client has left while they waited for their answer.
 *
 * libmicrohttpd sees it when a connection breaks that is not suspended, and forgets it. The request is
 * under way all the same, and what it asked for is being carried out: it counts, for its address
 * and in its share of memory, until it is answered or its time is up, as if nobody had noticed. Else
 * whoever breaks connections could have more carried out at once than anybody else.
 */
#include "gateway/http/server.h"

void
http_left_begin(struct http_task *task)
{
	http_task_stop_waiting(task);
	task->left = true;
}

void
http_left_end(struct http_task *task)
{
	struct http_server *server = task->connection->server;

	task->connection->ended_next = server->left;
	server->left = task->connection;
	server->resumed = true;
}

void
http_left_free(struct http_server *server)
{
	while (server->left != NULL) {
		struct http_connection *connection = server->left;

		server->left = connection->ended_next;
		http_task_free(connection->task);
		http_deadline_close(connection);
	}
}
