#include "gateway/http/budget.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Eighths of the whole. */
static const size_t eighths[SHARE_COUNT] = {
	[SHARE_REQUESTS] = 3, [SHARE_BODIES] = 2, [SHARE_ANSWERS] = 3};

/* A table of those who hold anything now; members' ids are random, nobody chooses them. */
#define BUCKETS 1024

struct holder {
	uint8_t member[16];
	size_t bytes;
	struct holder *next;
};

struct http_budget {
	size_t eighth_bytes;
	atomic_size_t held[SHARE_COUNT];
	pthread_mutex_t mutex; /* of the holders; held for a look into one bucket */
	struct holder *holders[BUCKETS];
};

struct http_budget *
http_budget_new(size_t bytes_max)
{
	struct http_budget *budget = calloc(1, sizeof(*budget));

	if (budget == NULL)
		abort(); /* out of memory ends the process, as everywhere */
	budget->eighth_bytes = bytes_max / 8;
	pthread_mutex_init(&budget->mutex, NULL);
	return budget;
}

void
http_budget_free(struct http_budget *budget)
{
	if (budget == NULL)
		return;
	for (size_t i = 0; i < BUCKETS; i++) {
		while (budget->holders[i] != NULL) {
			struct holder *holder = budget->holders[i];

			budget->holders[i] = holder->next;
			free(holder);
		}
	}
	pthread_mutex_destroy(&budget->mutex);
	free(budget);
}

void
http_budget_add(struct http_budget *budget, enum http_share share, size_t bytes)
{
	atomic_fetch_add_explicit(&budget->held[share], bytes, memory_order_relaxed);
}

void
http_budget_remove(struct http_budget *budget, enum http_share share, size_t bytes)
{
	atomic_fetch_sub_explicit(&budget->held[share], bytes, memory_order_relaxed);
}

size_t
http_budget_held(const struct http_budget *budget, enum http_share share)
{
	return atomic_load_explicit(&budget->held[share], memory_order_relaxed);
}

size_t
http_budget_max(const struct http_budget *budget, enum http_share share)
{
	return eighths[share] * budget->eighth_bytes;
}

bool
http_budget_exceeded(const struct http_budget *budget, enum http_share share, size_t more)
{
	const size_t held = http_budget_held(budget, share);
	const size_t most = http_budget_max(budget, share);

	return held > most || more > most - held;
}

/* The link that points to the holder of a member, or to where it would be added. */
static struct holder **
find(struct http_budget *budget, const uint8_t member[16])
{
	struct holder **link;
	uint64_t low;

	memcpy(&low, member + 8, sizeof(low));
	link = &budget->holders[(low ^ low >> 32) % BUCKETS];
	while (*link != NULL && memcmp((*link)->member, member, 16) != 0)
		link = &(*link)->next;
	return link;
}

void
http_budget_add_for(struct http_budget *budget, const uint8_t member[16], size_t bytes)
{
	struct holder **link;

	pthread_mutex_lock(&budget->mutex);
	link = find(budget, member);
	if (*link == NULL) {
		*link = calloc(1, sizeof(**link));
		if (*link == NULL)
			abort();
		memcpy((*link)->member, member, 16);
	}
	(*link)->bytes += bytes;
	pthread_mutex_unlock(&budget->mutex);
}

void
http_budget_remove_for(struct http_budget *budget, const uint8_t member[16], size_t bytes)
{
	struct holder **link, *holder;

	pthread_mutex_lock(&budget->mutex);
	link = find(budget, member);
	holder = *link;
	if (holder != NULL) {
		holder->bytes -= bytes;
		if (holder->bytes == 0) {
			*link = holder->next;
			free(holder);
		}
	}
	pthread_mutex_unlock(&budget->mutex);
}

bool
http_budget_exceeded_for(
	struct http_budget *budget, const uint8_t member[16], size_t more)
{
	const struct holder *holder;
	size_t held;

	pthread_mutex_lock(&budget->mutex);
	holder = *find(budget, member);
	held = holder != NULL ? holder->bytes : 0;
	pthread_mutex_unlock(&budget->mutex);
	return held > 0 && held + more > budget->eighth_bytes;
}
