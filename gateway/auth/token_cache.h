/*
 * token_cache.h - whom a token stands for, remembered for at most a second.
 *
 * What this process itself ends or changes is forgotten at once (revocations.h). The bound is
 * what makes it hold at every other gateway within a second, without any message between
 * processes. The table has a fixed size: a flood of unknown tokens pushes out other entries and
 * costs their owners one more lookup, but no memory.
 */
#ifndef KITH_GATEWAY_AUTH_TOKEN_CACHE_H
#define KITH_GATEWAY_AUTH_TOKEN_CACHE_H

#include "common/call/call.h"
#include "common/secret/secret.h"

struct token_cache;
struct auth_lookup;

#define TOKEN_LIFE_MS 1000

/* Whoever uses a token so shortly before it would be forgotten has it asked about again, and does not wait. */
#define TOKEN_AHEAD_MS 100

/* How many lists the lookups under way are spread over. */
#define TOKEN_LOOKUP_LISTS 64

struct token_entry {
	uint8_t hash[HASH_SIZE];
	int64_t expires_ms;         /* monotonic; 0 = unused */
	uint64_t moment;            /* of the revocations, when it was asked about */
	enum problem problem;       /* PROBLEM_NONE or PROBLEM_INVALID_TOKEN */
	struct principal principal; /* its texts are in .texts */
	char *texts;
};

struct token_cache *token_cache_new(void);
void token_cache_free(struct token_cache *cache);

/* The entry of a token's hash that is still good at `now_ms`, or NULL. */
const struct token_entry *token_cache_find(
	const struct token_cache *cache, const uint8_t hash[HASH_SIZE], int64_t now_ms);

/* Whether the token stood for somebody when it was last asked about, however long ago. */
bool token_cache_held(const struct token_cache *cache, const uint8_t hash[HASH_SIZE]);

/* Remembers an answer to what was asked at a moment (revocations.h); the principal's texts are
 * copied. */
void token_cache_store(struct token_cache *cache, const uint8_t hash[HASH_SIZE],
	enum problem problem, const struct principal *principal, int64_t expires_ms,
	uint64_t moment);

/* The head of the list in which auth.c keeps its lookups of such a hash. */
struct auth_lookup **
token_cache_lookups(struct token_cache *cache, const uint8_t hash[HASH_SIZE]);
struct auth_lookup **token_cache_lookup_list(struct token_cache *cache, size_t index);

#endif
