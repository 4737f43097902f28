/*
 * estimate.c - the costs were measured with images of 16 million pixels. Only their
 * proportions matter.
 */
#include "services/media/image/estimate.h"

#include "proto/media/media.h"

/* Nanoseconds for each pixel. */
#define PNG_NS UINT64_C(12)
#define PNG_DEEP_NS UINT64_C(25)       /* more, with 16 bits per sample */
#define PNG_INTERLACED_NS UINT64_C(16) /* more */
#define PNG_ALPHA_NS UINT64_C(30)      /* more, with transparency */
#define PNG_BYTE_NS UINT64_C(40)       /* for each byte: it may unpack to a thousand */
#define WEBP_NS UINT64_C(45)
#define GIF_NS UINT64_C(40)

/* Nanoseconds for each pixel of a whole image whose transparency is encoded. */
#define WHOLE_ALPHA_NS UINT64_C(150)

/* Picoseconds for each pixel of a JPEG, and for each of its passes over the image. */
#define JPEG_PS UINT64_C(4500)
#define PASS_PS UINT64_C(400)

/* What an image is taken for whose size cannot be read. This holds for each GIF: any of
 * its frames may be larger than its header says. */
#define UNKNOWN_PIXELS UINT64_C(16000000)

struct cost {
	uint64_t pixels, ns;
	bool alpha;
};

static struct cost
jpeg_cost(const void *image, size_t size)
{
	const struct jpeg_facts facts = jpeg_read(image, size);

	return (struct cost){.pixels = facts.pixels,
		.ns = facts.pixels * (JPEG_PS + facts.passes * PASS_PS) / 1000};
}

static struct cost
png_cost(const void *image, size_t size)
{
	const struct png_facts facts = png_read(image, size);
	const uint64_t each_ns = PNG_NS + (facts.deep ? PNG_DEEP_NS : 0) +
		(facts.interlaced ? PNG_INTERLACED_NS : 0) +
		(facts.alpha ? PNG_ALPHA_NS : 0);

	return (struct cost){
		facts.pixels, facts.pixels * each_ns + size * PNG_BYTE_NS, facts.alpha};
}

static struct cost
webp_cost(const void *image, size_t size)
{
	const struct webp_facts facts = webp_read(image, size);

	return (struct cost){facts.pixels, facts.pixels * WEBP_NS, facts.alpha};
}

static struct cost
cost_of(const void *image, const struct decoder_task *task)
{
	struct cost cost = {0};

	switch ((enum decoder_format)task->format) {
	case DECODER_JPEG:
		cost = jpeg_cost(image, task->bytes);
		break;
	case DECODER_PNG:
		cost = png_cost(image, task->bytes);
		break;
	case DECODER_WEBP:
		cost = webp_cost(image, task->bytes);
		break;
	case DECODER_GIF:
	case DECODER_FORMATS:
		break;
	}
	if (cost.pixels == 0)
		cost.ns = UNKNOWN_PIXELS * GIF_NS;
	return cost;
}

int64_t
image_estimate_ms(const void *image, const struct decoder_task *task)
{
	const uint64_t whole = (uint64_t)IMAGE_WIDE_SIDE * IMAGE_WIDE_SIDE;
	struct cost cost = cost_of(image, task);

	if (cost.alpha && !task->square)
		cost.ns += (cost.pixels < whole ? cost.pixels : whole) * WHOLE_ALPHA_NS;
	return (int64_t)(cost.ns / 1000000);
}
