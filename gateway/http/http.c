/*
 * http.c - the server: libmicrohttpd inside our loop.
 *
 * The library has no thread of its own here. Its epoll descriptor is watched by the loop, and
 * http_run() lets it work until it has nothing left to do. A request that waits for its answer gets it
 * from http_answer(), in whatever callback of the loop that comes.
 *
 * While requests wait whose connections are not suspended (wait.c), the library says that it has work
 * to do, always. Then whether it has follows from what it did (.runs_due), and what cannot be seen is
 * looked for after some milliseconds.
 */
#include "gateway/http/http.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "gateway/http/server.h"

/* What the requests of a server may hold that shares no budget. */
#define BUDGET_BYTES ((size_t)64 * 1024 * 1024)

/* So often may the library ask to be run again before others get their turn. */
#define ROUNDS_MAX 8

/* ---- running the library ---- */

/* How long what the library does not show may stay undone while requests wait. */
#define LOOK_MS 5

static void run_again(void *data);
static void look(void *data);

/* Whether the library has work that no descriptor will report. After a connection was closed
 * it always has: where descriptors ran out, or connections were at their limit, the library
 * takes its listening socket out of its epoll set, and only a further run puts it back. */
static bool
has_more(const struct http_server *server)
{
	MHD_UNSIGNED_LONG_LONG timeout_ms;

	if (server->resumed || server->closed)
		return true;
	if (server->waiting > 0)
		return server->runs_due > 0;
	return MHD_get_timeout(server->daemon, &timeout_ms) == MHD_YES && timeout_ms == 0;
}

void
http_run_again(struct http_server *server, int runs)
{
	if (server->runs_due < runs)
		server->runs_due = runs;
}

void
http_run(struct http_server *server)
{
	int round = 0;

	http_left_free(server);
	do {
		server->resumed = false;
		server->closed = false;
		server->runs_due -= server->runs_due > 0;
		server->completed = NULL;
		server->run++;
		MHD_run(server->daemon);
	} while (has_more(server) && ++round < ROUNDS_MAX);
	if (has_more(server) && server->again == NULL)
		server->again = loop_after(server->options.loop, 0, run_again, server);
	if (server->waiting > 0 && server->look == NULL)
		server->look = loop_after(server->options.loop, LOOK_MS, look, server);
}

static void
run_again(void *data)
{
	struct http_server *server = data;

	server->again = NULL;
	http_run(server);
}

static void
look(void *data)
{
	struct http_server *server = data;

	server->look = NULL;
	if (server->waiting > 0)
		http_run(server);
}

static void
daemon_ready(void *data, uint32_t events)
{
	(void)events;
	http_run(data);
}

/* Sends the answers of this turn. */
static void
turn_ends(void *data)
{
	struct http_server *server = data;

	if (!server->resumed)
		return;
	server->called = false;
	http_run(server);
	/* A handler that was called just now may have given work to somebody whose end of the
	 * turn is over already: let there be another turn before the loop sleeps. */
	if (server->called && server->again == NULL)
		server->again = loop_after(server->options.loop, 0, run_again, server);
}

/* ---- the library's callbacks ---- */

/* Admits or refuses a connection. */
static enum MHD_Result
on_accept(void *data, const struct sockaddr *peer, socklen_t size)
{
	const struct in6_addr address = http_address_of(peer);

	(void)size;
	return http_deadline_admits(data, &address) ? MHD_YES : MHD_NO;
}

/* A connection begins or ends. */
static void
on_connection(void *data, struct MHD_Connection *mhd, void **context,
	enum MHD_ConnectionNotificationCode code)
{
	struct in6_addr address;
	int fd;

	if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
		struct http_connection *connection = *context;

		((struct http_server *)data)->closed = true;
		connection->fd = -1;
		if (connection->task != NULL && !connection->task->left)
			http_task_free(connection->task);
		if (connection->task == NULL)
			http_deadline_close(connection);
		*context = NULL;
		return;
	}
	fd = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
	address = http_address_of(
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
			->client_addr);
	*context = http_deadline_open(data, mhd, fd, &address);
}

/*
 * The request line is there: a request begins. What this returns becomes the context that
 * on_request() gets. The library is about to take the query apart by its own rules, into
 * memory that the headers need; a NUL after the '?' leaves it nothing to do.
 */
static void *
on_request_line(void *data, const char *target, struct MHD_Connection *mhd)
{
	struct http_connection *connection =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
			->socket_context;
	struct http_task *task = http_task_new(connection, target);
	char *query = target != NULL ? strchr((char *)(uintptr_t)target, '?') : NULL;

	if (task->run == 0) /* it stood in what was read with the one before */
		http_run_again(data, 1);
	if (connection->phase == PHASE_IDLE)
		http_deadline_enter(connection, PHASE_HEADERS);
	if (query != NULL && query[1] != '\0')
		query[1] = '\0';
	return task;
}

/* The handler: called first with the headers, then with the body, then once more. */
static enum MHD_Result
on_request(void *data, struct MHD_Connection *mhd, const char *target, const char *method,
	const char *version, const char *upload, size_t *upload_size, void **context)
{
	(void)data;
	(void)mhd;
	(void)target;
	if (*context == NULL)
		return MHD_NO;
	return http_task_go_on(*context, method, version, upload, upload_size);
}

/* Whether the client has ended the connection on its side. Where it did so along with its request,
 * the library has read the one and is told no more of the other. */
static bool
is_ended(const struct http_connection *connection)
{
	char byte;

	return recv(connection->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/* A request is over. */
static void
on_completed(void *data, struct MHD_Connection *mhd, void **context,
	enum MHD_RequestTerminationCode code)
{
	struct http_task *task = *context;
	struct http_connection *connection;
	bool ended;

	(void)data;
	(void)mhd;
	if (task == NULL)
		return;
	*context = NULL;
	if (task->waiting && task->response == NULL && !task->abandoned) {
		http_left_begin(task);
		return;
	}
	connection = task->connection;
	connection->server->completed = connection;
	ended = task->unread && is_ended(connection);
	http_task_free(task);
	if (connection->phase == PHASE_ENDED)
		return;
	http_deadline_enter(connection, PHASE_IDLE);
	if (code == MHD_REQUEST_TERMINATED_COMPLETED_OK &&
		(connection->server->draining || ended))
		http_deadline_end(connection);
}

/* Leaves escapes alone: path.c decodes them, once. */
static size_t
keep_escapes(void *data, struct MHD_Connection *mhd, char *text)
{
	(void)data;
	(void)mhd;
	return strlen(text);
}

/* ---- the server ---- */

/* Starts the library on the listening socket. */
static struct MHD_Daemon *
start(struct http_server *server)
{
	/* No wake-up descriptor: nobody resumes from another thread. */
	const unsigned flags = (unsigned)MHD_USE_EPOLL |
		((unsigned)MHD_ALLOW_SUSPEND_RESUME & ~(unsigned)MHD_USE_ITC);
	/* Where the parser is the one we know, its two strict checks are ours as well, and are
	 * answered better; with them it sends two status lines. */
	const int strict = server->layout_known ? 0 : 1;

	return MHD_start_daemon(flags, 0, on_accept, server, on_request, server,
		MHD_OPTION_LISTEN_SOCKET, server->listen_fd, MHD_OPTION_CONNECTION_LIMIT,
		(unsigned)server->options.connections_max + 64,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, HTTP_CONNECTION_BYTES,
		MHD_OPTION_CONNECTION_TIMEOUT, 0U, MHD_OPTION_STRICT_FOR_CLIENT, strict,
		MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL,
		MHD_OPTION_URI_LOG_CALLBACK, on_request_line, server,
		MHD_OPTION_NOTIFY_CONNECTION, on_connection, server,
		MHD_OPTION_NOTIFY_COMPLETED, on_completed, server, MHD_OPTION_END);
}

struct http_server *
http_server_new(const struct http_options *options)
{
	struct http_server *server = calloc(1, sizeof(*server));
	int saved_errno;

	if (server == NULL)
		return NULL;
	server->options = *options;
	server->layout_known = strcmp(MHD_get_version(), "0.9.75") == 0;
	server->phases[PHASE_HEADERS].duration_ms = options->headers_ms;
	server->phases[PHASE_BODY].duration_ms = options->body_ms;
	server->phases[PHASE_CALL].duration_ms = options->response_ms;
	server->phases[PHASE_SENDING].duration_ms = options->response_ms;
	server->phases[PHASE_IDLE].duration_ms = options->idle_ms;
	server->listen_fd = options->listen_fd > 0
		? options->listen_fd
		: http_listen(options->listen, options->port);
	if (server->listen_fd < 0)
		goto failed;
	server->port = http_listen_port(server->listen_fd);
	if (!http_address_parse_proxies(options->trusted_proxies, &server->proxies)) {
		errno = EINVAL;
		goto failed;
	}
	server->daemon = start(server);
	if (server->daemon == NULL)
		goto failed;
	server->peers = options->peers != NULL ? options->peers
					       : http_peers_new(options->connections_max);
	server->epoll_fd =
		MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
	server->budget =
		options->budget != NULL ? options->budget : http_budget_new(BUDGET_BYTES);
	loop_watch(options->loop, server->epoll_fd, EPOLLIN, daemon_ready, server);
	loop_at_turn_end(options->loop, turn_ends, server);
	http_run(server); /* only now does it begin to listen to its socket */
	return server;
failed:
	saved_errno = errno;
	if (server->listen_fd >= 0)
		close(server->listen_fd);
	free(server->proxies.networks);
	free(server);
	errno = saved_errno;
	return NULL;
}

void
http_server_drain(struct http_server *server)
{
	if (server->draining)
		return;
	server->draining = true;
	MHD_quiesce_daemon(server->daemon);
	close(server->listen_fd);
	server->listen_fd = -1;
	while (server->phases[PHASE_IDLE].first != NULL)
		http_deadline_end(server->phases[PHASE_IDLE].first);
}

uint16_t
http_server_port(const struct http_server *server)
{
	return server->port;
}

int
http_server_connections(const struct http_server *server)
{
	return server->connections;
}

void
http_server_free(struct http_server *server)
{
	if (server == NULL)
		return;
	http_server_drain(server);
	/* The library must not be stopped while it holds suspended connections. */
	for (int phase = 0; phase < PHASE_COUNT; phase++) {
		while (server->phases[phase].first != NULL)
			http_deadline_end(server->phases[phase].first);
	}
	http_run(server);
	loop_forget(server->options.loop, server->epoll_fd);
	loop_forget_turn_end(server->options.loop, turn_ends, server);
	MHD_stop_daemon(server->daemon);
	http_linger_end_all(server);
	loop_cancel(server->options.loop, server->sweep);
	loop_cancel(server->options.loop, server->again);
	loop_cancel(server->options.loop, server->look);
	loop_cancel(server->options.loop, server->pace.timer);
	while (server->arena_count > 0)
		arena_free(server->arenas[--server->arena_count]);
	if (server->options.peers == NULL)
		http_peers_free(server->peers);
	if (server->options.budget == NULL)
		http_budget_free(server->budget);
	free(server->proxies.networks);
	free(server);
}
