/*
 * large.c - the bytes of each pixel were measured with images of the most pixels.
 */
#include "services/media/image/large.h"

#define INTERLACED_PNG_BYTES 12
#define WEBP_BYTES 7
#define WEBP_ALPHA_BYTES 12
#define SAMPLE_BYTES 2 /* of a JPEG */

/* libjpeg holds the samples of a JPEG until the last scan if it is progressive, or if the
 * first scan has not all of its components. */
static uint64_t
held_of_jpeg(const struct jpeg_facts *facts)
{
	const bool whole = facts->progressive || facts->scans > 1 ||
		facts->passes < facts->components;

	return whole ? facts->samples * SAMPLE_BYTES : 0;
}

bool
image_is_large(const void *image, const struct decoder_task *task)
{
	uint64_t pixels = 0, held = 0;

	switch ((enum decoder_format)task->format) {
	case DECODER_JPEG: {
		const struct jpeg_facts facts = jpeg_read(image, task->bytes);

		pixels = facts.pixels;
		held = held_of_jpeg(&facts);
		break;
	}
	case DECODER_PNG: {
		const struct png_facts facts = png_read(image, task->bytes);

		pixels = facts.pixels;
		held = facts.interlaced ? pixels * INTERLACED_PNG_BYTES : 0;
		break;
	}
	case DECODER_WEBP: {
		const struct webp_facts facts = webp_read(image, task->bytes);

		pixels = facts.pixels;
		held = pixels * (facts.alpha ? WEBP_ALPHA_BYTES : WEBP_BYTES);
		break;
	}
	case DECODER_GIF: /* has few pixels */
		return false;
	case DECODER_FORMATS:
		break;
	}
	return pixels == 0 || held > LARGE_HELD_BYTES;
}
