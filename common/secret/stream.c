#include "common/secret/stream.h"

#include <limits.h>
#include <string.h>

#include "common/secret/algorithms.h"
#include "common/secret/file.h"

#define NONCE_SIZE 12
#define KEY_BYTES_MIN 32

static const char purpose[] = "kith backup 1";

const char *
secret_stream_key(const char *path, struct key *key)
{
	struct secret_file file;
	const char *why = secret_file_read(path, &file);

	if (why == NULL && file.size < KEY_BYTES_MIN)
		why = "it has fewer than 32 bytes: run head -c 32 /dev/urandom";
	if (why == NULL && file.size == SECRET_FILE_BYTES_MAX)
		why = "it is too long for a key";
	if (why == NULL)
		secret_hash(file.text, file.size, key->bytes);
	explicit_bzero(&file, sizeof(file));
	return why;
}

void
secret_stream_read(struct secret_stream *stream, const struct key *key,
	const uint8_t salt[STREAM_SALT_SIZE])
{
	uint8_t text[STREAM_SALT_SIZE + sizeof(purpose)];

	*stream = (struct secret_stream){.encrypted = key != NULL};
	memcpy(stream->salt, salt, STREAM_SALT_SIZE);
	memcpy(text, salt, STREAM_SALT_SIZE);
	memcpy(text + STREAM_SALT_SIZE, purpose, sizeof(purpose));
	/* Without the key, the HMAC of the salt looks random. */
	if (key != NULL)
		secret_mac(key, text, sizeof(text), stream->key.bytes);
}

void
secret_stream_write(struct secret_stream *stream, const struct key *key)
{
	uint8_t salt[STREAM_SALT_SIZE];

	secret_random(salt, sizeof(salt));
	secret_stream_read(stream, key, salt);
}

/* The nonce of the next frame: its number, and 1 at the end if it is the last. */
static void
next_nonce(struct secret_stream *stream, bool last, uint8_t nonce[NONCE_SIZE])
{
	secret_require(!stream->ended);
	memset(nonce, 0, NONCE_SIZE);
	for (int i = 0; i < 8; i++)
		nonce[i] = (uint8_t)(stream->number >> (56 - 8 * i));
	nonce[NONCE_SIZE - 1] = last;
	stream->number++;
	stream->ended = last;
}

/* Writes a checksum in place of the tag of a stream that is not encrypted. */
static void
checksum(const struct secret_stream *stream, const uint8_t nonce[NONCE_SIZE],
	const uint8_t *data, size_t size, uint8_t tag[STREAM_TAG_SIZE])
{
	static const struct key known = {{0}};
	uint8_t text[NONCE_SIZE + STREAM_SALT_SIZE + HASH_SIZE];
	uint8_t mac[MAC_SIZE];

	memcpy(text, nonce, NONCE_SIZE);
	memcpy(text + NONCE_SIZE, stream->salt, STREAM_SALT_SIZE);
	secret_hash(data, size, text + NONCE_SIZE + STREAM_SALT_SIZE);
	secret_mac(&known, text, sizeof(text), mac);
	memcpy(tag, mac, STREAM_TAG_SIZE);
}

/* Encrypts or decrypts a frame in place; false when a frame is not authentic. */
static bool
apply_cipher(const struct secret_stream *stream, const uint8_t nonce[NONCE_SIZE],
	uint8_t *data, size_t size, uint8_t tag[STREAM_TAG_SIZE], bool encrypt)
{
	EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
	int written = 0, more = 0;
	bool good;

	secret_require(context != NULL && size <= INT_MAX);
	secret_require(EVP_CipherInit_ex2(context, secret_algorithms()->aes_256_gcm,
			       stream->key.bytes, nonce, encrypt, NULL) == 1);
	secret_require(encrypt ||
		EVP_CIPHER_CTX_ctrl(
			context, EVP_CTRL_AEAD_SET_TAG, STREAM_TAG_SIZE, tag) == 1);
	secret_require(size == 0 ||
		EVP_CipherUpdate(context, data, &written, data, (int)size) == 1);
	good = EVP_CipherFinal_ex(context, data + written, &more) == 1;
	secret_require(good || !encrypt);
	secret_require(!encrypt ||
		EVP_CIPHER_CTX_ctrl(
			context, EVP_CTRL_AEAD_GET_TAG, STREAM_TAG_SIZE, tag) == 1);
	EVP_CIPHER_CTX_free(context);
	return good;
}

void
secret_stream_encrypt(struct secret_stream *stream, uint8_t *data, size_t size, bool last,
	uint8_t tag[STREAM_TAG_SIZE])
{
	uint8_t nonce[NONCE_SIZE];

	next_nonce(stream, last, nonce);
	if (stream->encrypted)
		apply_cipher(stream, nonce, data, size, tag, true);
	else
		checksum(stream, nonce, data, size, tag);
}

bool
secret_stream_decrypt(struct secret_stream *stream, uint8_t *data, size_t size, bool last,
	const uint8_t tag[STREAM_TAG_SIZE])
{
	uint8_t nonce[NONCE_SIZE], expected[STREAM_TAG_SIZE];

	next_nonce(stream, last, nonce);
	memcpy(expected, tag, STREAM_TAG_SIZE);
	if (stream->encrypted)
		return apply_cipher(stream, nonce, data, size, expected, false);
	checksum(stream, nonce, data, size, expected);
	return memcmp(expected, tag, STREAM_TAG_SIZE) == 0;
}
