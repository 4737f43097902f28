/*
 * sign_up_password.h - password hashes of sign-ups, which decide one answer of sign-in.
 *
 * A caller who signs up and then signs in is told that the address is not verified. The
 * same must happen for an address that has an account, or else sign-in would reveal which
 * addresses have one. So the password hash of each sign-up is stored here, whether or not
 * its address has an account.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_SIGN_UP_PASSWORD_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_SIGN_UP_PASSWORD_H

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

/* Deletes a hash that became the password of an account, so that after a password change
 * the old password is simply wrong. */
void sign_up_password_forget(
	struct call *call, const struct text *email, const struct text *password_hash);

#endif
