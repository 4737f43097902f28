#include "gateway/http/room.h"

#include <string.h>

#include "proto/field.h"

/* A connection that gives way has had this time, unless it has yet to send its head. */
#define GRACE_MS 1000

/* The same for an unfinished head when places run out. Heads come with the connection, so
 * a short time lets clients that dial again and again fill no place for long. */
#define HEAD_GRACE_MS 25

/* How many of the oldest connections of a phase are looked at for a place. */
#define LOOKED_AT_MAX 64

/* How many connections that hold nothing of a share are passed over. */
#define PASSED_MAX 1024

/* A network that holds this many connections more than another one gives way to it. */
#define FAIR_MARGIN 8

/* A network that holds more than this part of all places is a crowd. */
#define CROWD_PART 8

/* A member whose answers hold this much more than those of another one gives way. */
#define FAIR_BYTES ((size_t)1024 * 1024)

/* Idle connections that the loops of a process keep. The next one ends another. */
#define IDLE_MAX 4096

/* Memory is returned to the system once this much of it is free. */
#define TRIM_BYTES ((size_t)8 * 1024 * 1024)
#define TRIM_LAST_BYTES ((size_t)1024 * 1024) /* without connections */

/* In place of a share: all connections hold a place. */
#define PLACES SHARE_COUNT

static bool
holds(const struct http_connection *connection, enum http_share share)
{
	return share == PLACES || connection->charged[share] > 0;
}

/* Ends the connection that has been in a phase longest, of those that hold some of a
 * share, if it had its grace. */
static bool
end_slowest(struct http_connections *all, enum http_phase phase, enum http_share share,
	int grace_ms)
{
	const struct http_phase_list *list = &all->phases[phase];
	const int64_t begun_ms = loop_now_ms(all->loop) - grace_ms;
	struct http_connection *one = list->first;

	for (int i = 0; i < PASSED_MAX && one != NULL && !holds(one, share); i++)
		one = one->next;
	if (one == NULL || !holds(one, share) ||
		one->deadline_ms - list->duration_ms > begun_ms)
		return false;
	http_connection_end(one);
	return true;
}

/* The connection that has been in a phase longest, of those whose claim holds memory for
 * uploads of a member; or NULL. */
static struct http_connection *
find_upload(const struct http_connections *all, enum http_phase phase,
	const uint8_t member[16])
{
	struct http_connection *one = all->phases[phase].first;

	while (one != NULL && !http_claim_holds(&one->claim, member))
		one = one->next;
	return one;
}

/* Ends uploads of the member whose claims are to end, until there is room. */
static void
end_uploads(struct http_connections *all)
{
	struct http_claims *claims = http_memory_claims(all->account.memory);
	uint8_t member[16];

	while (http_claims_displaced(claims, member)) {
		struct http_connection *one = find_upload(all, PHASE_BODY, member);

		if (one == NULL)
			one = find_upload(all, PHASE_CALL, member);
		if (one == NULL)
			break;
		http_connection_end(one);
	}
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
	end_uploads(all);
	http_memory_trim(&all->account, all->count > 0 ? TRIM_BYTES : TRIM_LAST_BYTES);
}

/* ---- networks ---- */

/* How many connections the network of an address holds. The clients of a proxy share its
 * address, so they are not counted. */
static int
count_network(const struct http_connections *all, const struct in6_addr *address)
{
	return http_address_is_proxy(&all->proxies, address)
		? 0
		: http_peers_count_network(all->peers, address);
}

/* Whether the network of an address holds so many connections that it may only displace
 * its own: an eighth of all places, or as many as would fill an eighth of the arenas. */
static bool
is_crowd(const struct http_connections *all, const struct in6_addr *address,
	enum http_share share)
{
	const int count = count_network(all, address);
	const int most = share == SHARE_REQUESTS
		? (int)(http_memory_max(all->account.memory, share) / HTTP_ARENA_BYTES)
		: all->connections_max;

	return count > FAIR_MARGIN && count > most / CROWD_PART;
}

/* What is compared when a share runs out: for answers, what the member or the network
 * holds; otherwise, the connections of the network. */
static size_t
weight_of(const struct http_connection *connection, enum http_share share)
{
	struct http_connections *all = connection->all;

	return share == SHARE_ANSWERS ? http_memory_member_held(all->account.memory,
						connection->member, SHARE_ANSWERS)
				      : (size_t)count_network(all, &connection->address);
}

/* Of the connections of a phase that hold some of a share, the one with the largest
 * weight, if that is more than *most. Looks at LOOKED_AT_MAX of them: at each `step`th
 * one, from the oldest on. */
static struct http_connection *
find_largest(const struct http_connections *all, enum http_phase phase,
	enum http_share share, int step, size_t *most)
{
	struct http_connection *found = NULL;
	struct http_connection *next = all->phases[phase].first;

	for (int i = 0, passed = 0;
		i < LOOKED_AT_MAX * step && passed < PASSED_MAX && next != NULL;
		next = next->next) {
		size_t weight;

		if (!holds(next, share) ||
			(share == SHARE_ANSWERS && !next->has_member)) {
			passed++;
			continue;
		}
		if (i++ % step != 0)
			continue;
		weight = weight_of(next, share);
		if (weight > *most) {
			found = next;
			*most = weight;
		}
	}
	return found;
}

static bool
end_found(struct http_connection *found)
{
	if (found != NULL)
		http_connection_end(found);
	return found != NULL;
}

/* Ends, at once, a connection of the network that holds most, if that is clearly more
 * than the network of `address` holds; if the latter is a crowd itself, of one that holds
 * no less than it does. An unread answer gives way only for an arena. */
static bool
end_largest(struct http_connections *all, const struct in6_addr *address,
	enum http_share share)
{
	static const struct {
		enum http_phase phase;
		bool gives[SHARE_COUNT + 1];
	} phases[] = {
		{PHASE_SENDING, {[SHARE_REQUESTS] = true}},
		{PHASE_IDLE, {[PLACES] = true}},
		{PHASE_BODY,
			{[SHARE_REQUESTS] = true,
				[SHARE_SMALL_BODIES] = true,
				[PLACES] = true}},
		{PHASE_HEADERS, {[SHARE_REQUESTS] = true, [PLACES] = true}},
	};
	size_t most = (size_t)count_network(all, address);
	struct http_connection *found = NULL;

	if (is_crowd(all, address, share))
		most--;
	else
		most += FAIR_MARGIN;
	for (size_t i = 0; i < COUNT_OF(phases); i++) {
		struct http_connection *one = phases[i].gives[share]
			? find_largest(all, phases[i].phase, share, 1, &most)
			: NULL;

		found = one != NULL ? one : found;
	}
	return end_found(found);
}

/* Of the oldest connections that send, ends the one whose member or network holds most,
 * if that is clearly more than that of `asking` holds; if the latter holds more than one
 * may, one that holds no less. */
static bool
end_largest_answer(const struct http_connection *asking)
{
	struct http_memory *memory = asking->all->account.memory;
	size_t most;

	if (!asking->has_member)
		return false;
	most = http_memory_member_held(memory, asking->member, SHARE_ANSWERS);
	if (http_memory_member_exceeded(memory, asking->member, SHARE_ANSWERS, 0))
		most--;
	else
		most += FAIR_BYTES;
	return end_found(
		find_largest(asking->all, PHASE_SENDING, SHARE_ANSWERS, 1, &most));
}

/* ---- room ---- */

/* Ends one whose end leaves room in a share. Bodies go first, because no work is lost
 * with them, then answers that nobody reads, then heads. */
static bool
end_one_for(struct http_connection *asking, enum http_share share)
{
	struct http_connections *all = asking->all;

	switch (share) {
	case SHARE_BODIES:
		return end_slowest(all, PHASE_BODY, share, GRACE_MS);
	case SHARE_SMALL_BODIES:
		return end_largest(all, &asking->address, share) ||
			end_slowest(all, PHASE_BODY, share, GRACE_MS);
	case SHARE_ANSWERS:
		return end_largest_answer(asking) ||
			end_slowest(all, PHASE_SENDING, share, GRACE_MS);
	case SHARE_UPLOADS: /* waits instead: http_reserve_body() */
		return false;
	case SHARE_REQUESTS:
	case SHARE_COUNT:
		break;
	}
	if (end_largest(all, &asking->address, share))
		return true;
	return !is_crowd(all, &asking->address, share) &&
		(end_slowest(all, PHASE_BODY, share, GRACE_MS) ||
			end_slowest(all, PHASE_SENDING, share, GRACE_MS) ||
			end_slowest(all, PHASE_HEADERS, share, HEAD_GRACE_MS));
}

bool
http_connection_make_room(
	struct http_connection *connection, enum http_share share, size_t more)
{
	while (http_memory_exceeded(connection->all->account.memory, share, more)) {
		if (!end_one_for(connection, share))
			return false;
	}
	return true;
}

/* Ends a connection of the network that holds most, or else the one that has been idle,
 * or slow, for longest. */
static bool
make_place(struct http_connections *all, const struct in6_addr *address)
{
	if (end_largest(all, address, PLACES))
		return true;
	return !is_crowd(all, address, PLACES) &&
		(end_slowest(all, PHASE_HEADERS, PLACES, HEAD_GRACE_MS) ||
			end_slowest(all, PHASE_IDLE, PLACES, GRACE_MS) ||
			end_slowest(all, PHASE_BODY, PLACES, GRACE_MS) ||
			end_slowest(all, PHASE_SENDING, PLACES, GRACE_MS));
}

/* Idle connections keep their buffers, so their number is bounded. Beyond the bound, ends
 * the one that has just become idle, if its network holds many; or else one of the
 * network that holds most, or the one that has been idle for longest. */
static void
bound_idle(struct http_connection *connection)
{
	struct http_connections *all = connection->all;
	struct http_connection *ended = connection;
	size_t most = 0;

	if (http_memory_count_idle(all->account.memory, 0) <= IDLE_MAX)
		return;
	if (count_network(all, &connection->address) <= IDLE_MAX / CROWD_PART)
		ended = find_largest(
			all, PHASE_IDLE, PLACES, IDLE_MAX / LOOKED_AT_MAX, &most);
	http_connection_end(ended != NULL ? ended : all->phases[PHASE_IDLE].first);
}

void
http_connection_enter(struct http_connection *connection, enum http_phase phase)
{
	if (connection->phase == PHASE_ENDED)
		return;
	http_connection_move(connection, phase);
	if (phase == PHASE_IDLE)
		bound_idle(connection);
}

bool
http_connection_admits(struct http_connections *all, const struct in6_addr *address)
{
	if (all->draining)
		return false;
	/* All clients of a proxy share its address. */
	if (!http_address_is_proxy(&all->proxies, address) &&
		http_peers_count(all->peers, address) >= all->connections_per_address)
		return false;
	return http_peers_total(all->peers) < all->connections_max ||
		make_place(all, address);
}
