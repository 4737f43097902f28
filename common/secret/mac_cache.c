/*
 * mac_cache.c - HMAC under the few keys that sign every message.
 *
 * OpenSSL takes as long to prepare an HMAC key as to hash a short message. So each thread
 * caches the prepared state of the keys that it used last. That state is as secret as the
 * key itself: only keys that the process holds for its whole life belong here.
 */
#include <openssl/crypto.h>
#include <pthread.h>
#include <stdlib.h>

#include "common/secret/algorithms.h"

/* More than the number of services, each of which has a key. */
#define CACHED_MAX 16

struct cached_key {
	struct key key;
	EVP_MAC_CTX *context; /* NULL = this entry is free */
};

struct mac_cache {
	struct cached_key keys[CACHED_MAX];
	unsigned next; /* the oldest entry */
};

static pthread_key_t of_thread;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

static void
erase(struct cached_key *cached)
{
	EVP_MAC_CTX_free(cached->context);
	OPENSSL_cleanse(cached, sizeof(*cached));
}

/* Frees the cache of a thread that ends. */
static void
cache_free(void *data)
{
	struct mac_cache *cache = data;

	for (unsigned i = 0; i < CACHED_MAX; i++)
		erase(&cache->keys[i]);
	free(cache);
}

static void
prepare(void)
{
	secret_require(pthread_key_create(&of_thread, cache_free) == 0);
}

static struct mac_cache *
cache_of_thread(void)
{
	struct mac_cache *cache;

	secret_require(pthread_once(&prepared, prepare) == 0);
	cache = pthread_getspecific(of_thread);
	if (cache == NULL) {
		cache = calloc(1, sizeof(*cache));
		secret_require(
			cache != NULL && pthread_setspecific(of_thread, cache) == 0);
	}
	return cache;
}

/* The prepared state of a key. A new key replaces the oldest entry. */
static EVP_MAC_CTX *
context_of(const struct key *key)
{
	struct mac_cache *cache = cache_of_thread();
	struct cached_key *entry;

	for (unsigned i = 0; i < CACHED_MAX && cache->keys[i].context != NULL; i++) {
		if (secret_equal(&cache->keys[i].key, key, KEY_SIZE))
			return cache->keys[i].context;
	}
	entry = &cache->keys[cache->next];
	cache->next = (cache->next + 1) % CACHED_MAX;
	erase(entry);
	entry->key = *key;
	entry->context = EVP_MAC_CTX_dup(secret_algorithms()->hmac_sha256);
	secret_require(entry->context != NULL &&
		EVP_MAC_init(entry->context, key->bytes, KEY_SIZE, NULL) == 1);
	return entry->context;
}

static void
add(EVP_MAC_CTX *context, const void *data, size_t size)
{
	secret_require(size == 0 || EVP_MAC_update(context, data, size) == 1);
}

void
secret_mac_cached(const struct key *key, const void *first, size_t first_size,
	const void *second, size_t second_size, uint8_t mac[MAC_SIZE])
{
	EVP_MAC_CTX *context = context_of(key);
	size_t written = 0;

	secret_require(EVP_MAC_init(context, NULL, 0, NULL) == 1); /* with the same key */
	add(context, first, first_size);
	add(context, second, second_size);
	secret_require(EVP_MAC_final(context, mac, &written, MAC_SIZE) == 1 &&
		written == MAC_SIZE);
}

void
secret_mac_cache_erase(void)
{
	struct mac_cache *cache;

	secret_require(pthread_once(&prepared, prepare) == 0);
	cache = pthread_getspecific(of_thread);
	if (cache == NULL)
		return;
	pthread_setspecific(of_thread, NULL);
	cache_free(cache);
}
