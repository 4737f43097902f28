/*
 * welcome.h - what happens when an address is known to be its member's.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_WELCOME_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_WELCOME_H

#include "common/call/call.h"

/* The state of a member whose address was just verified: "active" or "pending". */
const char *welcome_status(void);

/* Gives a newly verified member its profile, and tells the administrators if it waits for
 * them. `handle` is the one that was asked for, or NULL. */
enum problem welcome_member(struct call *call, const struct uuid *member,
	const char *name, const char *handle, bool pending);

#endif
