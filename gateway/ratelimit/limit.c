/*
 * limit.c - token buckets in memory, one set for all loops of a process.
 *
 * A bucket holds as many tokens as its class allows in a window, and fills evenly. Only
 * the time when it is full is stored (the generic cell rate algorithm). The table has a
 * fixed size: when a set is full, the bucket that is full first is dropped. Strangers
 * with many addresses therefore drop the buckets of each other, and not one that a member
 * has emptied. Keys are stored as seeded hashes, so that a client cannot aim at another's
 * bucket and no address stays in memory.
 */
#include "gateway/ratelimit/limit.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/clock.h"
#include "common/base/hash.h"
#include "common/secret/secret.h"

#define STRIPES 64
#define SETS 128
#define WAYS 8
#define MINUTE_S 60
#define IMAGES_S 1800
#define SECOND_NS ((int64_t)1000000000)

/* The sessions of a member may take this part of a limit when its apps and tokens have
 * used up the whole. */
#define OVERDRAFT_PART 4

/* Each session may take this part of a limit when the sessions have used it up, and all
 * of them together OVERDRAFT_PART. */
#define RESERVE_PART 20

/* A page loads several files, and many visitors share the address of a network. */
#define ASSETS_PER_REQUEST 20

struct bucket {
	uint64_t key[2];
	int64_t full_ns; /* when it is full */
};

struct stripe {
	pthread_mutex_t mutex;
	struct bucket buckets[SETS][WAYS];
};

struct limits {
	uint64_t seed[2];
	int64_t most[LIMIT_CLASSES]; /* the most tokens in a window */
	struct stripe stripes[STRIPES];
};

struct limits *
limits_new(const struct config *config)
{
	struct limits *limits = calloc(1, sizeof(*limits));

	if (limits == NULL)
		abort();
	for (size_t i = 0; i < STRIPES; i++)
		pthread_mutex_init(&limits->stripes[i].mutex, NULL);
	secret_random(limits->seed, sizeof(limits->seed));
	if (strcmp(config->rate_limits.data, "off") == 0)
		return limits;
	limits->most[LIMIT_ANONYMOUS] = config->anonymous_per_minute.value;
	limits->most[LIMIT_ASSET] =
		config->anonymous_per_minute.value * ASSETS_PER_REQUEST;
	limits->most[LIMIT_READ] = config->reads_per_minute.value;
	limits->most[LIMIT_OPEN_READ] = config->reads_per_minute.value;
	limits->most[LIMIT_CLIENT] = config->reads_per_minute.value;
	limits->most[LIMIT_WRITE] = config->writes_per_minute.value;
	limits->most[LIMIT_TOOL] = config->tool_calls_per_minute.value;
	limits->most[LIMIT_IMAGE] = config->images_per_half_hour.value;
	limits->most[LIMIT_MESSAGE] = config->tool_messages_per_minute.value;
	return limits;
}

void
limits_free(struct limits *limits)
{
	if (limits == NULL)
		return;
	for (size_t i = 0; i < STRIPES; i++)
		pthread_mutex_destroy(&limits->stripes[i].mutex);
	free(limits);
}

static uint64_t
hash(uint64_t seed, enum limit_class class, const uint8_t *key, size_t size)
{
	return hash_seeded(seed ^ ((uint64_t) class << 56), key, size);
}

/* The bucket of a key; a new one is full. The caller holds the stripe's mutex. */
static struct bucket *
find_bucket(struct bucket set[WAYS], const uint64_t key[2])
{
	struct bucket *chosen = &set[0];

	for (size_t way = 0; way < WAYS; way++) {
		if (set[way].key[0] == key[0] && set[way].key[1] == key[1])
			return &set[way];
		if (set[way].full_ns < chosen->full_ns)
			chosen = &set[way];
	}
	*chosen = (struct bucket){{key[0], key[1]}, 0};
	return chosen;
}

/* The window of a class, in seconds. */
static int64_t window_s(enum limit_class class)
{
	return class == LIMIT_IMAGE ? IMAGES_S : MINUTE_S;
}

static int64_t
seconds_of(int64_t ns)
{
	const int64_t seconds = (ns + SECOND_NS - 1) / SECOND_NS;

	return seconds > 0 ? seconds : 1;
}

/* Takes `cost` tokens from a bucket that has as many, one at least, or would lack no more
 * than `overdraft`. */
static bool
take(struct limits *limits, enum limit_class class, const void *key, size_t key_size,
	int64_t now_us, int64_t cost, int64_t overdraft, struct limit_state *state)
{
	const int64_t most = limits->most[class], now_ns = now_us * 1000;
	const uint64_t hashes[2] = {hash(limits->seed[0], class, key, key_size),
		hash(limits->seed[1], class, key, key_size)};
	struct stripe *stripe = &limits->stripes[hashes[0] % STRIPES];
	int64_t token_ns, missing_ns, enough_ns;
	struct bucket *bucket;
	bool taken;

	*state = (struct limit_state){
		.class = class, .limit = most, .window_s = window_s(class)};
	if (most <= 0)
		return true;
	token_ns = state->window_s * SECOND_NS / most;
	/* what may be missing from a bucket */
	enough_ns = (most - (cost > 1 ? cost : 1) + overdraft) * token_ns;
	pthread_mutex_lock(&stripe->mutex);
	bucket = find_bucket(stripe->buckets[hashes[1] % SETS], hashes);
	missing_ns = bucket->full_ns > now_ns ? bucket->full_ns - now_ns : 0;
	taken = missing_ns <= enough_ns;
	if (taken)
		missing_ns += cost * token_ns;
	bucket->full_ns = now_ns + missing_ns;
	pthread_mutex_unlock(&stripe->mutex);

	state->remaining = missing_ns < most * token_ns
		? (most * token_ns - missing_ns) / token_ns
		: 0;
	state->reset_s = seconds_of(taken ? missing_ns : missing_ns - enough_ns);
	return taken;
}

bool
limit_take_at(struct limits *limits, enum limit_class class, const void *key,
	size_t key_size, int64_t now_us, struct limit_state *state)
{
	return take(limits, class, key, key_size, now_us, 1, 0, state);
}

bool
limit_take(struct gateway *gateway, enum limit_class class, const void *key,
	size_t key_size, struct limit_state *state)
{
	return limit_take_at(
		gateway->limits, class, key, key_size, clock_monotonic_us(), state);
}

size_t
limit_address_key(const char *address, uint8_t key[16])
{
	struct in6_addr six;
	struct in_addr four;

	if (inet_pton(AF_INET, address, &four) == 1) {
		memcpy(key, &four, sizeof(four));
		return sizeof(four);
	}
	if (inet_pton(AF_INET6, address, &six) != 1)
		return 0;
	/* A client has a whole /64. An IPv4-mapped address counts as IPv4. */
	if (IN6_IS_ADDR_V4MAPPED(&six)) {
		memcpy(key, six.s6_addr + 12, 4);
		return 4;
	}
	memcpy(key, six.s6_addr, 8);
	return 8;
}

/* Takes tokens from a bucket of a kind, beside the common one: `cost`, or as many as the
 * class has if these are fewer. */
static bool
take_of(struct limits *limits, enum limit_class class, uint8_t kind,
	const struct uuid *id, int64_t now_us, int64_t cost, struct limit_state *state)
{
	const int64_t most = limits->most[class];
	uint8_t key[17] = {kind};

	memcpy(key + 1, id->bytes, 16);
	return take(limits, class, key, sizeof(key), now_us, cost < most ? cost : most, 0,
		state);
}

/* Takes a token of a member for one of its sessions: from a bucket of the sessions, and
 * from that of the member, which may then lack more than a whole. So an app cannot keep
 * the member from disconnecting it. */
static bool
take_of_sessions(struct limits *limits, enum limit_class class, const struct uuid *member,
	int64_t now_us, struct limit_state *state)
{
	struct limit_state whole;

	if (!take_of(limits, class, 's', member, now_us, 1, state))
		return false;
	if (take(limits, class, member->bytes, 16, now_us, 1,
		    limits->most[class] / OVERDRAFT_PART, &whole))
		return true;
	state->remaining = 0;
	state->reset_s = whole.reset_s;
	return false;
}

/* Takes from what this session has for itself: so a thief of another one cannot keep the
 * member from changing the password. Many sessions share a part. */
static bool
take_of_session(struct limits *limits, enum limit_class class,
	const struct principal *principal, int64_t now_us)
{
	struct limit_state state;

	return take_of(limits, class, 'r', &principal->credential, now_us, RESERVE_PART,
		       &state) &&
		take_of(limits, class, 'm', &principal->member, now_us, OVERDRAFT_PART,
			&state);
}

bool
limit_take_for(struct gateway *gateway, enum limit_class class,
	const struct principal *principal, struct limit_state *state)
{
	uint8_t key[16 + HASH_SIZE];
	size_t size = 16;
	bool by_client = class == LIMIT_TOOL || class == LIMIT_MESSAGE;

	if (class == LIMIT_ANONYMOUS || class == LIMIT_OPEN_READ ||
		class == LIMIT_ASSET || class == LIMIT_CLIENT) {
		size = limit_address_key(principal->address.data, key);
		return limit_take(gateway, class, key, size, state);
	}
	if ((class == LIMIT_READ || class == LIMIT_WRITE) &&
		principal->credential_kind == CREDENTIAL_SESSION) {
		const int64_t now_us = clock_monotonic_us();

		return take_of_sessions(gateway->limits, class, &principal->member,
			       now_us, state) ||
			take_of_session(gateway->limits, class, principal, now_us);
	}
	memcpy(key, principal->member.bytes, 16);
	if (by_client && principal->client.presence == GIVEN) {
		secret_hash(principal->client.data, principal->client.size, key + 16);
		size = sizeof(key);
	}
	return limit_take(gateway, class, key, size, state);
}

bool
limit_take_op(struct gateway *gateway, const struct op *op,
	const struct principal *principal, struct limit_state *state)
{
	const enum limit_class class = op_is_write(op) ? LIMIT_WRITE : LIMIT_READ;

	return limit_take_for(gateway, class, principal, state) &&
		(op->image.source == IMAGE_NONE ||
			limit_take_for(gateway, LIMIT_IMAGE, principal, state));
}

/* Invalid tokens have a bucket of their own beside the address's requests. */
static bool
take_guess(struct gateway *gateway, const char *address, int64_t cost)
{
	uint8_t key[17] = {'g'};
	size_t size = 1 + limit_address_key(address, key + 1);
	struct limit_state state;

	return take(gateway->limits, LIMIT_ANONYMOUS, key, size, clock_monotonic_us(),
		cost, 0, &state);
}

void
limit_guess(struct gateway *gateway, const char *address)
{
	take_guess(gateway, address, 1);
}

bool
limit_guess_left(struct gateway *gateway, const char *address)
{
	return take_guess(gateway, address, 0);
}

static const char *const names[LIMIT_CLASSES] = {
	[LIMIT_ANONYMOUS] = "anonymous",
	[LIMIT_READ] = "read",
	[LIMIT_WRITE] = "write",
	[LIMIT_TOOL] = "tool",
	[LIMIT_MESSAGE] = "message",
	[LIMIT_IMAGE] = "image",
	[LIMIT_OPEN_READ] = "open_read",
	[LIMIT_ASSET] = "asset",
	[LIMIT_CLIENT] = "client",
};

void
limit_headers(struct http_headers *headers, struct arena *arena,
	const struct limit_state *state)
{
	if (state->limit == 0)
		return;
	http_headers_add(headers, "RateLimit-Policy",
		arena_printf(arena, "\"%s\";q=%lld;w=%lld", names[state->class],
			(long long)state->limit, (long long)state->window_s));
	http_headers_add(headers, "RateLimit",
		arena_printf(arena, "\"%s\";r=%lld;t=%lld", names[state->class],
			(long long)state->remaining, (long long)state->reset_s));
}
