/*
 * digest.c - hashes, MACs, and their comparison.
 */
#include <openssl/crypto.h>

#include "common/secret/algorithms.h"

void
secret_hash(const void *data, size_t size, uint8_t hash[HASH_SIZE])
{
	const struct secret_algorithms *use = secret_algorithms();

	secret_require(EVP_Digest(data, size, hash, NULL, use->sha256, NULL) == 1);
}

void
secret_sha1(const void *data, size_t size, uint8_t hash[SHA1_SIZE])
{
	secret_require(EVP_Digest(data, size, hash, NULL, EVP_sha1(), NULL) == 1);
}

void
secret_mac(const struct key *key, const void *data, size_t size, uint8_t mac[MAC_SIZE])
{
	EVP_MAC_CTX *context = EVP_MAC_CTX_dup(secret_algorithms()->hmac_sha256);
	size_t written = 0;

	secret_require(context != NULL &&
		EVP_MAC_init(context, key->bytes, KEY_SIZE, NULL) == 1);
	secret_require(size == 0 || EVP_MAC_update(context, data, size) == 1);
	secret_require(EVP_MAC_final(context, mac, &written, MAC_SIZE) == 1);
	secret_require(written == MAC_SIZE);
	EVP_MAC_CTX_free(context);
}

bool
secret_equal(const void *a, const void *b, size_t size)
{
	return CRYPTO_memcmp(a, b, size) == 0;
}
