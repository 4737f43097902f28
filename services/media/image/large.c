#include "services/media/image/large.h"

/* A JPEG of several scans, such as a progressive one, is decoded after the last one. */
static bool
is_large_jpeg(const void *image, size_t size)
{
	const struct jpeg_facts facts = jpeg_read(image, size);

	return facts.pixels == 0 || (facts.scans > 1 && facts.pixels > LARGE_PIXELS);
}

static bool
is_large_png(const void *image, size_t size)
{
	const struct png_facts facts = png_read(image, size);

	return facts.pixels == 0 ||
		((facts.interlaced || facts.alpha) && facts.pixels > LARGE_PIXELS);
}

bool
image_is_large(const void *image, const struct decoder_task *task)
{
	uint64_t pixels;

	switch ((enum decoder_format)task->format) {
	case DECODER_JPEG:
		return is_large_jpeg(image, task->bytes);
	case DECODER_PNG:
		return is_large_png(image, task->bytes);
	case DECODER_WEBP:
		pixels = webp_pixels(image, task->bytes);
		return pixels == 0 || pixels > LARGE_PIXELS;
	case DECODER_GIF:
	case DECODER_FORMATS:
		break;
	}
	return true;
}
