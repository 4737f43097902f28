#include "gateway/http/connection.h"

#include <stdlib.h>

/* A connection that gives way has had this time, unless it has yet to send its head. */
#define GRACE_MS 1000

/* The same for an unfinished head when places run out. Heads come with the connection, so
 * a short time lets clients that dial again and again fill no place for long. */
#define HEAD_GRACE_MS 25

/* How many of the oldest connections of a phase are looked at for a place. */
#define LOOKED_AT_MAX 64

/* A network that holds this many connections more than another one gives way to it. */
#define FAIR_MARGIN 8

/* Memory is returned to the system once this much of it is free. */
#define TRIM_BYTES ((size_t)8 * 1024 * 1024)
#define TRIM_LAST_BYTES ((size_t)1024 * 1024) /* without connections */

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
			account->memory, connection->member, *charged, bytes);
	if (share == SHARE_BODIES && connection->has_uploader)
		http_memory_charge_member(
			account->memory, connection->uploader, *charged, bytes);
	http_memory_charge(account, share, charged, bytes);
}

void
http_connection_release(struct http_connection *connection)
{
	for (int share = 0; share < SHARE_COUNT; share++)
		http_connection_charge(connection, (enum http_share)share, 0);
	connection->has_member = connection->has_uploader = false;
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

/* ---- giving way ---- */

/* Ends the connection that has been in a phase longest, if it had its grace. */
static bool
end_slowest(struct http_connections *all, enum http_phase phase, int grace_ms)
{
	const struct http_phase_list *list = &all->phases[phase];
	struct http_connection *first = list->first;

	if (first == NULL ||
		first->deadline_ms - list->duration_ms + grace_ms >
			loop_now_ms(all->loop))
		return false;
	http_connection_end(first);
	return true;
}

void
http_connection_sweep(struct http_connections *all)
{
	const int64_t now_ms = loop_now_ms(all->loop);

	for (int phase = 0; phase < PHASE_COUNT; phase++) {
		struct http_phase_list *list = &all->phases[phase];

		while (list->first != NULL && list->first->deadline_ms <= now_ms)
			http_connection_end(list->first);
	}
	if (http_memory_wants_body(all->account.memory) &&
		end_slowest(all, PHASE_BODY, GRACE_MS))
		http_memory_want_body(all->account.memory, false);
	http_memory_trim(&all->account, all->count > 0 ? TRIM_BYTES : TRIM_LAST_BYTES);
}

/* Ends one whose end leaves room in a share. Bodies go first, because no work is lost
 * with them, then answers that nobody reads, then heads. */
static bool
end_one_for(struct http_connections *all, enum http_share share)
{
	switch (share) {
	case SHARE_BODIES:
		return end_slowest(all, PHASE_BODY, GRACE_MS);
	case SHARE_ANSWERS:
		return end_slowest(all, PHASE_SENDING, GRACE_MS);
	case SHARE_REQUESTS:
	case SHARE_COUNT:
		break;
	}
	/* Most heads come in one piece, so an unfinished one needs no grace. */
	return end_slowest(all, PHASE_BODY, GRACE_MS) ||
		end_slowest(all, PHASE_SENDING, GRACE_MS) ||
		end_slowest(all, PHASE_HEADERS, 0);
}

bool
http_connection_make_room(
	struct http_connections *all, enum http_share share, size_t more)
{
	while (http_memory_exceeded(all->account.memory, share, more)) {
		if (!end_one_for(all, share))
			return false;
	}
	return true;
}

/* The one of the oldest connections of a phase whose network holds the most connections.
 * Clients of a proxy share its address, so their connections are left out. */
static struct http_connection *
find_largest(struct http_connections *all, enum http_phase phase, int *most)
{
	struct http_connection *found = NULL;
	struct http_connection *next = all->phases[phase].first;

	for (int i = 0; i < LOOKED_AT_MAX && next != NULL; i++, next = next->next) {
		const int count = http_peers_count_network(all->peers, &next->address);

		if (count > *most &&
			!http_address_is_proxy(&all->proxies, &next->address)) {
			found = next;
			*most = count;
		}
	}
	return found;
}

/* Ends, at once, an unfinished head or an idle connection of the network that holds most,
 * if that is clearly more than the network of the new connection holds. */
static bool
end_largest(struct http_connections *all, const struct in6_addr *address)
{
	int most = http_peers_count_network(all->peers, address) + FAIR_MARGIN;
	struct http_connection *head = find_largest(all, PHASE_HEADERS, &most);
	struct http_connection *idle = find_largest(all, PHASE_IDLE, &most);

	if (head == NULL && idle == NULL)
		return false;
	http_connection_end(idle != NULL ? idle : head);
	return true;
}

/* Ends a connection of the network that holds most, or else the one that has been idle,
 * or slow, for longest. */
static bool
make_place(struct http_connections *all, const struct in6_addr *address)
{
	return end_largest(all, address) ||
		end_slowest(all, PHASE_HEADERS, HEAD_GRACE_MS) ||
		end_slowest(all, PHASE_IDLE, GRACE_MS) ||
		end_slowest(all, PHASE_BODY, GRACE_MS) ||
		end_slowest(all, PHASE_SENDING, GRACE_MS);
}

/* Idle connections keep their buffers, so their number is bounded. Ends one of this loop
 * beyond the bound: of the network that holds most, or the one idle for longest. */
static void
bound_idle(struct http_connections *all)
{
	struct http_connection *largest;
	int most = 0;

	if (http_memory_count_idle(all->account.memory, 0) <= HTTP_IDLE_MAX)
		return;
	largest = find_largest(all, PHASE_IDLE, &most);
	http_connection_end(largest != NULL ? largest : all->phases[PHASE_IDLE].first);
}

void
http_connection_enter(struct http_connection *connection, enum http_phase phase)
{
	if (connection->phase == PHASE_ENDED)
		return;
	leave(connection);
	join(connection, phase);
	if (phase == PHASE_IDLE)
		bound_idle(connection->all);
}

bool
http_connection_admits(struct http_connections *all, const struct in6_addr *address)
{
	if (all->draining)
		return false;
	if (http_peers_total(all->peers) >= all->connections_max &&
		!make_place(all, address))
		return false;
	/* All clients of a proxy share its address. */
	return http_address_is_proxy(&all->proxies, address) ||
		http_peers_count(all->peers, address) < all->connections_per_address;
}
