#include "gateway/http/memory.h"

#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Sixteenths of the whole. */
static const size_t sixteenths[SHARE_COUNT] = {[SHARE_REQUESTS] = 3,
	[SHARE_UPLOADS] = 7,
	[SHARE_BODIES] = 2,
	[SHARE_SMALL_BODIES] = 1,
	[SHARE_ANSWERS] = 3};

/* Of the whole, one member holds one part of so many. */
static const size_t parts[SHARE_COUNT] = {
	[SHARE_UPLOADS] = 16, [SHARE_BODIES] = 64, [SHARE_ANSWERS] = 32};

/* A body or an answer up to this size is not charged. A member can sign in while large
 * bodies use up their share, and the kernel takes a small answer at once. */
#define SMALL_BYTES ((size_t)4 * 1024)

/* The hash table of holders. Member ids are random: nobody can choose ids that
 * collide. */
#define BUCKETS 1024

struct holder {
	uint8_t member[16];
	size_t bytes[SHARE_COUNT], sum;
	struct holder *next;
};

struct http_memory {
	size_t bytes_max;
	atomic_size_t held[SHARE_COUNT];
	atomic_size_t wanted_upload;
	atomic_int idle;
	pthread_mutex_t mutex; /* of the following; taken for one bucket at a time */
	struct holder *holders[BUCKETS];
	struct http_claim *claims; /* in the order of their arrival */
	/* When a claim was last met, by hash: two members may share one. */
	int64_t met_ms[BUCKETS];
};

struct http_memory *
http_memory_new(size_t bytes_max)
{
	struct http_memory *memory = calloc(1, sizeof(*memory));

	if (memory == NULL)
		abort(); /* out of memory ends the process, as everywhere */
	memory->bytes_max = bytes_max;
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
	return sixteenths[share] * (memory->bytes_max / 16);
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

int
http_memory_count_idle(struct http_memory *memory, int change)
{
	return atomic_fetch_add_explicit(&memory->idle, change, memory_order_relaxed) +
		change;
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

static size_t
bucket_of(const uint8_t member[16])
{
	uint64_t high, low;

	memcpy(&high, member, sizeof(high)); /* alone tells networks of IPv6 apart */
	memcpy(&low, member + 8, sizeof(low));
	low ^= high;
	return (low ^ low >> 16 ^ low >> 32 ^ low >> 48) % BUCKETS;
}

/* The link that points to a member's entry, or to where it would be added. */
static struct holder **
find(struct http_memory *memory, const uint8_t member[16])
{
	struct holder **link = &memory->holders[bucket_of(member)];

	while (*link != NULL && memcmp((*link)->member, member, 16) != 0)
		link = &(*link)->next;
	return link;
}

void
http_memory_charge_member(struct http_memory *memory, const uint8_t member[16],
	enum http_share share, size_t before, size_t after)
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
	holder->bytes[share] += after - before;
	holder->sum += after - before;
	if (holder->sum == 0) {
		*link = holder->next;
		free(holder);
	}
	pthread_mutex_unlock(&memory->mutex);
}

size_t
http_memory_member_held(
	struct http_memory *memory, const uint8_t member[16], enum http_share share)
{
	const struct holder *holder;
	size_t held;

	pthread_mutex_lock(&memory->mutex);
	holder = *find(memory, member);
	held = holder != NULL ? holder->bytes[share] : 0;
	pthread_mutex_unlock(&memory->mutex);
	return held;
}

bool
http_memory_member_exceeded(struct http_memory *memory, const uint8_t member[16],
	enum http_share share, size_t more)
{
	const size_t held = http_memory_member_held(memory, member, share);

	return held > 0 && held + more > memory->bytes_max / parts[share];
}

/* ---- claims ---- */

size_t
http_memory_claim(struct http_memory *memory, struct http_claim *claim,
	const uint8_t member[16], size_t bytes)
{
	struct http_claim **end = &memory->claims;
	size_t before = 0;
	bool behind = false;
	int64_t met_ms;

	pthread_mutex_lock(&memory->mutex);
	if (!claim->waits) {
		while (*end != NULL)
			end = &(*end)->next;
		*claim = (struct http_claim){.bytes = bytes, .waits = true};
		memcpy(claim->member, member, sizeof(claim->member));
		*end = claim;
	}
	met_ms = memory->met_ms[bucket_of(member)];
	for (const struct http_claim *at = memory->claims; at != NULL; at = at->next) {
		const int64_t others_ms = memory->met_ms[bucket_of(at->member)];

		behind = behind || at == claim;
		if (others_ms < met_ms || (others_ms == met_ms && !behind))
			before += at->bytes;
	}
	pthread_mutex_unlock(&memory->mutex);
	return before;
}

void
http_memory_claim_end(
	struct http_memory *memory, struct http_claim *claim, int64_t met_ms)
{
	struct http_claim **at = &memory->claims;

	if (!claim->waits)
		return;
	pthread_mutex_lock(&memory->mutex);
	while (*at != claim)
		at = &(*at)->next;
	*at = claim->next;
	if (met_ms > 0)
		memory->met_ms[bucket_of(claim->member)] = met_ms;
	pthread_mutex_unlock(&memory->mutex);
	claim->waits = false;
	http_memory_want_upload(memory, 0); /* claims that still need room ask again */
}

void
http_memory_want_upload(struct http_memory *memory, size_t bytes)
{
	atomic_store_explicit(&memory->wanted_upload, bytes, memory_order_relaxed);
}

size_t
http_memory_wanted_upload(const struct http_memory *memory)
{
	return atomic_load_explicit(&memory->wanted_upload, memory_order_relaxed);
}
