/*
 * avatar.h - what the operations on the caller's image share.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_AVATAR_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_AVATAR_H

#include "common/call/call.h"

/* Sets the image that media has made, or removes the one that is there, and answers the account. */
enum problem avatar_set(struct call *call);
enum problem avatar_remove(struct call *call);

#endif
