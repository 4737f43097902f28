/*
 * algorithms.h - the OpenSSL algorithms; only the files of common/secret include it.
 *
 * OpenSSL 3 looks an algorithm up by name at every implicit use, which costs more than
 * the hash itself. So each process fetches them once and keeps them.
 */
#ifndef KITH_COMMON_SECRET_ALGORITHMS_H
#define KITH_COMMON_SECRET_ALGORITHMS_H

#include <openssl/evp.h>
#include <stdbool.h>

#include "common/secret/secret.h"

struct secret_algorithms {
	EVP_MD *sha256;
	EVP_CIPHER *aes_256_gcm;
	EVP_MAC_CTX *hmac_sha256; /* without a key: duplicated for each use */
};

/* The process's algorithms. Any thread may call this first. */
const struct secret_algorithms *secret_algorithms(void);

/* Ends the process when OpenSSL fails, because nothing is safe without cryptography. */
void secret_require(bool succeeded);

/* The MAC of two byte strings as if they were one. The thread caches the state of the
 * key, so the process must hold the key for its whole life. */
void secret_mac_cached(const struct key *key, const void *first, size_t first_size,
	const void *second, size_t second_size, uint8_t mac[MAC_SIZE]);

/* secret_encrypt() and secret_decrypt() with a key instead of a purpose. */
struct text secret_encrypt_with(struct arena *arena, const struct key *key,
	const void *bound, size_t bound_size, const void *data, size_t size);
struct text secret_decrypt_with(struct arena *arena, const struct key *key,
	const void *bound, size_t bound_size, const void *encrypted, size_t size);

/* Erases this thread's cache. */
void secret_mac_cache_erase(void);

#endif
