#include "gateway/http/memory.h"

#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Eighths of the whole. */
static const size_t eighths[SHARE_COUNT] = {
	[SHARE_REQUESTS] = 3, [SHARE_BODIES] = 2, [SHARE_ANSWERS] = 3};

/* A body or an answer up to this size is not charged. A member can sign in while large
 * bodies use up their share, and the kernel takes a small answer at once. */
#define SMALL_BYTES ((size_t)4 * 1024)

/* The hash table of holders. Member ids are random: nobody can choose ids that
 * collide. */
#define BUCKETS 1024

struct holder {
	uint8_t member[16];
	size_t bytes;
	struct holder *next;
};

struct http_memory {
	size_t eighth_bytes;
	atomic_size_t held[SHARE_COUNT];
	pthread_mutex_t mutex; /* of the holders; taken for one bucket at a time */
	struct holder *holders[BUCKETS];
};

struct http_memory *
http_memory_new(size_t bytes_max)
{
	struct http_memory *memory = calloc(1, sizeof(*memory));

	if (memory == NULL)
		abort(); /* out of memory ends the process, as everywhere */
	memory->eighth_bytes = bytes_max / 8;
	pthread_mutex_init(&memory->mutex, NULL);
	return memory;
}

void
http_memory_free(struct http_memory *memory)
{
	if (memory == NULL)
		return;
	for (size_t i = 0; i < BUCKETS; i++) {
		while (memory->holders[i] != NULL) {
			struct holder *holder = memory->holders[i];

			memory->holders[i] = holder->next;
			free(holder);
		}
	}
	pthread_mutex_destroy(&memory->mutex);
	free(memory);
}

/* ---- shares ---- */

size_t
http_memory_held(const struct http_memory *memory, enum http_share share)
{
	return atomic_load_explicit(&memory->held[share], memory_order_relaxed);
}

size_t
http_memory_max(const struct http_memory *memory, enum http_share share)
{
	return eighths[share] * memory->eighth_bytes;
}

bool
http_memory_exceeded(const struct http_memory *memory, enum http_share share, size_t more)
{
	const size_t held = http_memory_held(memory, share);
	const size_t most = http_memory_max(memory, share);

	return held > most || more > most - held;
}

size_t
http_memory_counted(size_t bytes)
{
	return bytes > SMALL_BYTES ? bytes : 0;
}

void
http_memory_charge(struct http_account *account, enum http_share share, size_t *charged,
	size_t bytes)
{
	/* The difference may be negative; unsigned numbers wrap around to the right
	 * sum. */
	if (bytes != *charged)
		atomic_fetch_add_explicit(&account->memory->held[share], bytes - *charged,
			memory_order_relaxed);
	http_memory_count(account, *charged, bytes);
	*charged = bytes;
}

void
http_memory_count(struct http_account *account, size_t before, size_t after)
{
	account->bytes += after - before;
	if (account->bytes > account->peak_bytes)
		account->peak_bytes = account->bytes;
}

void
http_memory_trim(struct http_account *account, size_t least)
{
	if (account->peak_bytes - account->bytes < least ||
		account->peak_bytes / 2 < account->bytes)
		return;
	account->peak_bytes = account->bytes;
	malloc_trim(0);
}

/* ---- members ---- */

/* The link that points to a member's entry, or to where it would be added. */
static struct holder **
find(struct http_memory *memory, const uint8_t member[16])
{
	struct holder **link;
	uint64_t low;

	memcpy(&low, member + 8, sizeof(low));
	link = &memory->holders[(low ^ low >> 32) % BUCKETS];
	while (*link != NULL && memcmp((*link)->member, member, 16) != 0)
		link = &(*link)->next;
	return link;
}

void
http_memory_charge_member(
	struct http_memory *memory, const uint8_t member[16], size_t before, size_t after)
{
	struct holder **link, *holder;

	if (before == after)
		return;
	pthread_mutex_lock(&memory->mutex);
	link = find(memory, member);
	holder = *link;
	if (holder == NULL) {
		holder = *link = calloc(1, sizeof(*holder));
		if (holder == NULL)
			abort();
		memcpy(holder->member, member, sizeof(holder->member));
	}
	holder->bytes += after - before;
	if (holder->bytes == 0) {
		*link = holder->next;
		free(holder);
	}
	pthread_mutex_unlock(&memory->mutex);
}

bool
http_memory_member_exceeded(
	struct http_memory *memory, const uint8_t member[16], size_t more)
{
	const struct holder *holder;
	size_t held;

	pthread_mutex_lock(&memory->mutex);
	holder = *find(memory, member);
	held = holder != NULL ? holder->bytes : 0;
	pthread_mutex_unlock(&memory->mutex);
	return held > 0 && held + more > memory->eighth_bytes;
}
