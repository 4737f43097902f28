/*
 * post_sweep.h - asks whose expiry has passed leave the indexes of the lists, every minute.
 */
#ifndef KITH_SERVICES_CONTENT_POST_POST_SWEEP_H
#define KITH_SERVICES_CONTENT_POST_POST_SWEEP_H

#include "common/db/db.h"

/* The step of the service's task; whether there may be more. */
bool post_sweep_step(struct call *call);

/* Sweeps once, at most POST_SWEEP_BATCH asks; answers how many. */
#define POST_SWEEP_BATCH 1000
int64_t post_sweep_once(struct call *call);

#endif
