/*
 * sweep.h - deletes objects in the store that no image refers to.
 */
#ifndef KITH_SERVICES_MEDIA_OBJECTS_SWEEP_H
#define KITH_SERVICES_MEDIA_OBJECTS_SWEEP_H

#include <stdbool.h>

#include "common/call/call.h"

/* A step of the task. Waits for the store, and returns whether there may be more to
 * delete. */
bool objects_sweep_step(struct call *call);

#endif
