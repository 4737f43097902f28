/*
 * email_take.h - replaces a member's e-mail address.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_EMAIL_TAKE_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_EMAIL_TAKE_H

#include "common/call/call.h"

/* The caller must have locked the member's row and verified the address by its link.
 * Voids all other links of the member, because they went to the old address, and notifies
 * the old address. */
void email_take(struct call *call, const struct uuid *member, const struct text *email);

#endif
