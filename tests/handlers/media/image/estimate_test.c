/* What images are expected to take, by their headers. */
#include "services/media/image/estimate.h"

#include <string.h>

#include "proto/field.h"
#include "tests/support/test.h"

#define SIGNATURE "\x89PNG\r\n\x1a\n"

/* A header of a PNG: two bytes of each side are enough. The color type 6 has colors and
 * transparency. */
#define PNG(width, height, depth, type, interlaced) \
	SIGNATURE "\0\0\0\x0dIHDR\0\0" width "\0\0" height depth type "\0\0" interlaced \
		  "CRC!"
/* Another chunk before the header, which looks like a small one. */
#define PNG_AFTER_TEXT(width, height, depth, type, interlaced) \
	SIGNATURE "\0\0\0\x0dtEXt\0\0\0\x20\0\0\0\x20\x08\2\0\0\0" \
		  "CRC!" \
		  "\0\0\0\x0dIHDR\0\0" width "\0\0" height depth type "\0\0" interlaced \
		  "CRC!"
#define SIDE_4000 "\x0f\xa0"
#define SIDE_1000 "\x03\xe8"

static int64_t
estimate(const char *image, size_t size, enum decoder_format format, bool square)
{
	const struct decoder_task task = {
		.bytes = (uint32_t)size, .format = format, .square = square};

	return image_estimate_ms(image, &task);
}

#define ESTIMATE(image, format, square) \
	estimate((image), sizeof(image) - 1, (format), (square))

TEST(expects_more_of_a_png_with_more_pixels_or_more_of_each)
{
	const int64_t plain = ESTIMATE(
		PNG(SIDE_4000, SIDE_4000, "\x08", "\2", "\0"), DECODER_PNG, true);
	const int64_t deep = ESTIMATE(
		PNG(SIDE_4000, SIDE_4000, "\x10", "\2", "\0"), DECODER_PNG, true);
	const int64_t clear = ESTIMATE(
		PNG(SIDE_4000, SIDE_4000, "\x08", "\6", "\0"), DECODER_PNG, true);
	const int64_t interlaced = ESTIMATE(
		PNG(SIDE_4000, SIDE_4000, "\x08", "\2", "\1"), DECODER_PNG, true);

	assert_in_range(plain, 150, 250);
	assert_true(ESTIMATE(PNG(SIDE_1000, SIDE_1000, "\x08", "\2", "\0"), DECODER_PNG,
			    true) < 15);
	assert_true(deep > 2 * plain && clear > 2 * plain && interlaced > 2 * plain);
	assert_true(ESTIMATE(PNG(SIDE_4000, SIDE_4000, "\x10", "\6", "\1"), DECODER_PNG,
			    true) > 1000);
}

/* Few pixels may be followed by gigabytes of packed zeros. */
TEST(expects_more_of_a_png_with_more_bytes)
{
	static char large[4 << 20] = PNG("\0\x40", "\0\x40", "\x08", "\2", "\0");

	assert_in_range(estimate(large, sizeof(large), DECODER_PNG, true), 120, 250);
	assert_true(estimate(large, 64 * 1024, DECODER_PNG, true) < 5);
}

TEST(reads_the_header_of_a_png_after_a_chunk_that_looks_like_one)
{
	assert_int_equal(
		ESTIMATE(PNG_AFTER_TEXT(SIDE_4000, SIDE_4000, "\x10", "\6", "\1"),
			DECODER_PNG, true),
		ESTIMATE(PNG(SIDE_4000, SIDE_4000, "\x10", "\6", "\1"), DECODER_PNG,
			true));
}

TEST(expects_a_palette_to_be_transparent_if_it_says_so)
{
	static const char opaque[] =
		PNG(SIDE_4000, SIDE_4000, "\x08", "\3", "\0") "\0\0\0\3PLTEabcCRC!"
							      "\0\0\0\0IDATCRC!";
	static const char clear[] =
		PNG(SIDE_4000, SIDE_4000, "\x08", "\3", "\0") "\0\0\0\3PLTEabcCRC!"
							      "\0\0\0\1tRNSaCRC!";
	static const char cut[] = PNG(
		SIDE_4000, SIDE_4000, "\x08", "\3", "\0") "\xff\xff\xff\xffPLTEabcCRC!";

	assert_in_range(ESTIMATE(opaque, DECODER_PNG, true), 150, 250);
	assert_true(ESTIMATE(clear, DECODER_PNG, true) > 600);
	assert_in_range(ESTIMATE(cut, DECODER_PNG, true), 150, 250);
}

/* Its transparency is encoded with all of its pixels. */
TEST(expects_more_of_a_whole_image_with_transparency)
{
	static const char clear[] = PNG(SIDE_1000, SIDE_1000, "\x08", "\6", "\0");
	static const char opaque[] = PNG(SIDE_1000, SIDE_1000, "\x08", "\2", "\0");

	assert_true(ESTIMATE(clear, DECODER_PNG, false) >
		ESTIMATE(clear, DECODER_PNG, true) + 100);
	assert_int_equal(ESTIMATE(opaque, DECODER_PNG, false),
		ESTIMATE(opaque, DECODER_PNG, true));
}

/* 4000 x 4000 pixels in each of the three forms. */
TEST(reads_the_size_of_a_webp)
{
	static const char lossy[] = "RIFF....WEBPVP8 ....ttt\x9d\x01\x2a\xa0\x0f\xa0\x0f";
	static const char lossless[] = "RIFF....WEBPVP8L....\x2f\x9f\xcf\xe7\x03.....";
	static const char extended[] =
		"RIFF....WEBPVP8X....\0...\x9f\x0f\0\x9f\x0f\0VP8 ";
	static const char clear[] = "RIFF....WEBPVP8X....\x10...\x9f\x0f\0\x9f\x0f\0ALPH";

	assert_int_equal(ESTIMATE(lossy, DECODER_WEBP, true), 720);
	assert_int_equal(ESTIMATE(lossless, DECODER_WEBP, true), 720);
	assert_int_equal(ESTIMATE(extended, DECODER_WEBP, false), 720);
	assert_true(ESTIMATE(clear, DECODER_WEBP, false) > 1000);
}

TEST(expects_a_jpeg_to_take_its_pixels_and_passes)
{
	/* SOF0 with 4000 x 3000 pixels, and a scan of three components */
	static const char photo[] = "\xff\xd8\xff\xc0\0\x08\x08\x0b\xb8\x0f\xa0\3"
				    "\xff\xda\0\3\3\xff\xd9";
	static const char scans[] = "\xff\xd8\xff\xc0\0\x08\x08\x0b\xb8\x0f\xa0\3"
				    "\xff\xda\0\3\3\xff\xda\0\3\3\xff\xda\0\3\3\xff\xd9";

	assert_in_range(ESTIMATE(photo, DECODER_JPEG, true), 40, 100);
	assert_true(ESTIMATE(scans, DECODER_JPEG, true) >
		ESTIMATE(photo, DECODER_JPEG, true) + 25);
}

TEST(takes_an_image_without_a_readable_size_for_a_large_one)
{
	assert_int_equal(ESTIMATE("", DECODER_PNG, true), 640);
	assert_int_equal(ESTIMATE(SIGNATURE, DECODER_PNG, true), 640);
	assert_int_equal(ESTIMATE("\xff\xd8\xff", DECODER_JPEG, true), 640);
	assert_int_equal(ESTIMATE("RIFF....WEBP", DECODER_WEBP, true), 640);
	assert_int_equal(
		ESTIMATE("RIFF....WEBPICCP..................", DECODER_WEBP, true), 640);
	assert_int_equal(ESTIMATE("GIF89a\1\0\1\0", DECODER_GIF, true), 640);
}

const struct test_scene test_scene = {0};
