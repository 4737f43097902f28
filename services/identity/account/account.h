/*
 * account.h - what the operations on an account share.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_ACCOUNT_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_ACCOUNT_H

#include "common/call/call.h"
#include "proto/identity/identity.h"

/* Answers a member's account; PROBLEM_INVALID_TOKEN when the member is gone. */
enum problem account_answer(struct call *call, const struct uuid *member);

/* Carries out a patch of the caller's profile and answers the account. `onboard` shows the
 * profile to others from the first time on. */
enum problem account_patch(struct call *call, const struct profile_in *in, bool onboard);

#endif
