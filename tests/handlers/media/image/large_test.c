/* Which images need much memory, by their headers. */
#include "services/media/image/large.h"

#include "proto/field.h"
#include "tests/support/test.h"

#define SIGNATURE "\x89PNG\r\n\x1a\n"

/* A header of a PNG: two bytes of each side are enough. The color type 6 has colors and
 * transparency. */
#define PNG(width, height, type, interlaced) \
	SIGNATURE "\0\0\0\x0dIHDR\0\0" width "\0\0" height "\x08" type "\0\0" interlaced \
		  "CRC!"
/* Another chunk before the header, which looks like a small one. */
#define PNG_AFTER_TEXT(width, height, type, interlaced) \
	SIGNATURE "\0\0\0\x0dtEXt\0\0\0\x20\0\0\0\x20\x08\2\0\0\0" \
		  "CRC!" \
		  "\0\0\0\x0dIHDR\0\0" width "\0\0" height "\x08" type "\0\0" interlaced \
		  "CRC!"
#define SIDE_4000 "\x0f\xa0"
#define SIDE_1000 "\x03\xe8"

#define IS_LARGE(image, kind) \
	image_is_large((image), \
		&(const struct decoder_task){ \
			.bytes = sizeof(image) - 1, .format = (kind)})

TEST(a_png_is_large_if_it_is_interlaced_and_has_many_pixels)
{
	assert_false(IS_LARGE(PNG(SIDE_4000, SIDE_4000, "\6", "\0"), DECODER_PNG));
	assert_true(IS_LARGE(PNG(SIDE_4000, SIDE_4000, "\2", "\1"), DECODER_PNG));
	assert_false(IS_LARGE(PNG(SIDE_1000, SIDE_4000, "\6", "\1"), DECODER_PNG));
}

TEST(reads_the_header_of_a_png_after_a_chunk_that_looks_like_one)
{
	assert_true(
		IS_LARGE(PNG_AFTER_TEXT(SIDE_4000, SIDE_4000, "\6", "\1"), DECODER_PNG));
	assert_false(
		IS_LARGE(PNG_AFTER_TEXT(SIDE_4000, SIDE_4000, "\2", "\0"), DECODER_PNG));
}

/* 4000 x 4000 pixels in each of the three forms. */
TEST(a_webp_is_large_if_it_has_many_pixels)
{
	static const char lossy[] = "RIFF....WEBPVP8 ....ttt\x9d\x01\x2a\xa0\x0f\xa0\x0f";
	static const char lossless[] = "RIFF....WEBPVP8L....\x2f\x9f\xcf\xe7\x03.....";
	static const char extended[] =
		"RIFF....WEBPVP8X....\0...\x9f\x0f\0\x9f\x0f\0VP8 ";
	/* 4000 x 3000 pixels */
	static const char photo[] = "RIFF....WEBPVP8X....\0...\x9f\x0f\0\xb7\x0b\0VP8 ";
	static const char clear[] = "RIFF....WEBPVP8X....\x10...\x9f\x0f\0\xb7\x0b\0VP8 ";

	assert_true(IS_LARGE(lossy, DECODER_WEBP));
	assert_true(IS_LARGE(lossless, DECODER_WEBP));
	assert_true(IS_LARGE(extended, DECODER_WEBP));
	assert_false(IS_LARGE(photo, DECODER_WEBP));
	assert_true(IS_LARGE(clear, DECODER_WEBP));
}

/* Known attack: the flags of a WebP do not tell of its transparency. */
TEST(the_chunks_of_a_webp_tell_of_its_transparency)
{
	static const char animated[] =
		"RIFF....WEBPVP8X....\2...\x9f\x0f\0\xb7\x0b\0ANIM";
	static const char hidden[] = "RIFF....WEBPVP8X....\0...\x9f\x0f\0\xb7\x0b\0ALPH";

	assert_true(IS_LARGE(animated, DECODER_WEBP));
	assert_true(IS_LARGE(hidden, DECODER_WEBP));
}

/* A frame of three components with 8000 x 5000 pixels, or 4000 x 3000. Those of colors
 * have a quarter of the pixels, as in photos, or all. */
#define FRAME(kind, size, factors) \
	"\xff\xd8\xff" kind "\0\x11\x08" size "\3\1" factors "\0\2\x11\1\3\x11\1"
#define SIZE_40M "\x13\x88\x1f\x40"
#define SIZE_12M "\x0b\xb8\x0f\xa0"
#define BASELINE "\xc0"
#define PROGRESSIVE "\xc2"
#define QUARTER "\x22"
#define ALL "\x11"
#define SCAN(components) "\xff\xda\0\3" components
#define LAST "\xff\xd9"

/* Known attack: the only scan of a progressive JPEG, or one without all components, makes
 * libjpeg hold the whole image, too. */
TEST(a_jpeg_is_large_if_it_is_held_until_its_last_scan_and_has_many_samples)
{
	assert_false(
		IS_LARGE(FRAME(BASELINE, SIZE_40M, ALL) SCAN("\3") LAST, DECODER_JPEG));
	assert_true(
		IS_LARGE(FRAME(BASELINE, SIZE_40M, ALL) SCAN("\1") LAST, DECODER_JPEG));
	assert_true(IS_LARGE(FRAME(BASELINE, SIZE_40M, ALL) SCAN("\1") SCAN("\1")
				     SCAN("\1") LAST,
		DECODER_JPEG));
	assert_true(IS_LARGE(
		FRAME(PROGRESSIVE, SIZE_40M, ALL) SCAN("\3") LAST, DECODER_JPEG));
	assert_true(IS_LARGE(
		FRAME(PROGRESSIVE, SIZE_40M, QUARTER) SCAN("\3") LAST, DECODER_JPEG));
	assert_false(
		IS_LARGE(FRAME(PROGRESSIVE, SIZE_12M, ALL) SCAN("\3") SCAN("\3") LAST,
			DECODER_JPEG));
}

TEST(a_second_frame_hides_no_large_one)
{
	assert_true(IS_LARGE(
		FRAME(PROGRESSIVE, SIZE_40M, ALL) SCAN(
			"\3") "\xff\xc0\0\x0b\x08\x13\x89\x1f\x40\1\1\x11\0" SCAN("\1")
			LAST,
		DECODER_JPEG));
}

TEST(a_gif_is_not_large)
{
	assert_false(IS_LARGE("GIF89a\x88\x13\xa0\x0f", DECODER_GIF));
}

TEST(an_image_without_a_readable_size_is_large)
{
	assert_true(IS_LARGE("", DECODER_PNG));
	assert_true(IS_LARGE(SIGNATURE, DECODER_PNG));
	assert_true(IS_LARGE("\xff\xd8\xff", DECODER_JPEG));
	assert_true(IS_LARGE("RIFF....WEBP", DECODER_WEBP));
	assert_true(IS_LARGE("RIFF....WEBPICCP..................", DECODER_WEBP));
}

const struct test_scene test_scene = {0};
