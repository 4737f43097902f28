/*
 * totp.h - the second factor: codes of an authenticator app (RFC 6238: SHA-1, six digits,
 * steps of 30 seconds, one step of tolerance), and recovery codes.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_TOTP_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_TOTP_H

#include "common/call/call.h"
#include "common/secret/secret.h"

#define TOTP_SECRET_SIZE 20
#define TOTP_SEAL "totp" /* the purpose of the key that encrypts secrets */
#define TOTP_RECOVERY_CODES 10

/* The current step in SQL. The database's clock is the reference of the instance. */
#define TOTP_STEP_SQL "floor(extract(epoch FROM now()) / 30)::bigint"

/* Encrypts a secret for storage, and decrypts it; `size` is 0 if decryption fails. */
struct text totp_encrypt(struct arena *arena, const struct uuid *member,
	const uint8_t secret[TOTP_SECRET_SIZE]);
struct text totp_decrypt(
	struct arena *arena, const struct uuid *member, const struct text *encrypted);

/* The base32 form of a secret (RFC 4648, section 6), for apps and people. */
const char *totp_base32(struct arena *arena, const uint8_t secret[TOTP_SECRET_SIZE]);

/* The step from step - 1 to step + 1 that has this code, or -1. */
int64_t totp_match(const struct text *secret, const struct text *code, int64_t step);

/* Makes a recovery code: 80 random bits in four groups. */
const char *totp_recovery_code(struct arena *arena);

/* Computes the MAC that is stored of a recovery code. Ignores case, spaces and hyphens.
 * False if the text cannot be a recovery code. */
bool totp_recovery_hash(
	const struct uuid *member, const struct text *code, uint8_t hash[MAC_SIZE]);

/* Whether the member has a confirmed second factor. */
bool totp_is_on(struct call *call, const struct uuid *member);

/* Removes the second factor and its recovery codes. Returns whether it was confirmed. */
bool totp_delete(struct call *call, const struct uuid *member);

/* PROBLEM_NONE if the member has no second factor, or consumes a valid code. Otherwise
 * PROBLEM_INVALID_CREDENTIALS, which the caller has to fail with, or a failure with
 * PROBLEM_RATE_LIMITED. */
enum problem
totp_accept(struct call *call, const struct uuid *member, const struct text *code);

#endif
