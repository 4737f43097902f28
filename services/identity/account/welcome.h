/*
 * welcome.h - sets up a member whose e-mail address was just verified.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_WELCOME_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_WELCOME_H

#include "common/call/call.h"

/* The status of a newly verified member: "active" or "pending". */
const char *welcome_status(void);

/* Creates the profile of a newly verified member, and notifies the administrators if it
 * is pending. `handle` is the requested handle; NULL derives one from the name. */
enum problem welcome_member(struct call *call, const struct uuid *member,
	const char *name, const char *handle, bool pending);

#endif
