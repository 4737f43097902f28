/*
 * attempt.h - limits on attempts per 15 minutes.
 *
 * The limits are 10 per account and address, 10 per address, 100 per account, and 600 per
 * network (IPv4 /24, IPv6 /48). The limit per network exists because the owner of a
 * network has many addresses. An IPv6 address counts as its /64.
 *
 * The limit per account is that of strangers. Strangers therefore cannot lock out an
 * owner who is where the account has signed in before. An address that is known to the
 * account has the first two limits alone, and a network that is known has a limit of 100
 * of its own.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_ATTEMPT_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_ATTEMPT_H

#include "common/call/call.h"

/* Counts one attempt of "sign_in", "sign_up", "resend", "forgot" or "password" at the
 * account with this e-mail address, whether or not the account exists. Fails with
 * PROBLEM_RATE_LIMITED over a limit. */
enum problem attempt_count(struct call *call, const char *kind, const struct text *email);

/* Uncounts an attempt that turned out to be legitimate. */
void attempt_forgive(struct call *call, const char *kind, const struct text *email);

#endif
