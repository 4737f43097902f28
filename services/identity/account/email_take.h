/*
 * email_take.h - a new address takes the place of a member's.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_EMAIL_TAKE_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_EMAIL_TAKE_H

#include "common/call/call.h"

/* The member's row is locked by the caller; the address was proven by its link. Every other
 * link of the member ends, for it went to the old address, which is told. */
enum problem
email_take(struct call *call, const struct uuid *member, const struct text *email);

#endif
