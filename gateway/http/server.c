/*
 * server.c - the server: libmicrohttpd inside our loop.
 *
 * The library has no thread here. The loop watches its epoll descriptor, and run() lets
 * it work until nothing is left to do. A request that waits for its answer is suspended;
 * http_answer() resumes it, in any callback of the loop, and the library runs once more
 * at the end of that turn.
 */
#include "gateway/http/http.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "gateway/http/library.h"
#include "gateway/http/listen.h"
#include "gateway/http/request.h"
#include "gateway/http/room.h"

/* The memory for requests of a server that shares none. */
#define MEMORY_BYTES ((size_t)64 * 1024 * 1024)

/* The library runs this often before other descriptors get their turn. */
#define ROUNDS_MAX 8

#define SWEEP_MS 250

struct http_server {
	struct http_options options;
	struct MHD_Daemon *daemon;
	int listen_fd, epoll_fd;
	uint16_t port;
	struct http_connections connections;
	struct http_requests requests;
	struct loop_timer *sweep, *again;
	bool closed; /* a connection ended since the library last ran */
};

/* ---- running the library ---- */

static void run_again(void *data);

/* Whether the library has work that no descriptor reports. After a connection was closed
 * it always has: without descriptors or places it takes its listening socket out of its
 * epoll set, and only a further run puts it back. */
static bool
has_more(const struct http_server *server)
{
	MHD_UNSIGNED_LONG_LONG timeout_ms;

	return server->connections.resumed || server->closed ||
		(MHD_get_timeout(server->daemon, &timeout_ms) == MHD_YES &&
			timeout_ms == 0);
}

static void
run(struct http_server *server)
{
	int round = 0;

	do {
		server->connections.resumed = false;
		server->closed = false;
		MHD_run(server->daemon);
	} while (has_more(server) && ++round < ROUNDS_MAX);
	if (has_more(server) && server->again == NULL)
		server->again = loop_after(server->options.loop, 0, run_again, server);
}

static void
run_again(void *data)
{
	struct http_server *server = data;

	server->again = NULL;
	run(server);
}

static void
daemon_ready(void *data, uint32_t events)
{
	(void)events;
	run(data);
}

/* Sends the answers of this turn. */
static void
end_turn(void *data)
{
	struct http_server *server = data;

	if (!server->connections.resumed)
		return;
	server->requests.called = false;
	run(server);
	/* A handler that ran just now may have given work to a room whose end of the turn
	 * is over: it needs another turn before the loop sleeps. */
	if (server->requests.called && server->again == NULL)
		server->again = loop_after(server->options.loop, 0, run_again, server);
}

/* Ends what has expired, and comes again as long as there are connections. */
static void
sweep(void *data)
{
	struct http_server *server = data;

	http_connection_sweep(&server->connections);
	/* The library may have lacked descriptors that another loop has closed since. */
	run(server);
	server->sweep = server->connections.count > 0
		? loop_after(server->options.loop, SWEEP_MS, sweep, server)
		: NULL;
}

/* ---- the library's callbacks ---- */

/* Admits or refuses a connection. */
static enum MHD_Result
on_accept(void *data, const struct sockaddr *peer, socklen_t size)
{
	struct http_server *server = data;
	const struct in6_addr address = http_address_of(peer);

	(void)size;
	return http_connection_admits(&server->connections, &address) ? MHD_YES : MHD_NO;
}

/* A connection begins or ends. */
static void
on_connection(void *data, struct MHD_Connection *mhd, void **context,
	enum MHD_ConnectionNotificationCode code)
{
	struct http_server *server = data;
	struct in6_addr address;
	int fd;

	if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
		struct http_connection *connection = *context;

		server->closed = true;
		connection->fd = -1;
		if (connection->active != NULL) /* its head never came */
			http_request_free(connection->active);
		http_connection_close(connection);
		*context = NULL;
		return;
	}
	fd = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
	address = http_address_of(
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS)
			->client_addr);
	*context = http_connection_open(&server->connections, mhd, fd, &address);
	if (server->sweep == NULL)
		server->sweep = loop_after(server->options.loop, SWEEP_MS, sweep, server);
}

/*
 * A request line was read. The return value becomes the context of on_request(). The
 * library is about to split the query by its own rules, into memory that the headers
 * need; a NUL after the '?' leaves it nothing to split.
 */
static void *
on_request_line(void *data, const char *target, struct MHD_Connection *mhd)
{
	struct http_server *server = data;
	struct http_connection *connection =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
			->socket_context;
	struct http_active *active =
		http_request_new(&server->requests, connection, target);
	char *query = target != NULL ? strchr((char *)(uintptr_t)target, '?') : NULL;

	if (connection->phase == PHASE_IDLE)
		http_connection_enter(connection, PHASE_HEADERS);
	if (query != NULL && query[1] != '\0')
		query[1] = '\0';
	return active;
}

/* The handler: called first with the head, then with the body, then once more. */
static enum MHD_Result
on_request(void *data, struct MHD_Connection *mhd, const char *target, const char *method,
	const char *version, const char *upload, size_t *upload_size, void **context)
{
	(void)data;
	(void)mhd;
	(void)target;
	if (*context == NULL)
		return MHD_NO;
	return http_request_go_on(*context, method, version, upload, upload_size);
}

/* A request is over. */
static void
on_completed(void *data, struct MHD_Connection *mhd, void **context,
	enum MHD_RequestTerminationCode code)
{
	struct http_active *active = *context;
	struct http_connection *connection;

	(void)data;
	(void)mhd;
	if (active == NULL)
		return;
	*context = NULL;
	connection = active->connection;
	http_request_free(active);
	http_connection_enter(connection, PHASE_IDLE);
	if (code == MHD_REQUEST_TERMINATED_COMPLETED_OK && connection->all->draining)
		http_connection_end(connection);
}

/* The library refuses a head that it cannot read or hold, and chunks that it cannot
 * read. */
static struct MHD_Response *
on_refusal(struct MHD_Connection *mhd, unsigned *status)
{
	struct http_connection *connection =
		MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT)
			->socket_context;

	if (connection == NULL)
		return NULL;
	/* Without a request line there is no request yet. The end of the connection frees
	 * this one. */
	if (connection->active == NULL)
		http_request_new(connection->all->requests, connection, NULL);
	return http_request_refuse_unread(connection->active, status);
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
	/* No wake-up descriptor: only this thread resumes connections. */
	const unsigned flags = (unsigned)MHD_USE_EPOLL |
		((unsigned)MHD_ALLOW_SUSPEND_RESUME & ~(unsigned)MHD_USE_ITC);
	/* In the parser that we know, the strict mode answers with two status lines, and
	 * vet.c repeats its checks. */
	const int strict = server->requests.layout_known ? 0 : 1;

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

/* Copies the options to where they are used. */
static void
configure(struct http_server *server, const struct http_options *options)
{
	struct http_connections *connections = &server->connections;
	struct http_requests *requests = &server->requests;

	server->options = *options;
	connections->loop = requests->loop = options->loop;
	connections->connections_max = options->connections_max;
	connections->connections_per_address = options->connections_per_address;
	connections->phases[PHASE_HEADERS].duration_ms = options->headers_ms;
	connections->phases[PHASE_BODY].duration_ms = options->body_ms;
	connections->phases[PHASE_CALL].duration_ms = options->response_ms;
	connections->phases[PHASE_SENDING].duration_ms = options->response_ms;
	connections->phases[PHASE_IDLE].duration_ms = options->idle_ms;
	requests->handler = options->handler;
	requests->gone = options->gone;
	requests->data = options->data;
	requests->body_bytes_max = options->body_bytes_max;
	requests->https = options->https;
	requests->layout_known = strcmp(MHD_get_version(), "0.9.75") == 0;
	connections->requests = requests;
}

struct http_server *
http_server_new(const struct http_options *options)
{
	struct http_server *server = calloc(1, sizeof(*server));
	int saved_errno;

	if (server == NULL)
		return NULL;
	configure(server, options);
	if (!http_library_begin(on_refusal)) {
		free(server);
		errno = ENOSYS;
		return NULL;
	}
	server->listen_fd = options->listen_fd > 0
		? options->listen_fd
		: http_listen(options->listen, options->port);
	if (server->listen_fd < 0)
		goto failed;
	server->port = http_listen_port(server->listen_fd);
	if (!http_address_parse_proxies(
		    options->trusted_proxies, &server->connections.proxies)) {
		errno = EINVAL;
		goto failed;
	}
	server->daemon = start(server);
	if (server->daemon == NULL)
		goto failed;
	server->connections.peers = options->peers != NULL
		? options->peers
		: http_peers_new(options->connections_max);
	server->connections.account.memory =
		options->memory != NULL ? options->memory : http_memory_new(MEMORY_BYTES);
	server->epoll_fd =
		MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
	loop_watch(options->loop, server->epoll_fd, EPOLLIN, daemon_ready, server);
	loop_at_turn_end(options->loop, end_turn, server);
	run(server); /* only now does it begin to listen to its socket */
	return server;
failed:
	saved_errno = errno;
	if (server->listen_fd >= 0)
		close(server->listen_fd);
	free(server->connections.proxies.networks);
	free(server);
	errno = saved_errno;
	return NULL;
}

/* Ends the connections in a phase. */
static void
end_phase(struct http_server *server, enum http_phase phase)
{
	while (server->connections.phases[phase].first != NULL)
		http_connection_end(server->connections.phases[phase].first);
}

void
http_server_drain(struct http_server *server)
{
	if (server->connections.draining)
		return;
	server->connections.draining = true;
	MHD_quiesce_daemon(server->daemon);
	close(server->listen_fd);
	server->listen_fd = -1;
	end_phase(server, PHASE_IDLE);
}

uint16_t
http_server_port(const struct http_server *server)
{
	return server->port;
}

int
http_server_connections(const struct http_server *server)
{
	return server->connections.count;
}

void
http_server_free(struct http_server *server)
{
	struct http_requests *requests;

	if (server == NULL)
		return;
	http_server_drain(server);
	/* The library must not be stopped while connections are suspended. */
	for (int phase = 0; phase < PHASE_COUNT; phase++)
		end_phase(server, (enum http_phase)phase);
	run(server);
	loop_forget(server->options.loop, server->epoll_fd);
	loop_forget_turn_end(server->options.loop, end_turn, server);
	MHD_stop_daemon(server->daemon);
	requests = &server->requests;
	http_lingering_end_all(&requests->lingering);
	loop_cancel(server->options.loop, server->sweep);
	loop_cancel(server->options.loop, server->again);
	while (requests->arena_count > 0)
		arena_free(requests->arenas[--requests->arena_count]);
	if (server->options.peers == NULL)
		http_peers_free(server->connections.peers);
	if (server->options.memory == NULL)
		http_memory_free(server->connections.account.memory);
	free(server->connections.proxies.networks);
	free(server);
}
