/*
 * stream.h - encrypts a long text in frames, for backups (record 43).
 *
 * AES-256-GCM. The nonce of a frame holds its number and whether it is the last. So
 * frames that are changed, omitted, repeated or reordered do not decrypt, and a truncated
 * text has no last frame. The key of a text is derived from the key file and a random
 * salt.
 */
#ifndef KITH_COMMON_SECRET_STREAM_H
#define KITH_COMMON_SECRET_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/secret/secret.h"

#define STREAM_SALT_SIZE 16
#define STREAM_TAG_SIZE 16

struct secret_stream {
	struct key key;
	bool encrypted; /* false: frames have checksums only, which detect disk errors */
	bool ended;
	uint64_t number;
	uint8_t salt[STREAM_SALT_SIZE];
};

/* Reads the key of a stream from a private file of at least 32 bytes. NULL, or a sentence
 * that says why it is unusable. */
const char *secret_stream_key(const char *path, struct key *key);

/* Begins to write a text under a fresh salt, or to read one with a known salt. Without a
 * key the text is not encrypted. */
void secret_stream_write(struct secret_stream *stream, const struct key *key);
void secret_stream_read(struct secret_stream *stream, const struct key *key,
	const uint8_t salt[STREAM_SALT_SIZE]);

/* Encrypts the next frame in place and writes its tag. */
void secret_stream_encrypt(struct secret_stream *stream, uint8_t *data, size_t size,
	bool last, uint8_t tag[STREAM_TAG_SIZE]);

/* Decrypts the next frame in place; false when it is not authentic at this position. */
bool secret_stream_decrypt(struct secret_stream *stream, uint8_t *data, size_t size,
	bool last, const uint8_t tag[STREAM_TAG_SIZE]);

#endif
