/*
 * deadline.c - connections, the deadline of their phase, and caps.
 *
 * libmicrohttpd's own timeout knows only inactivity: one byte every few seconds keeps a
 * connection for ever. Here each phase has an absolute end. All connections of a phase have
 * the same time, so they stand in a list in the order in which they will expire, and a sweep
 * looks only at those that have.
 */
#include <stdlib.h>

#include "gateway/http/server.h"

#define SWEEP_MS 250

/* Takes the connection out of the list of its phase. */
static void
leave(struct http_connection *connection)
{
	struct http_phase_list *list;

	if (connection->phase == PHASE_ENDED)
		return;
	list = &connection->server->phases[connection->phase];
	if (connection->previous != NULL)
		connection->previous->next = connection->next;
	else
		list->first = connection->next;
	if (connection->next != NULL)
		connection->next->previous = connection->previous;
	else
		list->last = connection->previous;
	connection->previous = connection->next = NULL;
	connection->phase = PHASE_ENDED;
}

void
http_deadline_enter(struct http_connection *connection, enum http_phase phase)
{
	struct http_server *server = connection->server;
	struct http_phase_list *list = &server->phases[phase];

	leave(connection);
	connection->phase = phase;
	connection->deadline_ms = loop_now_ms(server->options.loop) + list->duration_ms;
	connection->previous = list->last;
	if (list->last != NULL)
		list->last->next = connection;
	else
		list->first = connection;
	list->last = connection;
	http_hold_update(connection);
}

/* Makes close() drop what the kernel still holds for a client that does not read it. */
static void
drop_unsent(const struct http_connection *connection)
{
	const struct linger at_once = {.l_onoff = 1, .l_linger = 0};

	setsockopt(connection->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
}

void
http_deadline_end(struct http_connection *connection)
{
	if (connection->phase == PHASE_CALL || connection->phase == PHASE_SENDING)
		drop_unsent(connection);
	leave(connection);
	http_hold_update(connection);
	shutdown(connection->fd, SHUT_RDWR);
	if (connection->task != NULL)
		http_task_abandon(connection->task);
}

/* Ends what has expired, and comes again as long as there is somebody to watch. */
static void
sweep(void *data)
{
	struct http_server *server = data;
	const int64_t now_ms = loop_now_ms(server->options.loop);

	for (int phase = 0; phase < PHASE_COUNT; phase++) {
		struct http_phase_list *list = &server->phases[phase];

		while (list->first != NULL && list->first->deadline_ms <= now_ms)
			http_deadline_end(list->first);
	}
	/* Descriptors that ran out may be there again because another loop closed some. */
	http_run(server);
	http_hold_trim(server);
	server->sweep = server->connections > 0
		? loop_after(server->options.loop, SWEEP_MS, sweep, server)
		: NULL;
}

bool
http_deadline_admits(struct http_server *server, const struct in6_addr *address)
{
	if (server->draining)
		return false;
	if (http_peers_total(server->peers) >= server->options.connections_max &&
		!http_hold_make_place(server))
		return false;
	/* All clients of a proxy share its address. */
	if (http_address_is_proxy(&server->proxies, address))
		return true;
	return http_peers_count(server->peers, address) <
		server->options.connections_per_address;
}

struct http_connection *
http_deadline_open(struct http_server *server, struct MHD_Connection *mhd, int fd,
	const struct in6_addr *address)
{
	struct http_connection *connection = calloc(1, sizeof(*connection));

	if (connection == NULL)
		abort(); /* out of memory ends the process, as everywhere */
	connection->server = server;
	connection->mhd = mhd;
	connection->fd = fd;
	connection->address = *address;
	connection->phase = PHASE_ENDED;
	http_deadline_enter(connection, PHASE_HEADERS);
	http_peers_add(server->peers, address);
	server->connections++;
	http_hold_note_peak(server);
	if (server->sweep == NULL)
		server->sweep = loop_after(server->options.loop, SWEEP_MS, sweep, server);
	return connection;
}

void
http_deadline_close(struct http_connection *connection)
{
	struct http_server *server = connection->server;

	leave(connection);
	http_hold_update(connection);
	http_peers_remove(server->peers, &connection->address);
	server->connections--;
	free(connection);
}
