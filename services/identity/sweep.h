/*
 * sweep.h - what has had its time is removed, every ten minutes.
 */
#ifndef KITH_IDENTITY_SWEEP_H
#define KITH_IDENTITY_SWEEP_H

#include "common/db.h"

/* The service's task: sweeps until `stop` is set. */
void sweep_run(const volatile int *stop);

/* Sweeps once. */
void sweep_once(struct call *call);

#endif
