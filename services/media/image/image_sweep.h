/*
 * image_sweep.h - deletes images that no record refers to.
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_IMAGE_SWEEP_H
#define KITH_SERVICES_MEDIA_IMAGE_IMAGE_SWEEP_H

#include <stdbool.h>

#include "common/call/call.h"

/* A step of the task. Returns whether there may be more to delete. */
bool image_sweep_step(struct call *call);

#endif
