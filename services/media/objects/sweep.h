/*
 * sweep.h - what lies in the store and no image has is removed.
 */
#ifndef KITH_SERVICES_MEDIA_OBJECTS_SWEEP_H
#define KITH_SERVICES_MEDIA_OBJECTS_SWEEP_H

#include <stdbool.h>

#include "common/call/call.h"

/* A step of the task, which waits for the store; whether there may be more to remove. */
bool objects_sweep_step(struct call *call);

#endif
