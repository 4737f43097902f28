/*
 * ring.h - the keys of one process, and its key file, which `kithctl keys` writes.
 *
 *     kith-keys 1 orgs
 *     3xk…  service orgs
 *     …
 *
 * A line for each key: 32 bytes in base64url, a space, and the purpose. Which lines a file has,
 * and in which order, follows from the process; any other file is refused.
 */
#ifndef KITH_COMMON_SECRET_RING_H
#define KITH_COMMON_SECRET_RING_H

#include "common/secret/secret.h"

#define SECRET_RING_MAX 16
#define SECRET_PURPOSE_SIZE 64

struct secret_ring {
	enum service_name process;
	size_t count;
	struct {
		char purpose[SECRET_PURPOSE_SIZE];
		struct key key;
	} keys[SECRET_RING_MAX];
};

/* The purposes that a process has keys for; the keys are zero. */
struct secret_ring secret_ring_of(enum service_name process);

/* NULL when the process has no key of its file for the purpose. */
const struct key *secret_ring_find(const struct secret_ring *ring, const char *purpose);

/* Whether several services need the same key for the purpose. */
bool secret_ring_shares(const char *purpose);

/* Whether the text begins like a key file. */
bool secret_ring_recognizes(const char *text);

char *secret_ring_write(struct arena *arena, const struct secret_ring *ring);

/* Fills in the keys. NULL, or a sentence about what is wrong with the text. */
const char *secret_ring_read(struct secret_ring *ring, const char *text, size_t size);

#endif
