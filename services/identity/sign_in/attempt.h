/*
 * attempt.h - how often something may be tried: in 15 minutes 10 times per account and per
 * address (an IPv6 address counts as its /64), and 60 times per network (IPv4 /24, IPv6 /48),
 * for who has a network has as many addresses as they like.
 */
#ifndef KITH_SERVICES_IDENTITY_SIGN_IN_ATTEMPT_H
#define KITH_SERVICES_IDENTITY_SIGN_IN_ATTEMPT_H

#include "common/call/call.h"

/* Counts one try of "sign_in", "sign_up", "resend", "forgot" or "password";
 * PROBLEM_RATE_LIMITED when there were too many for the e-mail address (or whatever else names
 * the account), for the caller's address or for the network around it. */
enum problem attempt_count(struct call *call, const char *kind, const struct text *email);

/* Takes a try back that turned out to be rightful. */
void attempt_forgive(struct call *call, const char *kind, const struct text *email);

#endif
