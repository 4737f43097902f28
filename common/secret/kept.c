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

/* A context of GMAC under a key that is derived from this one. */
static EVP_MAC_CTX *
gmac_new(const struct key *key)
{
	static const char purpose[] = "kith bus gmac";
	EVP_MAC_CTX *context = EVP_MAC_CTX_dup(secret_algorithms()->gmac);
	struct key derived;

	secret_mac(key, purpose, strlen(purpose), derived.bytes);
	secret_require(context != NULL &&
		EVP_MAC_init(context, derived.bytes, GMAC_KEY_SIZE, NULL) == 1);
	OPENSSL_cleanse(&derived, sizeof(derived));
	return context;
}

/* Begins a GMAC with the key that the context has. */
static void
begin_gmac(EVP_MAC_CTX *context, const uint8_t nonce[GMAC_NONCE_SIZE])
{
	uint8_t iv[GMAC_NONCE_SIZE];
	const OSSL_PARAM params[] = {
		OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_IV, iv, sizeof(iv)),
		OSSL_PARAM_construct_end(),
	};

	memcpy(iv, nonce, sizeof(iv));
	secret_require(EVP_MAC_init(context, NULL, 0, params) == 1);
}

void
secret_gmac_kept(const struct key *key, const uint8_t nonce[GMAC_NONCE_SIZE],
	const void *data, size_t size, uint8_t tag[GMAC_SIZE])
{
	struct kept_key *kept = kept_of(key);
	size_t written = 0;

	if (kept->gmac == NULL)
		kept->gmac = gmac_new(key);
	begin_gmac(kept->gmac, nonce);
	secret_require(EVP_MAC_update(kept->gmac, data, size) == 1);
	secret_require(EVP_MAC_final(kept->gmac, tag, &written, GMAC_SIZE) == 1);
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

/* To give AES a key is nothing beside the long body that is to come. */
struct secret_mac *
secret_gmac_begin(const struct key *key, const uint8_t nonce[GMAC_NONCE_SIZE])
{
	EVP_MAC_CTX *context = gmac_new(key);

	begin_gmac(context, nonce);
	return (struct secret_mac *)context;
}

void
secret_mac_add(struct secret_mac *mac, const void *data, size_t size)
{
	secret_require(size == 0 || EVP_MAC_update((EVP_MAC_CTX *)mac, data, size) == 1);
}

/* Writes a MAC of so many bytes where it is wanted, and frees what made it. */
static void
end(struct secret_mac *mac, uint8_t *out, size_t size)
{
	EVP_MAC_CTX *context = (EVP_MAC_CTX *)mac;
	size_t written = 0;

	secret_require(out == NULL ||
		(EVP_MAC_final(context, out, &written, size) == 1 && written == size));
	EVP_MAC_CTX_free(context);
}

void
secret_mac_end(struct secret_mac *mac, uint8_t out[MAC_SIZE])
{
	end(mac, out, MAC_SIZE);
}

void
secret_gmac_end(struct secret_mac *mac, uint8_t tag[GMAC_SIZE])
{
	end(mac, tag, GMAC_SIZE);
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
