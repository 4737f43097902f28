/*
 * password_prove.h - confirmation of the password before sensitive operations.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_PASSWORD_PROVE_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_PASSWORD_PROVE_H

#include "common/call/call.h"

/*
 * Locks the caller's row and checks the password. Fails with PROBLEM_INVALID_CREDENTIALS
 * when it is wrong, which counts against the member and the address, and with
 * PROBLEM_RATE_LIMITED after too many attempts. For operations with TX_WRITE in
 * POOL_OUTSIDE.
 */
enum problem password_prove(struct call *call, const struct text *password);

/* Like password_prove(), and consumes a code of the second factor. A member without a
 * second factor may give any code. */
enum problem password_prove_with_code(
	struct call *call, const struct text *password, const struct text *code);

#endif
