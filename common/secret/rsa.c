#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>

#include "common/secret/algorithms.h"

#define RSA_BITS 2048

/* Decodes a key in PKCS #8; NULL when it is malformed. */
static EVP_PKEY *
read_key(const struct text *private_key)
{
	const unsigned char *next = (const unsigned char *)private_key->data;

	return d2i_AutoPrivateKey(NULL, &next, (long)private_key->size);
}

struct text
secret_rsa_new(struct arena *arena)
{
	EVP_PKEY *key = EVP_RSA_gen(RSA_BITS);
	PKCS8_PRIV_KEY_INFO *info;
	unsigned char *bytes = NULL;
	struct text made = {.presence = GIVEN};
	int size;

	secret_require(key != NULL);
	info = EVP_PKEY2PKCS8(key);
	size = info != NULL ? i2d_PKCS8_PRIV_KEY_INFO(info, &bytes) : -1;
	secret_require(size > 0);
	made.size = (uint32_t)size;
	made.data = arena_copy(arena, bytes, (size_t)size);
	OPENSSL_clear_free(bytes, (size_t)size);
	PKCS8_PRIV_KEY_INFO_free(info);
	EVP_PKEY_free(key);
	return made;
}

/* A number of the key, as base64url of its big-endian bytes (RFC 7518, section 6.3.1). */
static const char *
number_of(struct arena *arena, const EVP_PKEY *key, const char *name)
{
	BIGNUM *number = NULL;
	unsigned char bytes[RSA_BITS / 8];
	int size;

	secret_require(EVP_PKEY_get_bn_param(key, name, &number) == 1 &&
		(size_t)BN_num_bytes(number) <= sizeof(bytes));
	size = BN_bn2bin(number, bytes);
	BN_free(number);
	return base64url_encode(arena, bytes, (size_t)size);
}

bool
secret_rsa_public(struct arena *arena, const struct text *private_key,
	const char **modulus, const char **exponent)
{
	EVP_PKEY *key = read_key(private_key);

	if (key == NULL)
		return false;
	*modulus = number_of(arena, key, "n");
	*exponent = number_of(arena, key, "e");
	EVP_PKEY_free(key);
	return true;
}

struct text
secret_rsa_sign(struct arena *arena, const struct text *private_key, const void *data,
	size_t size)
{
	EVP_PKEY *key = read_key(private_key);
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	unsigned char signature[RSA_BITS / 8];
	size_t signature_size = sizeof(signature);
	struct text made = {ABSENT, 0, ""};

	secret_require(context != NULL);
	if (key != NULL &&
		EVP_DigestSignInit(
			context, NULL, secret_algorithms()->sha256, NULL, key) == 1 &&
		EVP_DigestSign(context, signature, &signature_size, data, size) == 1) {
		made.presence = GIVEN;
		made.size = (uint32_t)signature_size;
		made.data = arena_copy(arena, signature, signature_size);
	}
	EVP_MD_CTX_free(context);
	EVP_PKEY_free(key);
	return made;
}
