/*
 * password.h - password hashes: argon2id in PHC format (RFC 9106).
 *
 * A hash takes about 50 ms and 46 MiB. Operations that call these functions run in
 * POOL_OUTSIDE, whose two workers bound the concurrent hashes.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_PASSWORD_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_PASSWORD_H

#include "common/call/call.h"

/* Returns a PHC string with a random salt. */
const char *password_hash(struct arena *arena, const struct text *password);

/* Whether the password matches the hash. NULL, for a member without a password, takes the
 * same time and returns false. */
bool password_matches(const char *hash, const struct text *password);

/* Whether the hash has other parameters than password_hash() uses. */
bool password_outdated(const char *hash);

/* Adds a fault at the JSON pointer if the password is common or in the breach list. */
enum problem
password_check(struct call *call, const char *pointer, const struct text *password);

/* Adds a fault at the JSON pointer if the password is the owner's address, the part of it
 * before the @, the owner's name or the instance's, with some digits and signs. */
enum problem password_check_words(struct call *call, const char *pointer,
	const struct text *password, const struct text *email, const struct text *name);

/* The same for the address and the name of a member. */
enum problem password_check_owner(struct call *call, const char *pointer,
	const struct text *password, const struct uuid *member);

#endif
