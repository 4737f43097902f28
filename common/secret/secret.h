/*
 * secret.h - keys, tokens, hashes and encrypted values. Only this folder uses OpenSSL.
 *
 * An instance has one root secret of 32 random bytes, which only kithctl reads. Every key
 * is derived for one purpose (HKDF-SHA256, RFC 5869), so that a key reveals nothing about
 * another. Each other process has a file of the keys that it needs (ring.h), and does not
 * start without it.
 */
#ifndef KITH_COMMON_SECRET_SECRET_H
#define KITH_COMMON_SECRET_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/base/arena.h"
#include "proto/op.h"

#define KEY_SIZE 32
#define HASH_SIZE 32
#define MAC_SIZE 32
#define SHA1_SIZE 20

struct key {
	uint8_t bytes[KEY_SIZE];
};

/* Creates the file with a fresh root secret, mode 0600, unless it exists. False with
 * errno when that fails. */
bool secret_create(const char *path);

/* Reads the root secret, for kithctl. NULL, or a sentence that says why it is unusable:
 * also when a rotation was interrupted, because the database may have the next one. */
const char *secret_load_root(const char *path);

/* Reads the key file of a process. NULL, or a sentence that says why it is unusable. */
const char *secret_load_keys(const char *path, enum service_name process);

/* The contents of the key file of a process. Needs the root secret. */
char *secret_key_file(struct arena *arena, enum service_name process);

/* Replaces the root secret by the keys of one process, whose work kithctl does next. */
void secret_act_as(enum service_name process);

/*
 * A rotation of the root secret (services/ctl/secret). The next secret is a file beside
 * the present one until it is installed. The present file has the further name `kept`
 * from the beginning, and for good. NULL, or a sentence that says what failed.
 */
const char *secret_next_create(const char *path, const char *kept);
const char *secret_next_install(const char *path);

bool secret_next_exists(const char *path);
void secret_next_remove(const char *path, const char *kept);

/* Reads the present root secret although a rotation has begun; and the next one. */
const char *secret_load_present(const char *path);
const char *secret_load_next(const char *path);

/* The next root secret becomes the root secret of this process. */
void secret_use_next(void);

/* Encrypts under the next root secret what a process encrypted under the present one;
 * absent when that was not authentic. */
struct text secret_reencrypt(struct arena *arena, enum service_name process,
	const char *purpose, const struct text *bound, const struct text *encrypted);

/* Erases all secrets of a process that has handed them on. A later use of a key ends the
 * process. */
void secret_forget(void);

/* The key for a purpose: "cursor", "totp". It is the process's own unless ring.c lists
 * processes that share it. Ends the process when it is not among them. */
struct key secret_key(const char *purpose);

/* The key that signs the calls to a service and its replies. The service and the gateway
 * have it. */
struct key secret_bus_key(enum service_name service);

/* The key from which the password of a service's PostgreSQL role is derived. The service
 * and kithctl have it. */
struct key secret_role_key(const char *service, const char *role);

void secret_random(void *out, size_t size);

void secret_hash(const void *data, size_t size, uint8_t hash[HASH_SIZE]);

/* SHA-1, for a list of hashes of others only. It protects nothing. */
void secret_sha1(const void *data, size_t size, uint8_t hash[SHA1_SIZE]);

/* HMAC-SHA256 (RFC 2104). */
void
secret_mac(const struct key *key, const void *data, size_t size, uint8_t mac[MAC_SIZE]);

/* Compares in constant time. */
bool secret_equal(const void *a, const void *b, size_t size);

/* "kith_ses_" and 43 base64url characters of 256 random bits. */
char *secret_token(struct arena *arena, const char *prefix);

/* Encrypts with AES-256-GCM under the purpose's key: nonce, ciphertext, tag. `bound` is
 * authenticated as well, but not contained. */
struct text secret_encrypt(struct arena *arena, const char *purpose, const void *bound,
	size_t bound_size, const void *data, size_t size);

/* The plain bytes in the arena, NUL-terminated; absent when they are not authentic. */
struct text secret_decrypt(struct arena *arena, const char *purpose, const void *bound,
	size_t bound_size, const void *encrypted, size_t size);

/* The six digits of a time step (RFC 6238 over RFC 4226, HMAC-SHA1). */
uint32_t secret_totp(const void *key, size_t size, uint64_t step);

/* A new RSA key of 2048 bits, as PKCS #8. This takes a large part of a second. */
struct text secret_rsa_new(struct arena *arena);

/* The modulus and the exponent in base64url; false when the key is malformed. */
bool secret_rsa_public(struct arena *arena, const struct text *private_key,
	const char **modulus, const char **exponent);

/* RSASSA-PKCS1-v1_5 over SHA-256 (RS256 of RFC 7518); absent when the key is
 * malformed. */
struct text secret_rsa_sign(struct arena *arena, const struct text *private_key,
	const void *data, size_t size);

/* base64url without padding (RFC 4648, section 5). Decoding refuses any other form. */
char *base64url_encode(struct arena *arena, const void *data, size_t size);
uint8_t *
base64url_decode(struct arena *arena, const char *data, size_t size, size_t *decoded);

/* Lower-case hex, NUL-terminated. */
char *hex_encode(struct arena *arena, const void *data, size_t size);

#endif
