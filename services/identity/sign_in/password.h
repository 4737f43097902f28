/*
 * password.h - passwords as argon2id in PHC form (RFC 9106).
 *
 * A hash takes some 50 ms and 46 MiB; the operations that call this run in POOL_OUTSIDE,
 * whose two workers bound how many are made at once.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_PASSWORD_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_PASSWORD_H

#include "common/call/call.h"

/* A PHC string with a fresh salt, in the arena. */
const char *password_hash(struct arena *arena, const struct text *password);

/* Whether the password made the hash. NULL, for somebody who has none, takes the same time
 * and is false. */
bool password_matches(const char *hash, const struct text *password);

/* Whether a hash was made with other parameters than password_hash() uses. */
bool password_outdated(const char *hash);

/* Adds a fault at the pointer when the password is among the common ones. */
enum problem
password_check(struct call *call, const char *pointer, const struct text *password);

#endif
