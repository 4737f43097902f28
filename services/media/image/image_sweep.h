/*
 * image_sweep.h - images that no record has any more are removed.
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_IMAGE_SWEEP_H
#define KITH_SERVICES_MEDIA_IMAGE_IMAGE_SWEEP_H

#include <stdbool.h>

#include "common/call/call.h"

/* A step of the task; whether there may be more to remove. */
bool image_sweep_step(struct call *call);

#endif
