/*
 * decoder.h - a client of the decoder (services/decoder/decoder.h).
 */
#ifndef KITH_SERVICES_MEDIA_IMAGE_DECODER_H
#define KITH_SERVICES_MEDIA_IMAGE_DECODER_H

#include <stdbool.h>

#include "common/base/arena.h"
#include "common/base/id.h"
#include "services/decoder/decoder.h"

/* Starts the decoder. Call before other threads start and before the process is
 * confined. NULL means kith-decoder in the folder of this program. Returns false after
 * a message on standard error. */
bool decoder_start(const char *program);

enum decoder_outcome {
	DECODER_ANSWERED,
	/* its child process ended early, because of a limit or a crash */
	DECODER_FAILED,
	DECODER_BUSY, /* no slot was free in time, or there is no decoder */
};

/* The result of an image. */
struct decoder_image {
	enum decoder_status status;
	const uint8_t *webp; /* in the arena */
	size_t size;
	const uint8_t *small; /* the small WebP of a square, likewise; NULL = none */
	size_t small_size;
};

/* Decodes one image of a member, and waits until `deadline_ms` (monotonic clock). Members
 * take turns (turns.h). The decoder ends an image that exceeds DECODER_LITTLE_KIB. It
 * waits for a second turn and is decoded with DECODER_MUCH_KIB. Thread-safe. */
enum decoder_outcome decoder_decode(struct arena *arena, const struct uuid *member,
	const void *bytes, const struct decoder_task *task, int64_t deadline_ms,
	struct decoder_image *image);

#endif
