/*
 * image.h - the image that a call sets (proto/media/image_ops.h).
 */
#ifndef KITH_COMMON_CALL_IMAGE_H
#define KITH_COMMON_CALL_IMAGE_H

#include "common/call/call.h"

/* The new value of the record's image column: absent when the call `removes` the image
 * or is a dry run, else the image that media made. PROBLEM_INTERNAL_ERROR without one,
 * which the gateway never sends. */
enum problem call_image(struct call *call, bool removes, struct identifier *image);

#endif
