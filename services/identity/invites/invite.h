/*
 * invite.h - invite codes at sign-up.
 *
 * A sign-up takes a use and holds it for 24 hours, also where the address has an account. The
 * same sign-up sent twice takes one. Verifying the address keeps the use, and one that is not
 * kept by then goes back. However many redeem at once, the code's row admits one at a time.
 */
#ifndef KITH_SERVICES_IDENTITY_INVITES_INVITE_H
#define KITH_SERVICES_IDENTITY_INVITES_INVITE_H

#include "common/call/call.h"

/* Whether the code admits somebody at this moment, or this address holds a use of it. */
bool invite_valid(struct call *call, const struct text *code, const struct text *email);

/* The use of the code that the member holds already; absent when there is none. */
struct identifier
invite_find_hold(struct call *call, const struct uuid *member, const struct text *code);

/* Takes a use and holds it for the member; absent when there is none left. */
struct identifier
invite_take(struct call *call, const struct uuid *member, const struct text *code);

/* Keeps the use that was held; where it went back meanwhile, takes another. False when the code
 * admits nobody any more. Other uses that the member holds go back. */
bool invite_keep(struct call *call, const struct uuid *member,
	const struct identifier *hold, const struct text *code);

/* Gives back what the member holds. */
void invite_give_back(struct call *call, const struct uuid *member);

/* Gives back a batch of what has been held for 24 hours; whether there may be more. */
bool invite_sweep(struct call *call);

#endif
