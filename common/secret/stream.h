/*
 * stream.h - a long text sealed in frames, for backups (record 43).
 *
 * AES-256-GCM, each frame under a nonce of its number and of whether it is the last: frames that
 * are changed, left out, taken twice or put in another order do not open, and a text that was cut
 * off has no last frame. The key is made for this one text, of the key file and a random salt.
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
	bool sealed; /* else frames are only checked, against errors of the disk */
	bool ended;
	uint64_t number;
	uint8_t salt[STREAM_SALT_SIZE];
};

/* Reads the key of a stream from a file that nobody but its owner may read, of 32 bytes at least.
 * NULL, or a sentence. */
const char *secret_stream_key(const char *path, struct key *key);

/* Begins to write a text under a fresh salt, or to read one whose salt is known. Without a key it
 * is not sealed. */
void secret_stream_write(struct secret_stream *stream, const struct key *key);
void secret_stream_read(struct secret_stream *stream, const struct key *key,
	const uint8_t salt[STREAM_SALT_SIZE]);

/* The next frame, in place. */
void secret_stream_encrypt(struct secret_stream *stream, uint8_t *data, size_t size,
	bool last, uint8_t tag[STREAM_TAG_SIZE]);

/* False when it is not the frame that was sealed in this place. */
bool secret_stream_decrypt(struct secret_stream *stream, uint8_t *data, size_t size,
	bool last, const uint8_t tag[STREAM_TAG_SIZE]);

#endif
