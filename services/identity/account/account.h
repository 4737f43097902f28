/*
 * account.h - helpers shared by the operations on the caller's account.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_ACCOUNT_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_ACCOUNT_H

#include "common/call/call.h"
#include "proto/identity/identity.h"

/* Adds a fault if members would take the caller's new name for the operator's. A platform
 * administrator may have such a name, and so may a member whom the operator gave it. */
enum problem account_check_name(struct call *call, const struct text *name);

/* Answers a member's account. Fails with PROBLEM_INVALID_TOKEN when the member has been
 * deleted since the call was authenticated. */
enum problem account_answer(struct call *call, const struct uuid *member);

/* Patches the caller's profile and answers the account. `onboard` makes the profile
 * visible to other members from then on. */
enum problem account_patch(struct call *call, const struct profile_in *in, bool onboard);

#endif
