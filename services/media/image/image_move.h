/*
 * image_move.h - images move to where this instance keeps them.
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_IMAGE_MOVE_H
#define KITH_SERVICES_MEDIA_IMAGE_IMAGE_MOVE_H

#include <stdbool.h>

#include "common/call/call.h"

/* A step of the task, which waits for the store: one image. Whether there may be more to move. */
bool image_move_step(struct call *call);

#endif
