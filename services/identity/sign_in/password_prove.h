/*
 * password_prove.h - asking for the password again before something grave.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_PASSWORD_PROVE_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_PASSWORD_PROVE_H

#include "common/call/call.h"

/*
 * Locks the caller's row and compares its password; PROBLEM_INVALID_CREDENTIALS when it is
 * another, which counts against the member and the network address, PROBLEM_RATE_LIMITED when
 * there were too many such tries. For operations with TX_WRITE in POOL_OUTSIDE.
 */
enum problem password_prove(struct call *call, const struct text *password);

/* The same, with a code of the second factor, which is used up by this. A member without a second
 * factor may give any code. */
enum problem password_prove_with_code(
	struct call *call, const struct text *password, const struct text *code);

#endif
