/*
 * large.h - whether an image needs much memory, by its header.
 *
 * Libraries decode most images from top to bottom, in some megabytes. Others are held as
 * a whole: those whose first bytes concern all pixels, and all WebPs and GIFs.
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_LARGE_H
#define KITH_SERVICES_MEDIA_IMAGE_LARGE_H

#include "services/decoder/decoder.h"

/* The most pixels of an image that is held as a whole without being large. It needs 110
 * MiB at most, as does any that is decoded from top to bottom, and a large one 300. */
#define LARGE_PIXELS 6000000

/* An image whose size cannot be read counts as large, as does each GIF: any of its frames
 * may be larger than its header says. */
bool image_is_large(const void *image, const struct decoder_task *task);

#endif
