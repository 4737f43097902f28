/*
 * kept.c - MACs under keys that come again with every message.
 *
 * To give HMAC a key costs as much as to hash what a short message holds. So a thread keeps what
 * the library made of the keys that it used most recently, and begins each MAC from there. Only
 * keys that a process holds for its whole life belong here: what is kept of a key is as good as
 * the key.
 */
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "common/secret/algorithms.h"

/* More than there are services, each of which has a key. */
#define KEPT_MAX 16

#define GMAC_KEY_SIZE 16

struct kept_key {
	struct key key;
	EVP_MAC_CTX *context; /* NULL = none is kept here */
	EVP_MAC_CTX *gmac;    /* NULL = was not asked for yet */
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
	EVP_MAC_CTX_free(kept->gmac);
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

/* What is kept of a key, which takes the place of the oldest one if it is new. */
static struct kept_key *
kept_of(const struct key *key)
{
	struct kept *kept = own();
	struct kept_key *place;

	for (unsigned i = 0; i < KEPT_MAX && kept->keys[i].context != NULL; i++) {
		if (secret_equal(&kept->keys[i].key, key, KEY_SIZE))
			return &kept->keys[i];
	}
	place = &kept->keys[kept->next];
	kept->next = (kept->next + 1) % KEPT_MAX;
	drop(place);
	place->key = *key;
	place->context = EVP_MAC_CTX_dup(secret_algorithms()->hmac_sha256);
	secret_require(place->context != NULL &&
		EVP_MAC_init(place->context, key->bytes, KEY_SIZE, NULL) == 1);
	return place;
}

void
secret_mac_kept(const struct key *key, const void *first, size_t first_size,
	const void *second, size_t second_size, uint8_t mac[MAC_SIZE])
{
	EVP_MAC_CTX *context = kept_of(key)->context;
	size_t written = 0;

	secret_require(EVP_MAC_init(context, NULL, 0, NULL) == 1); /* with the same key */
	secret_require(
		first_size == 0 || EVP_MAC_update(context, first, first_size) == 1);
	secret_require(
		second_size == 0 || EVP_MAC_update(context, second, second_size) == 1);
	secret_require(EVP_MAC_final(context, mac, &written, MAC_SIZE) == 1);
	secret_require(written == MAC_SIZE);
}

/* The context of GMAC under a key that is derived from this one. */
static EVP_MAC_CTX *
gmac_of(const struct key *key)
{
	static const char purpose[] = "kith bus gmac";
	struct kept_key *kept = kept_of(key);
	struct key derived;

	if (kept->gmac != NULL)
		return kept->gmac;
	secret_mac(key, purpose, strlen(purpose), derived.bytes);
	kept->gmac = EVP_MAC_CTX_dup(secret_algorithms()->gmac);
	secret_require(kept->gmac != NULL &&
		EVP_MAC_init(kept->gmac, derived.bytes, GMAC_KEY_SIZE, NULL) == 1);
	OPENSSL_cleanse(&derived, sizeof(derived));
	return kept->gmac;
}

void
secret_gmac_kept(const struct key *key, const uint8_t nonce[GMAC_NONCE_SIZE],
	const void *data, size_t size, uint8_t tag[GMAC_SIZE])
{
	EVP_MAC_CTX *context = gmac_of(key);
	uint8_t iv[GMAC_NONCE_SIZE];
	const OSSL_PARAM params[] = {
		OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_IV, iv, sizeof(iv)),
		OSSL_PARAM_construct_end(),
	};
	size_t written = 0;

	memcpy(iv, nonce, sizeof(iv));
	secret_require(
		EVP_MAC_init(context, NULL, 0, params) == 1); /* with the same key */
	secret_require(EVP_MAC_update(context, data, size) == 1);
	secret_require(EVP_MAC_final(context, tag, &written, GMAC_SIZE) == 1);
	secret_require(written == GMAC_SIZE);
}

/* A context of OpenSSL's is all that there is to one. */
struct secret_mac *
secret_mac_begin(const struct key *key)
{
	EVP_MAC_CTX *context = EVP_MAC_CTX_dup(kept_of(key)->context);

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
