/*
 * ring.h - the keys of one process, and its key file, which `kithctl keys` writes.
 *
 *     kith-keys 1 orgs
 *     3xk…  service orgs
 *     …
 *
 * There is a line for each key: 32 bytes in base64url, a space, and the purpose. The
 * process determines the lines of its file and their order; any other file is refused.
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

/* The purposes for which a process has keys. The keys are zero. */
struct secret_ring secret_ring_of(enum service_name process);

/* The key for a purpose; NULL when the key file of the process has none. */
const struct key *secret_ring_find(const struct secret_ring *ring, const char *purpose);

/* The keys of a process for one of its purposes, under the root secret and the next
 * one. */
void secret_pair(enum service_name process, const char *purpose, struct key *before,
	struct key *after);

/* Whether several services need the same key for the purpose. */
bool secret_ring_shares(const char *purpose);

/* Whether the text begins like a key file. */
bool secret_ring_recognizes(const char *text);

char *secret_ring_write(struct arena *arena, const struct secret_ring *ring);

/* Fills in the keys. NULL, or a sentence that says why the text is refused. */
const char *secret_ring_read(struct secret_ring *ring, const char *text, size_t size);

#endif
