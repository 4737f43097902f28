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

/* Of the whole, the uploads of one member hold one part of so many. */
#define UPLOADS_PART 16

/* The same for its bodies and answers. */
static const size_t parts[SHARE_COUNT] = {[SHARE_BODIES] = 64, [SHARE_ANSWERS] = 32};

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
	atomic_int idle;
	struct http_claims *claims;
	pthread_mutex_t mutex; /* of the holders */
	struct holder *holders[BUCKETS];
};

struct http_memory *
http_memory_new(size_t bytes_max)
{
	struct http_memory *memory = calloc(1, sizeof(*memory));

	if (memory == NULL)
		abort(); /* out of memory ends the process, as everywhere */
	memory->bytes_max = bytes_max;
	memory->claims = http_claims_new(
		http_memory_max(memory, SHARE_UPLOADS), bytes_max / UPLOADS_PART);
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
	http_claims_free(memory->claims);
	pthread_mutex_destroy(&memory->mutex);
	free(memory);
}

struct http_claims *
http_memory_claims(const struct http_memory *memory)
{
	return memory->claims;
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

/* The caller has the mutex. */
static size_t
held_by(struct http_memory *memory, const uint8_t member[16], enum http_share share)
{
	const struct holder *holder = *find(memory, member);

	return holder != NULL ? holder->bytes[share] : 0;
}

/* Whether a member that holds `held` bytes exceeds its limit by `more`. */
static bool
exceeds(const struct http_memory *memory, enum http_share share, size_t held, size_t more)
{
	return held > 0 && held + more > memory->bytes_max / parts[share];
}

/* The caller has the mutex. */
static void
charge(struct http_memory *memory, const uint8_t member[16], enum http_share share,
	size_t before, size_t after)
{
	struct holder **link = find(memory, member), *holder = *link;

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
}

void
http_memory_charge_member(struct http_memory *memory, const uint8_t member[16],
	enum http_share share, size_t before, size_t after)
{
	if (before == after)
		return;
	pthread_mutex_lock(&memory->mutex);
	charge(memory, member, share, before, after);
	pthread_mutex_unlock(&memory->mutex);
}

bool
http_memory_take(struct http_memory *memory, const uint8_t member[16],
	enum http_share share, size_t before, size_t after)
{
	bool taken;

	pthread_mutex_lock(&memory->mutex);
	taken = !exceeds(memory, share, held_by(memory, member, share) - before, after);
	if (taken && before != after)
		charge(memory, member, share, before, after);
	pthread_mutex_unlock(&memory->mutex);
	return taken;
}

size_t
http_memory_member_held(
	struct http_memory *memory, const uint8_t member[16], enum http_share share)
{
	size_t held;

	pthread_mutex_lock(&memory->mutex);
	held = held_by(memory, member, share);
	pthread_mutex_unlock(&memory->mutex);
	return held;
}

bool
http_memory_member_exceeded(struct http_memory *memory, const uint8_t member[16],
	enum http_share share, size_t more)
{
	const size_t held = http_memory_member_held(memory, member, share);

	return exceeds(memory, share, held, more);
}
