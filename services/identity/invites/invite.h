/*
 * invite.h - invite codes at sign-up.
 *
 * A sign-up reserves one use of a code for 24 hours (a row in invite_holds), also when
 * the address has an account. Repeating the same sign-up reserves no second use.
 * Verifying the address makes the use permanent; a reservation that expires returns its
 * use to the code. The lock on the code's row serializes concurrent sign-ups.
 */
#ifndef KITH_SERVICES_IDENTITY_INVITES_INVITE_H
#define KITH_SERVICES_IDENTITY_INVITES_INVITE_H

#include "common/call/call.h"

/* Whether the code admits a new member now, or this address has reserved a use of it. */
bool invite_valid(struct call *call, const struct text *code, const struct text *email);

/* The use of the code that the member has reserved; absent when there is none. */
struct identifier
invite_find_hold(struct call *call, const struct uuid *member, const struct text *code);

/* Reserves a use for the member; absent when none is left. */
struct identifier
invite_reserve(struct call *call, const struct uuid *member, const struct text *code);

/* Makes a reserved use permanent, or takes another use if the reservation has expired.
 * False when the code admits nobody any more. Releases the member's other
 * reservations. */
bool invite_redeem(struct call *call, const struct uuid *member,
	const struct identifier *hold, const struct text *code);

/* Releases the member's reservations. */
void invite_release(struct call *call, const struct uuid *member);

/* Releases one batch of reservations older than 24 hours. Returns whether more may be
 * left. */
bool invite_sweep(struct call *call);

#endif
