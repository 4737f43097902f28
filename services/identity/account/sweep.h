/*
 * sweep.h - what has had its time is removed, every ten minutes.
 */
#ifndef KITH_SERVICES_IDENTITY_ACCOUNT_SWEEP_H
#define KITH_SERVICES_IDENTITY_ACCOUNT_SWEEP_H

#include "common/db/db.h"

/* The step of the service's task: a batch of each kind; whether there may be more. */
bool sweep_once(struct call *call);

#endif
