/*
 * image_move.h - moves images to where this instance stores them.
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_IMAGE_MOVE_H
#define KITH_SERVICES_MEDIA_IMAGE_IMAGE_MOVE_H

#include <stdbool.h>

#include "common/call/call.h"

/* A step of the task: moves one image, waiting for the store. Returns whether there
 * may be more to move. */
bool image_move_step(struct call *call);

#endif
