/*
 * attempt.h - how often something may be tried in 15 minutes: 10 times at an account from one
 * address, 10 times from an address at all accounts, 100 times at an account from everywhere,
 * and 600 times from the network around an address (IPv4 /24, IPv6 /48), as who has a network has
 * as many addresses as they like. An IPv6 address counts as its /64.
 *
 * The last two keep out no address that signed in to the account in the last 90 days: strangers
 * cannot lock an owner out.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_ATTEMPT_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_ATTEMPT_H

#include "common/call/call.h"

/* Counts one try of "sign_in", "sign_up", "resend", "forgot" or "password" at the account with
 * this e-mail address, whether or not there is one; PROBLEM_RATE_LIMITED when there were too
 * many. */
enum problem attempt_count(struct call *call, const char *kind, const struct text *email);

/* Takes a try back that turned out to be rightful. */
void attempt_forgive(struct call *call, const char *kind, const struct text *email);

#endif
