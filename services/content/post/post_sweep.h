/*
 * post_sweep.h - asks whose expiry has passed leave the indexes of the lists, every minute.
 */
#ifndef KITH_SERVICES_CONTENT_POST_POST_SWEEP_H
#define KITH_SERVICES_CONTENT_POST_POST_SWEEP_H

#include "common/db/db.h"

/* The service's task: sweeps until `stop` is set. */
void post_sweep_run(const volatile int *stop);

/* Sweeps once, at most POST_SWEEP_BATCH asks; answers how many. */
#define POST_SWEEP_BATCH 1000
int64_t post_sweep_once(struct call *call);

#endif
