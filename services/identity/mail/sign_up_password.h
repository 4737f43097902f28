/*
 * sign_up_password.h - password hashes of sign-ups, which decide one answer of sign-in.
 *
 * A caller who signs up and then signs in with the same password is told that the
 * address is not verified. Sign-up makes and compares the same hashes for every address.
 * So the password hash of each sign-up is stored here, whether or not its address has an
 * account; sign-in reads it only for an address without one.
 */
#ifndef KITH_SERVICES_IDENTITY_MAIL_SIGN_UP_PASSWORD_H
#define KITH_SERVICES_IDENTITY_MAIL_SIGN_UP_PASSWORD_H

#include "common/call/call.h"

/* SQL for the password hash of the latest sign-up with the address `email`. */
#define SIGN_UP_PASSWORD_LATEST(email) \
	"(SELECT s.password_hash FROM sign_up_passwords s" \
	" WHERE lower(s.email) = lower(" email \
	") ORDER BY s.created_at DESC, s.id DESC LIMIT 1)"

/* The password hash of the latest sign-up, or NULL. */
const char *sign_up_password_latest(struct call *call, const struct text *email);

void sign_up_password_store(
	struct call *call, const struct text *email, const char *password_hash);

/* Deletes the hashes of an address that was verified. */
void sign_up_password_forget(struct call *call, const struct text *email);

#endif
