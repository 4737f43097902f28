#include "gateway/http/connection.h"

#include <stdlib.h>
#include <string.h>

/* ---- phases ---- */

/* Takes the connection out of the list of its phase. */
static void
leave(struct http_connection *connection)
{
	struct http_phase_list *list;

	if (connection->phase == PHASE_ENDED)
		return;
	list = &connection->all->phases[connection->phase];
	if (connection->phase == PHASE_IDLE)
		http_memory_count_idle(connection->all->account.memory, -1);
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

/* Appends the connection to the list of a phase. */
static void
join(struct http_connection *connection, enum http_phase phase)
{
	struct http_phase_list *list = &connection->all->phases[phase];

	connection->phase = phase;
	if (phase == PHASE_IDLE)
		http_memory_count_idle(connection->all->account.memory, 1);
	connection->deadline_ms = loop_now_ms(connection->all->loop) + list->duration_ms;
	connection->previous = list->last;
	if (list->last != NULL)
		list->last->next = connection;
	else
		list->first = connection;
	list->last = connection;
}

bool
http_connection_charge_sender(struct http_connection *connection, size_t bytes)
{
	struct http_memory *memory = connection->all->account.memory;

	if (!connection->has_member || connection->by_network)
		return true;
	if (!http_memory_take(memory, connection->member, SHARE_BODIES,
		    connection->sender_bytes, bytes))
		return false;
	memcpy(connection->sender, connection->member, sizeof(connection->sender));
	connection->sender_bytes = bytes;
	return true;
}

void
http_connection_charge(
	struct http_connection *connection, enum http_share share, size_t bytes)
{
	struct http_account *account = &connection->all->account;
	size_t *charged = &connection->charged[share];

	if (connection->phase == PHASE_ENDED)
		bytes = 0;
	if (share != SHARE_REQUESTS)
		bytes = http_memory_counted(bytes);
	if (share == SHARE_ANSWERS && connection->has_member)
		http_memory_charge_member(
			account->memory, connection->member, share, *charged, bytes);
	http_memory_charge(account, share, charged, bytes);
}

void
http_connection_release(struct http_connection *connection)
{
	const struct http_connections *all = connection->all;

	for (int share = 0; share < SHARE_COUNT; share++)
		http_connection_charge(connection, (enum http_share)share, 0);
	http_memory_charge_member(all->account.memory, connection->sender, SHARE_BODIES,
		connection->sender_bytes, 0);
	connection->sender_bytes = 0;
	http_claim_end(http_memory_claims(all->account.memory), &connection->claim,
		loop_now_ms(all->loop));
	connection->has_member = false;
	connection->by_network = false;
}

void
http_connection_move(struct http_connection *connection, enum http_phase phase)
{
	leave(connection);
	join(connection, phase);
}

/* ---- opening, ending, closing ---- */

struct http_connection *
http_connection_open(struct http_connections *all, struct MHD_Connection *mhd, int fd,
	const struct in6_addr *address)
{
	struct http_connection *connection = calloc(1, sizeof(*connection));

	if (connection == NULL)
		abort(); /* out of memory ends the process, as everywhere */
	connection->all = all;
	connection->mhd = mhd;
	connection->fd = fd;
	connection->address = *address;
	join(connection, PHASE_HEADERS);
	http_peers_add(all->peers, address);
	http_memory_count(&all->account, 0, HTTP_CONNECTION_BYTES);
	all->count++;
	return connection;
}

void
http_connection_close(struct http_connection *connection)
{
	struct http_connections *all = connection->all;

	leave(connection);
	http_connection_release(connection);
	loop_cancel(all->loop, connection->delay);
	http_peers_remove(all->peers, &connection->address);
	http_memory_count(&all->account, HTTP_CONNECTION_BYTES, 0);
	all->count--;
	free(connection);
}

/* Makes close() drop what the kernel still holds for a client that does not read it. */
static void
drop_unsent(const struct http_connection *connection)
{
	const struct linger at_once = {.l_onoff = 1, .l_linger = 0};

	setsockopt(connection->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
}

void
http_connection_end(struct http_connection *connection)
{
	if (connection->phase == PHASE_CALL || connection->phase == PHASE_SENDING)
		drop_unsent(connection);
	leave(connection);
	http_connection_release(connection);
	shutdown(connection->fd, SHUT_RDWR);
	http_connection_resume(connection);
}

/* ---- suspending ---- */

void
http_connection_suspend(struct http_connection *connection)
{
	if (connection->suspended || connection->phase == PHASE_ENDED)
		return;
	connection->suspended = true;
	MHD_suspend_connection(connection->mhd);
}

void
http_connection_resume(struct http_connection *connection)
{
	if (!connection->suspended)
		return;
	connection->suspended = false;
	loop_cancel(connection->all->loop, connection->delay);
	connection->delay = NULL;
	connection->all->resumed = true;
	MHD_resume_connection(connection->mhd);
}

static void
delay_over(void *data)
{
	struct http_connection *connection = data;

	connection->delay = NULL; /* the loop frees a timer that ran */
	http_connection_resume(connection);
}

void
http_connection_delay(struct http_connection *connection, int delay_ms)
{
	http_connection_suspend(connection);
	if (connection->suspended && connection->delay == NULL)
		connection->delay = loop_after(
			connection->all->loop, delay_ms, delay_over, connection);
}
