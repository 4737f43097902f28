/*
 * image.h - the image that a call sets (proto/media/image_ops.h).
 */
#ifndef KITH_COMMON_CALL_IMAGE_H
#define KITH_COMMON_CALL_IMAGE_H

#include "common/call/call.h"

/* The value of the record's image column: absent when the call `removes` it, else the image that
 * media has made. The gateway makes no call without one: PROBLEM_INTERNAL_ERROR. */
enum problem call_image(struct call *call, bool removes, struct identifier *image);

#endif
