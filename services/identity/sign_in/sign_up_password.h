/*
 * sign_up_password.h - the passwords of sign-ups, for one answer of sign-in.
 *
 * Whoever signs up and then signs in is told that the address is not verified. That must be so
 * for an address with an account as well, or sign-in would tell which addresses have one. So
 * each sign-up's password is kept here, whatever exists for its address.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_SIGN_UP_PASSWORD_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_SIGN_UP_PASSWORD_H

#include "common/call/call.h"

/* The hash of the latest sign-up's password in SQL; `email` is the address. */
#define SIGN_UP_PASSWORD_LATEST(email) \
	"(SELECT s.password_hash FROM sign_up_passwords s WHERE lower(s.email) = lower(" email \
	") ORDER BY s.created_at DESC, s.id DESC LIMIT 1)"

/* The hash of the latest sign-up's password, or NULL. */
const char *sign_up_password_latest(struct call *call, const struct text *email);

void sign_up_password_keep(
	struct call *call, const struct text *email, const char *password_hash);

/* For the one that became the password of an account: once that is changed, it is just wrong. */
void sign_up_password_forget(
	struct call *call, const struct text *email, const struct text *password_hash);

#endif
