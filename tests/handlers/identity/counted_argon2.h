/*
 * counted_argon2.h - password hashes that are counted, and cheap.
 *
 * The linker uses these two functions instead of the library's, so every hash of the
 * handlers passes here. The requested cost is noted before a cheaper hash is made.
 */
#ifndef KITH_TEST_COUNTED_ARGON2_H
#define KITH_TEST_COUNTED_ARGON2_H

#include <argon2.h>
#include <stdatomic.h>

static atomic_int hashes_made;
static atomic_int hashes_compared;

/* A test's hook; called before each hash. */
static void (*before_hash)(void);

/* The cost of the latest comparison, in the form of the PHC string. */
static _Thread_local char compared_cost[40];

int
argon2id_hash_encoded(const uint32_t passes, const uint32_t memory_kib,
	const uint32_t lanes, const void *password, const size_t password_size,
	const void *salt, const size_t salt_size, const size_t hash_size, char *encoded,
	const size_t encoded_size)
{
	hashes_made++;
	if (before_hash != NULL)
		before_hash();
	assert_true(passes >= 1 && lanes >= 1 && memory_kib >= 64);
	return argon2_hash(1, 64, 1, password, password_size, salt, salt_size, NULL,
		hash_size, encoded, encoded_size, Argon2_id, ARGON2_VERSION_13);
}

int
argon2id_verify(const char *encoded, const void *password, const size_t password_size)
{
	hashes_compared++;
	if (before_hash != NULL)
		before_hash();
	snprintf(compared_cost, sizeof(compared_cost), "%.*s",
		(int)strcspn(encoded + 16, "$") + 16, encoded);
	if (strstr(encoded, "m=64,") == NULL)
		return ARGON2_VERIFY_MISMATCH;
	return argon2_verify(encoded, password, password_size, Argon2_id);
}

#endif
