/*
 * kept.c - MACs under keys that come again with every message.
 *
 * To give HMAC a key costs as much as to hash what a short message holds. So a thread keeps what
 * the library made of the keys that it used most recently, and begins each MAC from there. Only
 * keys that a process holds for its whole life belong here: what is kept of a key is as good as
 * the key.
 */
#include <openssl/crypto.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "common/secret/algorithms.h"

/* More than there are services, each of which has a key. */
#define KEPT_MAX 16

struct kept_key {
	struct key key;
	EVP_MAC_CTX *context; /* NULL = none is kept here */
};

struct kept {
	struct kept_key keys[KEPT_MAX];
	unsigned next;
};

static pthread_key_t of_thread;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;

/* Forgets one key. */
static void
drop(struct kept_key *kept)
{
	EVP_MAC_CTX_free(kept->context);
	OPENSSL_cleanse(kept, sizeof(*kept));
}

/* Forgets what a thread kept, when it ends. */
static void
forget_all(void *data)
{
	struct kept *kept = data;

	for (unsigned i = 0; i < KEPT_MAX; i++)
		drop(&kept->keys[i]);
	free(kept);
}

static void
prepare(void)
{
	secret_require(pthread_key_create(&of_thread, forget_all) == 0);
}

/* What this thread keeps. */
static struct kept *
own(void)
{
	struct kept *kept;

	secret_require(pthread_once(&prepared, prepare) == 0);
	kept = pthread_getspecific(of_thread);
	if (kept == NULL) {
		kept = calloc(1, sizeof(*kept));
		secret_require(kept != NULL && pthread_setspecific(of_thread, kept) == 0);
	}
	return kept;
}

/* The context of a key, which takes the place of the oldest one if it is new. */
static EVP_MAC_CTX *
context_of(const struct key *key)
{
	struct kept *kept = own();
	struct kept_key *place;

	for (unsigned i = 0; i < KEPT_MAX && kept->keys[i].context != NULL; i++) {
		if (secret_equal(&kept->keys[i].key, key, KEY_SIZE))
			return kept->keys[i].context;
	}
	place = &kept->keys[kept->next];
	kept->next = (kept->next + 1) % KEPT_MAX;
	drop(place);
	place->key = *key;
	place->context = EVP_MAC_CTX_dup(secret_algorithms()->hmac_sha256);
	secret_require(place->context != NULL &&
		EVP_MAC_init(place->context, key->bytes, KEY_SIZE, NULL) == 1);
	return place->context;
}

void
secret_mac_kept(const struct key *key, const void *first, size_t first_size,
	const void *second, size_t second_size, uint8_t mac[MAC_SIZE])
{
	EVP_MAC_CTX *context = context_of(key);
	size_t written = 0;

	secret_require(EVP_MAC_init(context, NULL, 0, NULL) == 1); /* with the same key */
	secret_require(
		first_size == 0 || EVP_MAC_update(context, first, first_size) == 1);
	secret_require(
		second_size == 0 || EVP_MAC_update(context, second, second_size) == 1);
	secret_require(EVP_MAC_final(context, mac, &written, MAC_SIZE) == 1);
	secret_require(written == MAC_SIZE);
}

/* A context of OpenSSL's is all that there is to one. */
struct secret_mac *
secret_mac_begin(const struct key *key)
{
	EVP_MAC_CTX *context = EVP_MAC_CTX_dup(context_of(key));

	secret_require(context != NULL && EVP_MAC_init(context, NULL, 0, NULL) == 1);
	return (struct secret_mac *)context;
}

void
secret_mac_add(struct secret_mac *mac, const void *data, size_t size)
{
	secret_require(size == 0 || EVP_MAC_update((EVP_MAC_CTX *)mac, data, size) == 1);
}

void
secret_mac_end(struct secret_mac *mac, uint8_t out[MAC_SIZE])
{
	EVP_MAC_CTX *context = (EVP_MAC_CTX *)mac;
	size_t written = 0;

	secret_require(out == NULL ||
		(EVP_MAC_final(context, out, &written, MAC_SIZE) == 1 &&
			written == MAC_SIZE));
	EVP_MAC_CTX_free(context);
}

void
secret_forget_kept(void)
{
	struct kept *kept;

	secret_require(pthread_once(&prepared, prepare) == 0);
	kept = pthread_getspecific(of_thread);
	if (kept == NULL)
		return;
	pthread_setspecific(of_thread, NULL);
	forget_all(kept);
}
