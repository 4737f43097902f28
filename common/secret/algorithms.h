/*
 * algorithms.h - what the secret_*.c files share; nobody else includes it.
 *
 * OpenSSL 3 looks an algorithm up by name at every implicit use, which costs more than
 * the hash itself. So they are fetched once per process and kept for its life.
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
	EVP_MAC_CTX *gmac;        /* likewise; of AES-128 */
};

/* The process's algorithms; any thread may ask first. */
const struct secret_algorithms *secret_algorithms(void);

/* Ends the process when the library fails: going on without cryptography is no choice. */
void secret_require(bool succeeded);

/* The MAC of two stretches of bytes as if they were one, under a key that the process holds for
 * its whole life and uses for every message. */
void secret_mac_kept(const struct key *key, const void *first, size_t first_size,
	const void *second, size_t second_size, uint8_t mac[MAC_SIZE]);

#define GMAC_SIZE 16
#define GMAC_NONCE_SIZE 12

/* GMAC (NIST SP 800-38D) with AES-128, under a key made of one that the process holds for its whole
 * life. It hashes some five times as fast as SHA-256; but whoever sees two of one nonce could make
 * up others, so nobody is to see it (frame.c). */
void secret_gmac_kept(const struct key *key, const uint8_t nonce[GMAC_NONCE_SIZE],
	const void *data, size_t size, uint8_t tag[GMAC_SIZE]);

/* The same of bytes that come a piece at a time: secret_mac_add() takes them. What is begun is
 * ended by secret_gmac_end(), or by secret_mac_end() with NULL where nobody wants it any more. */
struct secret_mac *
secret_gmac_begin(const struct key *key, const uint8_t nonce[GMAC_NONCE_SIZE]);
void secret_gmac_end(struct secret_mac *mac, uint8_t tag[GMAC_SIZE]);

/* Forgets what this thread kept of such keys. */
void secret_forget_kept(void);

#endif
