/*
 * sweep.h - what has had its time is removed, every ten minutes.
 */
#ifndef KITH_IDENTITY_SWEEP_H
#define KITH_IDENTITY_SWEEP_H

#include "common/db.h"

/* The service's task: sweeps until `stop` is set. */
void sweep_run(const volatile int *stop);

/* Sweeps a batch of each kind; whether there may be more. */
bool sweep_once(struct call *call);

#endif
