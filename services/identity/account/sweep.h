/*
 * sweep.h - what has had its time is removed, every ten minutes.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_SWEEP_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_SWEEP_H

#include "common/db/db.h"

/* A step of the service's task: a batch of each kind but sign-ups; whether there may be more. */
bool sweep_once(struct call *call);

/* A step of another task, in a transaction: removes a batch of members who never verified their
 * address and cannot any more; whether there may be more. */
bool sweep_sign_ups(struct call *call);

#endif
