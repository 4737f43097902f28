/*
 * decoder.h - the decoder as this service sees it (services/decoder/decoder.h).
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_DECODER_H
#define KITH_SERVICES_MEDIA_IMAGE_DECODER_H

#include <stdbool.h>

#include "common/base/arena.h"
#include "services/decoder/decoder.h"

/* Starts the decoder: before other threads, and before the process is confined. NULL is the program
 * kith-decoder beside this one. False with a sentence on standard error. */
bool decoder_start(const char *program);

enum decoder_outcome {
	DECODER_ANSWERED,
	DECODER_FAILED, /* its process ended before it was done: by a limit, or by a fault */
	DECODER_BUSY, /* its turn did not come in time for it, or there is no decoder */
};

/* What became of an image. */
struct decoder_image {
	enum decoder_status status;
	const uint8_t *webp; /* in the arena */
	size_t size;
};

/* Decodes one image, and waits for that until a time (monotonic). Any thread may. */
enum decoder_outcome
decoder_decode(struct arena *arena, const void *bytes, const struct decoder_task *task,
	int64_t deadline_ms, struct decoder_image *image);

#endif
