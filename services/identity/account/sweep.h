/*
 * sweep.h - what has had its time is removed, every ten minutes.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_SWEEP_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_SWEEP_H

#include "common/db/db.h"

/* Steps of the service's tasks. A batch of each kind but sign-ups; whether there may be more. */
bool sweep_once(struct call *call);

/* Removes a batch of members who never verified their address and cannot any more; whether there
 * may be more. In one transaction, which the caller ends. */
bool sweep_sign_ups(struct call *call);

#endif
