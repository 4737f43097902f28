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

/* What claims have held, at that time: bytes times milliseconds. */
struct load {
	int64_t held;
	int64_t at_ms;
};

/* How long it takes until it is forgotten. */
#define FORGET_MS 60000

/* A claim that waits is expected to hold its memory for so long. */
#define EXPECTED_MS 5000

/* What one for 8 MiB then holds. */
#define CLEARLY_MORE ((int64_t)8 * 1024 * 1024 * EXPECTED_MS)

struct holder {
	uint8_t member[16];
	size_t bytes[SHARE_COUNT], sum;
	struct holder *next;
};

struct http_memory {
	size_t bytes_max;
	atomic_size_t held[SHARE_COUNT];
	atomic_int idle;
	pthread_mutex_t mutex; /* of the following */
	struct holder *holders[BUCKETS];
	struct http_claim *waiting; /* claims, in the order of their arrival */
	struct http_claim *holding; /* in no order */
	struct load loads[BUCKETS]; /* of ended claims; two members may share one */
	uint8_t displaced[16];      /* whose claims are to end */
	size_t displaced_bytes;
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

/* What is left of a load. */
static int64_t
left_of(const struct load *load, int64_t now_ms)
{
	const int64_t passed_ms = now_ms - load->at_ms;

	return passed_ms < FORGET_MS ? load->held / FORGET_MS * (FORGET_MS - passed_ms)
				     : 0;
}

static int64_t
held_by(const struct http_claim *claim, int64_t now_ms)
{
	return (int64_t)claim->bytes * (now_ms - claim->since_ms);
}

/* What the claims of members have held, with those that hold now. */
static void
sum_loads(const struct http_memory *memory, int64_t now_ms, int64_t sums[BUCKETS])
{
	for (size_t i = 0; i < BUCKETS; i++)
		sums[i] = left_of(&memory->loads[i], now_ms);
	for (const struct http_claim *at = memory->holding; at != NULL; at = at->next)
		sums[bucket_of(at->member)] += held_by(at, now_ms);
}

/* By what claims that wait are ordered: the smallest comes first. */
static int64_t
rank_of(const struct http_claim *claim, const int64_t sums[BUCKETS])
{
	return sums[bucket_of(claim->member)] + (int64_t)claim->bytes * EXPECTED_MS;
}

size_t
http_memory_claim(struct http_memory *memory, struct http_claim *claim,
	const uint8_t member[16], size_t bytes, int64_t now_ms)
{
	struct http_claim **end = &memory->waiting;
	int64_t sums[BUCKETS], rank;
	size_t before = 0;
	bool behind = false;

	pthread_mutex_lock(&memory->mutex);
	if (!claim->waits) {
		while (*end != NULL)
			end = &(*end)->next;
		*claim = (struct http_claim){.bytes = bytes, .waits = true};
		memcpy(claim->member, member, sizeof(claim->member));
		*end = claim;
	}
	sum_loads(memory, now_ms, sums);
	rank = rank_of(claim, sums);
	for (const struct http_claim *at = memory->waiting; at != NULL; at = at->next) {
		const int64_t others = rank_of(at, sums);

		behind = behind || at == claim;
		if (others < rank || (others == rank && !behind))
			before += at->bytes;
	}
	pthread_mutex_unlock(&memory->mutex);
	return before;
}

/* Takes a claim out of a list. */
static void
unlink_claim(struct http_claim **at, const struct http_claim *claim)
{
	while (*at != claim)
		at = &(*at)->next;
	*at = claim->next;
}

void
http_memory_claim_meet(
	struct http_memory *memory, struct http_claim *claim, int64_t now_ms)
{
	pthread_mutex_lock(&memory->mutex);
	unlink_claim(&memory->waiting, claim);
	memory->displaced_bytes = 0; /* claims that still need room ask again */
	claim->waits = false;
	claim->holds = true;
	claim->since_ms = now_ms;
	claim->next = memory->holding;
	memory->holding = claim;
	pthread_mutex_unlock(&memory->mutex);
}

void
http_memory_claim_end(
	struct http_memory *memory, struct http_claim *claim, int64_t now_ms)
{
	struct load *load = &memory->loads[bucket_of(claim->member)];

	if (!claim->waits && !claim->holds)
		return;
	pthread_mutex_lock(&memory->mutex);
	unlink_claim(claim->waits ? &memory->waiting : &memory->holding, claim);
	if (claim->waits)
		memory->displaced_bytes = 0;
	else
		*load = (struct load){
			left_of(load, now_ms) + held_by(claim, now_ms), now_ms};
	pthread_mutex_unlock(&memory->mutex);
	claim->waits = claim->holds = false;
}

void
http_memory_displace(struct http_memory *memory, const uint8_t member[16], size_t bytes,
	int64_t now_ms)
{
	int64_t sums[BUCKETS], most;

	pthread_mutex_lock(&memory->mutex);
	memory->displaced_bytes = 0;
	sum_loads(memory, now_ms, sums);
	most = sums[bucket_of(member)] + CLEARLY_MORE;
	for (const struct http_claim *at = memory->holding; at != NULL; at = at->next) {
		if (sums[bucket_of(at->member)] <= most)
			continue;
		most = sums[bucket_of(at->member)];
		memcpy(memory->displaced, at->member, 16);
		memory->displaced_bytes = bytes;
	}
	pthread_mutex_unlock(&memory->mutex);
}

size_t
http_memory_displaced(struct http_memory *memory, uint8_t member[16])
{
	size_t bytes;

	pthread_mutex_lock(&memory->mutex);
	bytes = memory->displaced_bytes;
	memcpy(member, memory->displaced, 16);
	pthread_mutex_unlock(&memory->mutex);
	return bytes;
}
