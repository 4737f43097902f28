#include "gateway/auth/token_cache.h"

#include <stdlib.h>
#include <string.h>

#define SETS 1024
#define WAYS 4

struct token_cache {
	struct token_entry entries[SETS][WAYS];
	struct auth_lookup *lookups[TOKEN_LOOKUP_LISTS];
};

/* An empty cache; its memory is used as it fills. */
struct token_cache *
token_cache_new(void)
{
	struct token_cache *cache = calloc(1, sizeof(*cache));

	if (cache == NULL)
		abort();
	return cache;
}

/* Frees the cache; auth.c has freed the lookups. */
void
token_cache_free(struct token_cache *cache)
{
	if (cache == NULL)
		return;
	for (size_t set = 0; set < SETS; set++) {
		for (size_t way = 0; way < WAYS; way++)
			free(cache->entries[set][way].texts);
	}
	free(cache);
}

/* Hashes are uniform, so their first bits choose a set. */
static size_t
set_of(const uint8_t hash[HASH_SIZE])
{
	return (((size_t)hash[0] << 8) | hash[1]) % SETS;
}

const struct token_entry *
token_cache_find(
	const struct token_cache *cache, const uint8_t hash[HASH_SIZE], int64_t now_ms)
{
	const struct token_entry *set = cache->entries[set_of(hash)];

	for (size_t way = 0; way < WAYS; way++) {
		if (set[way].expires_ms > now_ms &&
			memcmp(set[way].hash, hash, HASH_SIZE) == 0)
			return &set[way];
	}
	return NULL;
}

bool
token_cache_held(const struct token_cache *cache, const uint8_t hash[HASH_SIZE])
{
	const struct token_entry *entry = token_cache_find(cache, hash, 0);

	return entry != NULL && entry->problem == PROBLEM_NONE;
}

/* Copies a text to `*to`, and moves `*to` behind it. */
static struct text
keep_text(char **to, const struct text *text)
{
	struct text kept = {text->presence, 0, ""};

	if (text->presence != GIVEN)
		return kept;
	memcpy(*to, text->data, text->size);
	(*to)[text->size] = '\0';
	kept.data = *to;
	kept.size = text->size;
	*to += text->size + 1;
	return kept;
}

/* The entry to overwrite: the token's own, or the one that expires first. */
static struct token_entry *
choose_way(struct token_cache *cache, const uint8_t hash[HASH_SIZE])
{
	struct token_entry *set = cache->entries[set_of(hash)];
	struct token_entry *chosen = &set[0];

	for (size_t way = 0; way < WAYS; way++) {
		if (memcmp(set[way].hash, hash, HASH_SIZE) == 0)
			return &set[way];
		if (set[way].expires_ms < chosen->expires_ms)
			chosen = &set[way];
	}
	return chosen;
}

void
token_cache_store(struct token_cache *cache, const uint8_t hash[HASH_SIZE],
	enum problem problem, const struct principal *principal, int64_t expires_ms,
	uint64_t moment)
{
	struct token_entry *entry = choose_way(cache, hash);
	size_t size;
	char *to;

	free(entry->texts);
	memset(entry, 0, sizeof(*entry));
	memcpy(entry->hash, hash, HASH_SIZE);
	entry->expires_ms = expires_ms;
	entry->moment = moment;
	entry->problem = problem;
	entry->principal = *principal;
	size = (size_t)principal->client.size + principal->audience.size + 2;
	to = entry->texts = malloc(size);
	if (to == NULL)
		abort();
	entry->principal.client = keep_text(&to, &principal->client);
	entry->principal.audience = keep_text(&to, &principal->audience);
}

struct auth_lookup **
token_cache_lookups(struct token_cache *cache, const uint8_t hash[HASH_SIZE])
{
	return &cache->lookups[hash[2] % TOKEN_LOOKUP_LISTS];
}

struct auth_lookup **
token_cache_lookup_list(struct token_cache *cache, size_t index)
{
	return &cache->lookups[index];
}
