/*
 * estimate.h - how much processor time an image is expected to take, by its header.
 *
 * The decoder knows it only when it has decoded the image, and another member may have
 * to wait until then.
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_ESTIMATE_H
#define KITH_SERVICES_MEDIA_IMAGE_ESTIMATE_H

#include "services/decoder/decoder.h"

/* The expected milliseconds, without the encoding that every image needs. An image whose
 * size cannot be read counts as a large one. */
int64_t image_estimate_ms(const void *image, const struct decoder_task *task);

#endif
