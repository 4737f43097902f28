/*
 * totp.h - the second factor: codes of an authenticator app (RFC 6238: SHA-1, six digits, steps
 * of 30 seconds, one step early or late), and recovery codes.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_TOTP_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_TOTP_H

#include "common/call/call.h"
#include "common/secret/secret.h"

#define TOTP_SECRET_SIZE 20
#define TOTP_RECOVERY_CODES 10

/* The time's step in SQL: the database has the one clock of the instance. */
#define TOTP_STEP_SQL "floor(extract(epoch FROM now()) / 30)::bigint"

/* A secret as it is kept, and back; `size` 0 when it cannot be opened. */
struct text totp_seal(struct arena *arena, const struct uuid *member,
	const uint8_t secret[TOTP_SECRET_SIZE]);
struct text
totp_unseal(struct arena *arena, const struct uuid *member, const struct text *sealed);

/* A secret as people and apps read it: base32 (RFC 4648, section 6). */
const char *totp_base32(struct arena *arena, const uint8_t secret[TOTP_SECRET_SIZE]);

/* The step out of step - 1 to step + 1 whose code this is; -1 when it is none of them. */
int64_t totp_match(const struct text *secret, const struct text *code, int64_t step);

/* A new recovery code: 80 random bits in four groups. */
const char *totp_recovery_code(struct arena *arena);

/* What is kept of it; false when the text cannot be a recovery code. Case, spaces and hyphens
 * do not matter. */
bool totp_recovery_hash(
	const struct uuid *member, const struct text *code, uint8_t hash[MAC_SIZE]);

/* Whether signing in takes a code. */
bool totp_is_on(struct call *call, const struct uuid *member);

/* Removes the second factor and its recovery codes; whether it was on. */
bool totp_delete(struct call *call, const struct uuid *member);

/* Whether the member has no second factor, or `code` is one, which is used up by this. */
bool totp_accept(struct call *call, const struct uuid *member, const struct text *code);

#endif
