#include "gateway/http/peers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/secret/secret.h"
#include "common/text/network.h"

struct peer {
	uint64_t high, low; /* the address, or its network and 0 */
	bool is_network;    /* counts the addresses of a /24 or /48 */
	int count;
	struct peer *next;
};

struct http_peers {
	pthread_mutex_t mutex; /* taken for one bucket at a time */
	int total;
	uint64_t seed[2]; /* so that clients cannot choose addresses that collide */
	size_t mask;
	struct peer **buckets;
};

static void *
allocate(size_t count, size_t size)
{
	void *memory = calloc(count, size);

	if (memory == NULL)
		abort(); /* out of memory ends the process, as everywhere */
	return memory;
}

struct http_peers *
http_peers_new(int expected)
{
	struct http_peers *peers = allocate(1, sizeof(*peers));
	size_t buckets = 64;

	while (buckets < (size_t)expected)
		buckets *= 2;
	pthread_mutex_init(&peers->mutex, NULL);
	peers->mask = buckets - 1;
	peers->buckets = allocate(buckets, sizeof(struct peer *));
	secret_random(peers->seed, sizeof(peers->seed));
	return peers;
}

void
http_peers_free(struct http_peers *peers)
{
	if (peers == NULL)
		return;
	for (size_t i = 0; i <= peers->mask; i++) {
		while (peers->buckets[i] != NULL) {
			struct peer *peer = peers->buckets[i];

			peers->buckets[i] = peer->next;
			free(peer);
		}
	}
	free(peers->buckets);
	pthread_mutex_destroy(&peers->mutex);
	free(peers);
}

/* The key under which the network of an address is counted. */
static struct peer
network_key(const struct in6_addr *address)
{
	const struct in6_addr network = network_of_client(address);
	struct peer key = {.is_network = true};

	memcpy(&key.high, network.s6_addr, sizeof(key.high));
	memcpy(&key.low, network.s6_addr + sizeof(key.high), sizeof(key.low));
	return key;
}

/* The key under which an address is counted. */
static struct peer
peer_key(const struct in6_addr *address)
{
	struct peer key = {0};

	memcpy(&key.high, address->s6_addr, sizeof(key.high));
	if (IN6_IS_ADDR_V4MAPPED(address))
		memcpy(&key.low, address->s6_addr + 8, sizeof(key.low));
	return key;
}

/* The link that points to the entry of a key, or to where it would be added. */
static struct peer **
find(const struct http_peers *peers, const struct peer *key)
{
	uint64_t hash = (key->high ^ peers->seed[0]) * UINT64_C(0x9e3779b97f4a7c15);
	struct peer **link;

	hash = (hash ^ hash >> 29 ^ key->low ^ peers->seed[1]) *
		UINT64_C(0xbf58476d1ce4e5b9);
	link = &peers->buckets[(hash ^ hash >> 32) & peers->mask];
	while (*link != NULL &&
		((*link)->high != key->high || (*link)->low != key->low ||
			(*link)->is_network != key->is_network))
		link = &(*link)->next;
	return link;
}

int
http_peers_total(struct http_peers *peers)
{
	int total;

	pthread_mutex_lock(&peers->mutex);
	total = peers->total;
	pthread_mutex_unlock(&peers->mutex);
	return total;
}

static int
count_of(struct http_peers *peers, const struct peer *key)
{
	const struct peer *peer;
	int count;

	pthread_mutex_lock(&peers->mutex);
	peer = *find(peers, key);
	count = peer != NULL ? peer->count : 0;
	pthread_mutex_unlock(&peers->mutex);
	return count;
}

int
http_peers_count(struct http_peers *peers, const struct in6_addr *address)
{
	const struct peer key = peer_key(address);

	return count_of(peers, &key);
}

int
http_peers_count_network(struct http_peers *peers, const struct in6_addr *address)
{
	const struct peer key = network_key(address);

	return count_of(peers, &key);
}

static void
add(struct http_peers *peers, const struct peer *key)
{
	struct peer **link = find(peers, key);

	if (*link == NULL) {
		*link = allocate(1, sizeof(**link));
		**link = *key;
	}
	(*link)->count++;
}

static void
subtract(struct http_peers *peers, const struct peer *key)
{
	struct peer **link = find(peers, key);
	struct peer *peer = *link;

	if (peer != NULL && --peer->count == 0) {
		*link = peer->next;
		free(peer);
	}
}

void
http_peers_add(struct http_peers *peers, const struct in6_addr *address)
{
	const struct peer key = peer_key(address), network = network_key(address);

	pthread_mutex_lock(&peers->mutex);
	add(peers, &key);
	add(peers, &network);
	peers->total++;
	pthread_mutex_unlock(&peers->mutex);
}

void
http_peers_remove(struct http_peers *peers, const struct in6_addr *address)
{
	const struct peer key = peer_key(address), network = network_key(address);

	pthread_mutex_lock(&peers->mutex);
	if (*find(peers, &key) != NULL) {
		subtract(peers, &key);
		subtract(peers, &network);
		peers->total--;
	}
	pthread_mutex_unlock(&peers->mutex);
}
