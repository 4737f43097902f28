/*
 * totp_guard.h - bounds guesses at codes of the app, and mails the member about them.
 *
 * A guess at six digits is right in 3 of 1,000,000 cases. An account therefore has 20
 * tries in 24 hours, whatever their addresses. An address from which the member signed in
 * during the last 90 days has tries until 60 were made, so that somebody else who knows
 * the password cannot lock the member out there. Recovery codes are not bounded.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_TOTP_GUARD_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_TOTP_GUARD_H

#include "common/call/call.h"

/* Counts a try before its code is compared. Fails with PROBLEM_RATE_LIMITED when no try
 * is left. The statement that accepts a code uncounts its try: TOTP_GUARD_UNCOUNT. */
enum problem totp_guard_count(struct call *call, const struct uuid *member);

#define TOTP_GUARD_UNCOUNT "wrong_codes = greatest(wrong_codes - 1, 0)"

/* Mails the member that the right password came with a wrong code; at most once an
 * hour. */
void totp_guard_warn(struct call *call, const struct uuid *member);

#endif
