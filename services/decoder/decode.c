/*
 * decode.c - all use of libvips.
 *
 * Only the loaders of four formats are enabled. Dimensions are checked before pixels are
 * decoded. Metadata is dropped before libvips reads the image, except the color profile;
 * the orientation is read here.
 */
#include <stdlib.h>
#include <vips/vips.h>

#include "proto/media/media.h"
#include "services/decoder/decoder.h"

/* The quality of the WebP. The next one is tried if the result has too many bytes. */
static const int qualities[] = {80, 55, 25};

/* The effort of the encoder. Transparency takes most of the time, and a further try has
 * used up some. */
#define EFFORT 3
#define EFFORT_LITTLE 0

/* The quality of the transparency of a whole image, at the first try. */
#define WHOLE_ALPHA 100

/* Color profiles of printers have up to 3 MB. */
#define PROFILE_BYTES_MAX (4 << 20)

static const char *const loaders[] = {"VipsForeignLoadJpeg", "VipsForeignLoadPng",
	"VipsForeignLoadWebp", "VipsForeignLoadNsgif"};

/* Drops log messages of the libraries, because they may quote an image. */
static void
drop_message(const char *domain, GLogLevelFlags level, const char *message, void *data)
{
	(void)domain;
	(void)level;
	(void)message;
	(void)data;
}

void
decode_open(void)
{
	/* The sandbox forbids JIT compilation, and vips must not look for modules. */
	setenv("ORC_CODE", "backup", 1);
	setenv("VIPS_NOVECTOR", "1", 1);
	setenv("VIPSHOME", "/nonexistent", 1);
	g_log_set_default_handler(drop_message, NULL);
	if (vips_init("kith-decoder") != 0)
		abort();
	vips_concurrency_set(1);
	vips_cache_set_max(0);
	vips_operation_block_set("VipsForeignLoad", TRUE);
	for (size_t i = 0; i < sizeof(loaders) / sizeof(loaders[0]); i++)
		vips_operation_block_set(loaders[i], FALSE);
}

/* An image without metadata. */
struct source {
	void *bytes;
	size_t size;
	enum decoder_format format;
	int orientation; /* of Exif */
};

/* Removes the metadata in place, or hides it from the decoder. */
static void
strip(struct source *source)
{
	int *orientation = &source->orientation;

	switch (source->format) {
	case DECODER_JPEG:
		jpeg_strip(source->bytes, source->size, orientation);
		break;
	case DECODER_PNG:
		source->size = png_strip(source->bytes, source->size, orientation);
		break;
	case DECODER_WEBP:
		source->size =
			webp_strip_metadata(source->bytes, source->size, orientation);
		break;
	case DECODER_GIF:
	case DECODER_FORMATS:
		break;
	}
}

/* Adds the end marker that some cameras and cut downloads leave out. */
static void
complete(struct source *source, size_t end)
{
	uint8_t *bytes = source->bytes;

	bytes[end] = 0xff;
	bytes[end + 1] = 0xd9;
	source->size = end + DECODER_END_SIZE;
}

/* Opens the image. Its header is read now, its pixels from top to bottom on demand. A
 * JPEG can be reduced to 1/2, 1/4 or 1/8 while it is decoded, at a fraction of the
 * cost. */
static VipsImage *
load(const struct source *source, int shrink)
{
	VipsImage *loaded = NULL;
	int failed = -1;

#define HOW "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR
	switch (source->format) {
	case DECODER_JPEG:
		failed = vips_jpegload_buffer(source->bytes, source->size, &loaded,
			"shrink", shrink, HOW, NULL);
		break;
	case DECODER_PNG:
		failed = vips_pngload_buffer(
			source->bytes, source->size, &loaded, HOW, NULL);
		break;
	case DECODER_WEBP:
		failed = vips_webpload_buffer(
			source->bytes, source->size, &loaded, HOW, NULL);
		break;
	case DECODER_GIF:
		failed = vips_gifload_buffer(
			source->bytes, source->size, &loaded, HOW, NULL);
		break;
	case DECODER_FORMATS:
		break;
	}
#undef HOW
	return failed == 0 ? loaded : NULL;
}

/* Whether a JPEG can be decoded within the time of an image. Its markers are read as
 * libjpeg will read them. */
static enum decoder_status
check_jpeg(struct source *source, struct decoder_task *task)
{
	const struct jpeg_facts facts = jpeg_read(source->bytes, source->size);

	if (facts.arithmetic)
		return DECODER_ARITHMETIC;
	if (facts.scans > DECODER_SCANS_MAX ||
		facts.passes * facts.pixels >
			(uint64_t)DECODER_PASSES_MAX * IMAGE_PIXELS_MAX)
		return DECODER_SCANS;
	if (facts.metadata > DECODER_METADATA_MAX)
		return DECODER_BROKEN;
	task->completed = !facts.complete;
	if (!facts.complete)
		complete(source, facts.end);
	return DECODER_DONE;
}

/* Drops a color profile whose conversion may take long: the multiProcessElements of ICC.1
 * are matrices of any number and size. */
static void
drop_costly_profile(VipsImage *image)
{
	const void *profile;
	size_t size;

	if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 &&
		vips_image_get_blob(image, VIPS_META_ICC_NAME, &profile, &size) == 0 &&
		(size > PROFILE_BYTES_MAX || memmem(profile, size, "mpet", 4) != NULL))
		vips_image_remove(image, VIPS_META_ICC_NAME);
}

/* The most pixels of an image, by the status of one with too many. */
static const int pixels_max[] = {[DECODER_PIXELS] = IMAGE_PIXELS_MAX,
#define PIXELS_MAX(name, millions, what) [DECODER_PIXELS_##name] = (millions)*1000000,
	DECODER_KINDS(PIXELS_MAX)
#undef PIXELS_MAX
};

/* Returns the status of an image of this kind if it has too many pixels. */
static enum decoder_status
kind_of(VipsImage *head, const struct source *source)
{
	static const enum decoder_status kinds[] = {[DECODER_JPEG] = DECODER_PIXELS,
		[DECODER_PNG] = DECODER_PIXELS_PNG,
		[DECODER_WEBP] = DECODER_PIXELS_WEBP,
		[DECODER_GIF] = DECODER_PIXELS_GIF};
	const bool deep = vips_image_get_format(head) == VIPS_FORMAT_USHORT;

	if (vips_image_hasalpha(head))
		return deep ? DECODER_PIXELS_DEEP_ALPHA : DECODER_PIXELS_ALPHA;
	if (source->format == DECODER_PNG &&
		png_is_interlaced(source->bytes, source->size))
		return DECODER_PIXELS_INTERLACED;
	return deep ? DECODER_PIXELS_DEEP : kinds[source->format];
}

static enum decoder_status
check_size(VipsImage *head, const struct source *source)
{
	const enum decoder_status kind = kind_of(head, source);
	const int width = vips_image_get_width(head);
	const int height = vips_image_get_height(head);

	if (width < IMAGE_SIDE_MIN || height < IMAGE_SIDE_MIN)
		return DECODER_SIDE_SMALL;
	if (width > IMAGE_SIDE_MAX || height > IMAGE_SIDE_MAX)
		return DECODER_SIDE_LARGE;
	if ((int64_t)width * height > pixels_max[kind])
		return kind;
	return DECODER_DONE;
}

/* Returns the largest reduction that keeps all wanted pixels. */
static int
shrink_of(const VipsImage *head, const struct decoder_task *task)
{
	const int width = vips_image_get_width(head);
	const int height = vips_image_get_height(head);
	const int side = task->square ? (width < height ? width : height)
				      : (width > height ? width : height);
	const int wanted = task->square ? IMAGE_SQUARE_SIDE : IMAGE_WIDE_SIDE;
	int shrink = 1;

	while (shrink < 8 && side / (shrink * 2) >= wanted)
		shrink *= 2;
	return shrink;
}

/* Returns the image, reduced if it is a JPEG; NULL with a status if it is refused. */
static VipsImage *
open_image(const struct source *source, const struct decoder_task *task,
	enum decoder_status *status)
{
	VipsImage *image = load(source, 1);
	int shrink = 1;

	*status = image == NULL ? DECODER_BROKEN : check_size(image, source);
	if (*status == DECODER_DONE && source->format == DECODER_JPEG)
		shrink = shrink_of(image, task);
	if (image != NULL && (*status != DECODER_DONE || shrink > 1)) {
		g_object_unref(image);
		image = NULL;
	}
	if (shrink > 1) {
		image = load(source, shrink);
		*status = image == NULL ? DECODER_BROKEN : DECODER_DONE;
	}
	return image;
}

/* Returns the square in the middle if the task wants a square, otherwise all of the
 * image. */
static VipsImage *
cut(VipsImage *whole, const struct decoder_task *task)
{
	const int width = vips_image_get_width(whole);
	const int height = vips_image_get_height(whole);
	const int side = width < height ? width : height;
	VipsImage *square = NULL;

	if (task->square == 0) {
		g_object_ref(whole);
		return whole;
	}
	if (vips_extract_area(whole, &square, (width - side) / 2, (height - side) / 2,
		    side, side, NULL) != 0)
		return NULL;
	return square;
}

/* Reduces an image in CMYK: vips_thumbnail_image() would convert all of its pixels to
 * sRGB first, which takes longer than decoding them. */
static VipsImage *
reduce_cmyk(VipsImage *part, int side)
{
	const int width = vips_image_get_width(part);
	const int height = vips_image_get_height(part);
	const int longest = width > height ? width : height;
	VipsImage *reduced = NULL;

	if (vips_image_get_interpretation(part) != VIPS_INTERPRETATION_CMYK ||
		longest <= side)
		return part;
	(void)vips_resize(part, &reduced, (double)side / longest, NULL);
	g_object_unref(part);
	return reduced;
}

/* Returns the image at its final size, upright and in sRGB. */
static VipsImage *
make_smaller(VipsImage *whole, const struct decoder_task *task, int orientation)
{
	const int side = task->square ? IMAGE_SQUARE_SIDE : IMAGE_WIDE_SIDE;
	VipsImage *part = cut(whole, task), *small = NULL, *made = NULL;

	if (part != NULL)
		part = reduce_cmyk(part, side);
	if (part != NULL)
		vips_image_set_int(part, VIPS_META_ORIENTATION, orientation);
	if (part != NULL &&
		vips_thumbnail_image(part, &small, side, "height", side, "size",
			task->square ? VIPS_SIZE_BOTH : VIPS_SIZE_DOWN, "export_profile",
			"srgb", NULL) == 0) {
		/* The copy keeps each quality from decoding the original again. */
		made = vips_image_copy_memory(small);
		g_object_unref(small);
	}
	if (part != NULL)
		g_object_unref(part);
	return made;
}

/* `alpha` is the quality of the transparency at the first try. */
static bool
write_webp(VipsImage *image, size_t bytes_max, int alpha, void **webp, size_t *size)
{
	const bool has_alpha = vips_image_hasalpha(image);

	for (size_t i = 0; i < sizeof(qualities) / sizeof(qualities[0]); i++) {
		if (vips_webpsave_buffer(image, webp, size, "Q", qualities[i], "alpha_q",
			    i == 0 ? alpha : qualities[i], "strip", TRUE, "effort",
			    i == 0 && !has_alpha ? EFFORT : EFFORT_LITTLE, NULL) != 0)
			break;
		*size = webp_strip(*webp, *size);
		if (*size > 0 && *size <= bytes_max)
			return true;
		g_free(*webp);
	}
	*webp = NULL;
	*size = 0;
	return false;
}

/* Makes the small image of a square. An image that stays too large has none. */
static void
write_small(VipsImage *square, struct decoder_made *made)
{
	VipsImage *small = NULL;

	if (vips_thumbnail_image(square, &small, IMAGE_SMALL_SIDE, NULL) != 0)
		return;
	write_webp(small, IMAGE_SMALL_BYTES_MAX, qualities[0], &made->small,
		&made->small_size);
	g_object_unref(small);
}

/* Whether libjpeg missed data: libvips keeps the text of its warnings. */
static bool
has_warned(void)
{
	return vips_error_buffer()[0] != '\0';
}

enum decoder_status
decode_image(void *image, struct decoder_task *task, struct decoder_made *made)
{
	struct source source = {.bytes = image,
		.size = task->bytes,
		.format = (enum decoder_format)task->format,
		.orientation = 1};
	VipsImage *whole, *small;
	enum decoder_status status;

	*made = (struct decoder_made){0};
	task->completed = 0;
	strip(&source);
	status = source.format == DECODER_JPEG ? check_jpeg(&source, task) : DECODER_DONE;
	if (status != DECODER_DONE)
		return status;
	whole = open_image(&source, task, &status);
	if (whole == NULL)
		return status;
	drop_costly_profile(whole);
	small = make_smaller(whole, task, source.orientation);
	g_object_unref(whole);
	if (small == NULL || (task->completed && has_warned()) ||
		!write_webp(small, IMAGE_STORED_BYTES_MAX, WHOLE_ALPHA, &made->webp,
			&made->size))
		return DECODER_BROKEN;
	if (task->square)
		write_small(small, made);
	return DECODER_DONE;
}
