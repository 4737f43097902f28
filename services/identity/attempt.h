/*
 * attempt.h - how often something may be tried: 10 times in 15 minutes, per account and per
 * address (an IPv6 address counts as its /64).
 */
#ifndef KITH_IDENTITY_ATTEMPT_H
#define KITH_IDENTITY_ATTEMPT_H

#include "common/call.h"

/* Counts one try of "sign_in", "sign_up", "resend", "forgot" or "password";
 * PROBLEM_RATE_LIMITED when there were too many for the e-mail address (or whatever else names
 * the account) or for the caller's network address. */
enum problem attempt_count(struct call *call, const char *kind, const struct text *email);

/* Takes a try back that turned out to be rightful. */
void attempt_forgive(struct call *call, const char *kind, const struct text *email);

#endif
