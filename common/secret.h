/*
 * secret.h - keys, tokens, hashes and sealed values. All of OpenSSL's use is here.
 *
 * An instance has one secret of 32 random bytes, in the file that KITH_SECRET_FILE names.
 * Every key is derived from it by purpose (HKDF-SHA256, RFC 5869), so that a key for one
 * purpose says nothing about another. A process does not start without the file.
 */
#ifndef KITH_SECRET_H
#define KITH_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/arena.h"

#define KEY_SIZE 32
#define HASH_SIZE 32
#define MAC_SIZE 32

struct key {
	uint8_t bytes[KEY_SIZE];
};

/* Reads the instance's secret; false (errno set) when it is absent, short, or readable by
 * others. */
bool secret_load(const char *path);

/* Creates the file with a fresh secret, mode 0600, unless it exists. */
bool secret_create(const char *path);

/* The key for a purpose: "bus", "cursor", "seal", "database kith_content". */
struct key secret_key(const char *purpose);

void secret_random(void *out, size_t size);

void secret_hash(const void *data, size_t size, uint8_t hash[HASH_SIZE]);

/* HMAC-SHA256 (RFC 2104). */
void
secret_mac(const struct key *key, const void *data, size_t size, uint8_t mac[MAC_SIZE]);

/* Constant-time comparison. */
bool secret_equal(const void *a, const void *b, size_t size);

/* "kith_ses_" and 43 base64url characters of 256 random bits. */
char *secret_token(struct arena *arena, const char *prefix);

/* AES-256-GCM under a key of the purpose: nonce, ciphertext, tag. `bound` is
 * authenticated with them. */
struct text secret_seal(struct arena *arena, const char *purpose, const void *bound,
	size_t bound_size, const void *data, size_t size);

/* The sealed bytes in the arena, NUL-terminated; absent when they were tampered with. */
struct text secret_unseal(struct arena *arena, const char *purpose, const void *bound,
	size_t bound_size, const void *sealed, size_t size);

/* The six digits of a step of time (RFC 6238 over RFC 4226, HMAC-SHA1). */
uint32_t secret_totp(const void *key, size_t size, uint64_t step);

/* base64url without padding (RFC 4648, section 5). Decoding refuses anything else. */
char *base64url_encode(struct arena *arena, const void *data, size_t size);
uint8_t *
base64url_decode(struct arena *arena, const char *data, size_t size, size_t *decoded);

/* Lower-case hex and a NUL. */
char *hex_encode(struct arena *arena, const void *data, size_t size);

#endif
