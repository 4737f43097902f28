/*
 * large.h - whether an image needs much memory, by its header.
 *
 * Libraries decode most images from top to bottom, in some megabytes. Others are held as
 * a whole, in proportion to their pixels.
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_LARGE_H
#define KITH_SERVICES_MEDIA_IMAGE_LARGE_H

#include "services/decoder/decoder.h"

/* The most bytes that a library holds of an image that is not large. With what every
 * image needs it takes 135 MiB at most, and a large one 350. */
#define LARGE_HELD_BYTES ((uint64_t)88 * 1024 * 1024)

/* An image whose size cannot be read counts as large. */
bool image_is_large(const void *image, const struct decoder_task *task);

#endif
