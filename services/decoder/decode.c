/*
 * decode.c - the one door to libvips.
 *
 * It is asked for four formats and knows no other: what else it can load is blocked. Dimensions
 * are read before pixels. Nothing of the original's metadata gets into the result but its
 * orientation and its colors, which are applied.
 */
#include <stdlib.h>
#include <vips/vips.h>

#include "proto/media/media.h"
#include "services/decoder/decoder.h"

/* The quality of the WebP, and the one that is tried when that takes too many bytes. */
static const int qualities[] = {80, 55, 25};

static const char *const loaders[] = {"VipsForeignLoadJpeg", "VipsForeignLoadPng",
	"VipsForeignLoadWebp", "VipsForeignLoadNsgif"};

/* What libraries say about an image is nobody's to read. */
static void
say_nothing(const char *domain, GLogLevelFlags level, const char *message, void *data)
{
	(void)domain;
	(void)level;
	(void)message;
	(void)data;
}

void
decode_open(void)
{
	/* Code that is made while the program runs is not allowed, and there are no modules. */
	setenv("ORC_CODE", "backup", 1);
	setenv("VIPS_NOVECTOR", "1", 1);
	setenv("VIPSHOME", "/nonexistent", 1);
	g_log_set_default_handler(say_nothing, NULL);
	if (vips_init("kith-decoder") != 0)
		abort();
	vips_concurrency_set(1);
	vips_cache_set_max(0);
	vips_operation_block_set("VipsForeignLoad", TRUE);
	for (size_t i = 0; i < sizeof(loaders) / sizeof(loaders[0]); i++)
		vips_operation_block_set(loaders[i], FALSE);
}

/* Opens the image: its head is read, and its pixels from top to bottom when they are asked for. A
 * JPEG can give a half, a quarter or an eighth of its pixels at a fraction of the cost. */
static VipsImage *
load(const void *image, const struct decoder_task *task, int shrink)
{
	VipsImage *loaded = NULL;
	void *bytes = (void *)(uintptr_t)image; /* which is not changed */
	int failed = -1;

#define HOW "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_ERROR
	switch ((enum decoder_format)task->format) {
	case DECODER_JPEG:
		failed = vips_jpegload_buffer(
			bytes, task->bytes, &loaded, "shrink", shrink, HOW, NULL);
		break;
	case DECODER_PNG:
		failed = vips_pngload_buffer(bytes, task->bytes, &loaded, HOW, NULL);
		break;
	case DECODER_WEBP:
		failed = vips_webpload_buffer(bytes, task->bytes, &loaded, HOW, NULL);
		break;
	case DECODER_GIF:
		failed = vips_gifload_buffer(bytes, task->bytes, &loaded, HOW, NULL);
		break;
	case DECODER_FORMATS:
		break;
	}
#undef HOW
	return failed == 0 ? loaded : NULL;
}

/* Whether the image has a size that may be decoded. */
static enum decoder_status
check_size(const VipsImage *head)
{
	const int width = vips_image_get_width(head);
	const int height = vips_image_get_height(head);

	if (width < IMAGE_SIDE_MIN || height < IMAGE_SIDE_MIN)
		return DECODER_SIDE_SMALL;
	if (width > IMAGE_SIDE_MAX || height > IMAGE_SIDE_MAX)
		return DECODER_SIDE_LARGE;
	if ((int64_t)width * height > IMAGE_PIXELS_MAX)
		return DECODER_PIXELS;
	return DECODER_DONE;
}

/* How much smaller the image may be read, and still has all the pixels that are wanted. */
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

/* The square in the middle of the image, where a square is wanted; else all of it. */
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

/* The image in the size that it is served in, upright and in the colors of the web. */
static VipsImage *
make_smaller(const void *image, const struct decoder_task *task, int shrink)
{
	const int side = task->square ? IMAGE_SQUARE_SIDE : IMAGE_WIDE_SIDE;
	VipsImage *whole = load(image, task, shrink), *part, *small = NULL, *made = NULL;

	if (whole == NULL)
		return NULL;
	part = cut(whole, task);
	if (part != NULL &&
		vips_thumbnail_image(part, &small, side, "height", side, "size",
			task->square ? VIPS_SIZE_BOTH : VIPS_SIZE_DOWN, "export_profile",
			"srgb", NULL) == 0) {
		/* From here on the original is not read again, whatever quality is tried. */
		made = vips_image_copy_memory(small);
		g_object_unref(small);
	}
	if (part != NULL)
		g_object_unref(part);
	g_object_unref(whole);
	return made;
}

/* Writes WebP in the best quality that fits. */
static bool
write_webp(VipsImage *image, void **webp, size_t *size)
{
	for (size_t i = 0; i < sizeof(qualities) / sizeof(qualities[0]); i++) {
		if (vips_webpsave_buffer(image, webp, size, "Q", qualities[i], "strip",
			    TRUE, "effort", 3, NULL) != 0)
			return false;
		*size = webp_strip(*webp, *size);
		if (*size > 0 && *size <= IMAGE_STORED_BYTES_MAX)
			return true;
		g_free(*webp);
		*webp = NULL;
	}
	return false;
}

enum decoder_status
decode_image(
	const void *image, const struct decoder_task *task, void **webp, size_t *size)
{
	VipsImage *head = load(image, task, 1), *small;
	enum decoder_status status;
	int shrink;

	*webp = NULL;
	if (head == NULL)
		return DECODER_BROKEN;
	status = check_size(head);
	shrink = shrink_of(head, task);
	g_object_unref(head);
	if (status != DECODER_DONE)
		return status;
	small = make_smaller(image, task, shrink);
	if (small == NULL || !write_webp(small, webp, size))
		return DECODER_BROKEN;
	return DECODER_DONE;
}
