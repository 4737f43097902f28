#include <limits.h>
#include <openssl/crypto.h>

#include "common/secret/algorithms.h"

#define NONCE_SIZE 12
#define TAG_SIZE 16

/* Begins to encrypt or decrypt with the key, and feeds `bound`. */
static EVP_CIPHER_CTX *
begin(const struct key *key, const uint8_t *nonce, const void *bound, size_t bound_size,
	int encrypt)
{
	EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
	int ignored = 0;

	secret_require(context != NULL && bound_size <= INT_MAX);
	secret_require(EVP_CipherInit_ex2(context, secret_algorithms()->aes_256_gcm,
			       key->bytes, nonce, encrypt, NULL) == 1);
	secret_require(bound_size == 0 ||
		EVP_CipherUpdate(context, NULL, &ignored, bound, (int)bound_size) == 1);
	return context;
}

struct text
secret_encrypt_with(struct arena *arena, const struct key *key, const void *bound,
	size_t bound_size, const void *data, size_t size)
{
	uint8_t *encrypted;
	EVP_CIPHER_CTX *context;
	int written = 0, last = 0;

	secret_require(size <= INT_MAX - NONCE_SIZE - TAG_SIZE);
	encrypted = arena_alloc(arena, NONCE_SIZE + size + TAG_SIZE + 1);
	secret_random(encrypted, NONCE_SIZE);
	context = begin(key, encrypted, bound, bound_size, 1);
	secret_require(size == 0 ||
		EVP_CipherUpdate(
			context, encrypted + NONCE_SIZE, &written, data, (int)size) == 1);
	secret_require(EVP_CipherFinal_ex(
			       context, encrypted + NONCE_SIZE + written, &last) == 1);
	secret_require(EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, TAG_SIZE,
			       encrypted + NONCE_SIZE + size) == 1);
	EVP_CIPHER_CTX_free(context);
	return (struct text){
		GIVEN, (uint32_t)(NONCE_SIZE + size + TAG_SIZE), (const char *)encrypted};
}

struct text
secret_decrypt_with(struct arena *arena, const struct key *key, const void *bound,
	size_t bound_size, const void *encrypted, size_t size)
{
	const uint8_t *bytes = encrypted;
	uint8_t tag[TAG_SIZE];
	EVP_CIPHER_CTX *context;
	uint8_t *plain;
	size_t plain_size;
	int written = 0, last = 0;
	bool authentic;

	if (size < NONCE_SIZE + TAG_SIZE || size > INT_MAX)
		return (struct text){ABSENT, 0, ""};
	plain_size = size - NONCE_SIZE - TAG_SIZE;
	plain = arena_alloc(arena, plain_size + 1);
	for (size_t i = 0; i < TAG_SIZE; i++)
		tag[i] = bytes[NONCE_SIZE + plain_size + i];
	context = begin(key, bytes, bound, bound_size, 0);
	secret_require(
		EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, TAG_SIZE, tag) == 1);
	secret_require(plain_size == 0 ||
		EVP_CipherUpdate(context, plain, &written, bytes + NONCE_SIZE,
			(int)plain_size) == 1);
	authentic = EVP_CipherFinal_ex(context, plain + written, &last) == 1;
	EVP_CIPHER_CTX_free(context);
	if (!authentic) {
		OPENSSL_cleanse(plain, plain_size);
		return (struct text){ABSENT, 0, ""};
	}
	return (struct text){GIVEN, (uint32_t)plain_size, (const char *)plain};
}

struct text
secret_encrypt(struct arena *arena, const char *purpose, const void *bound,
	size_t bound_size, const void *data, size_t size)
{
	struct key key = secret_key(purpose);
	struct text encrypted =
		secret_encrypt_with(arena, &key, bound, bound_size, data, size);

	OPENSSL_cleanse(&key, sizeof(key));
	return encrypted;
}

struct text
secret_decrypt(struct arena *arena, const char *purpose, const void *bound,
	size_t bound_size, const void *encrypted, size_t size)
{
	struct key key = secret_key(purpose);
	struct text plain =
		secret_decrypt_with(arena, &key, bound, bound_size, encrypted, size);

	OPENSSL_cleanse(&key, sizeof(key));
	return plain;
}
