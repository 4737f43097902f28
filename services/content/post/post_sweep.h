/*
 * post_sweep.h - removes expired asks from the indexes of the lists.
 */
#ifndef KITH_SERVICES_CONTENT_POST_POST_SWEEP_H
#define KITH_SERVICES_CONTENT_POST_POST_SWEEP_H

#include "common/db/db.h"

/* A step of the service's task; returns whether there may be more to sweep. */
bool post_sweep_step(struct call *call);

/* Sweeps at most POST_SWEEP_BATCH asks and returns their number. */
#define POST_SWEEP_BATCH 1000
int64_t post_sweep_once(struct call *call);

#endif
