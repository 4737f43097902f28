/*
 * token_cache.h - caches the principals of tokens for one second.
 *
 * A change of credentials by this process invalidates entries at once (revocations.h).
 * Other processes follow within a second, without messages. The table has a fixed size: a
 * flood of unknown tokens evicts entries, which costs lookups but no memory.
 */
#ifndef KITH_GATEWAY_AUTH_TOKEN_CACHE_H
#define KITH_GATEWAY_AUTH_TOKEN_CACHE_H

#include "common/call/call.h"
#include "common/secret/secret.h"

struct token_cache;
struct auth_lookup;

#define TOKEN_LIFE_MS 1000

/* A token used this shortly before its entry expires is looked up again in the
 * background. */
#define TOKEN_AHEAD_MS 100

/* The number of lists of lookups in progress. */
#define TOKEN_LOOKUP_LISTS 64

struct token_entry {
	uint8_t hash[HASH_SIZE];
	int64_t expires_ms;         /* monotonic; 0 = unused */
	uint64_t moment;            /* the time of the revocations at the lookup */
	enum problem problem;       /* PROBLEM_NONE or PROBLEM_INVALID_TOKEN */
	struct principal principal; /* its texts are in .texts */
	char *texts;
};

struct token_cache *token_cache_new(void);
void token_cache_free(struct token_cache *cache);

/* The entry of a token's hash that is valid at `now_ms`, or NULL. */
const struct token_entry *token_cache_find(
	const struct token_cache *cache, const uint8_t hash[HASH_SIZE], int64_t now_ms);

/* Whether the last lookup found the token valid, however long ago. */
bool token_cache_held(const struct token_cache *cache, const uint8_t hash[HASH_SIZE]);

/* Stores the result of a lookup that was sent at `moment` (revocations.h); copies the
 * principal's texts. */
void token_cache_store(struct token_cache *cache, const uint8_t hash[HASH_SIZE],
	enum problem problem, const struct principal *principal, int64_t expires_ms,
	uint64_t moment);

/* The head of the list in which auth.c keeps its lookups of a hash. */
struct auth_lookup **
token_cache_lookups(struct token_cache *cache, const uint8_t hash[HASH_SIZE]);
struct auth_lookup **token_cache_lookup_list(struct token_cache *cache, size_t index);

#endif
