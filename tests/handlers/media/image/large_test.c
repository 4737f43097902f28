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

TEST(a_png_is_large_if_it_is_interlaced_or_transparent_and_has_many_pixels)
{
	assert_false(IS_LARGE(PNG(SIDE_4000, SIDE_4000, "\2", "\0"), DECODER_PNG));
	assert_true(IS_LARGE(PNG(SIDE_4000, SIDE_4000, "\2", "\1"), DECODER_PNG));
	assert_true(IS_LARGE(PNG(SIDE_4000, SIDE_4000, "\6", "\0"), DECODER_PNG));
	assert_false(IS_LARGE(PNG(SIDE_1000, SIDE_4000, "\6", "\1"), DECODER_PNG));
}

TEST(reads_the_header_of_a_png_after_a_chunk_that_looks_like_one)
{
	assert_true(
		IS_LARGE(PNG_AFTER_TEXT(SIDE_4000, SIDE_4000, "\6", "\1"), DECODER_PNG));
	assert_false(
		IS_LARGE(PNG_AFTER_TEXT(SIDE_4000, SIDE_4000, "\2", "\0"), DECODER_PNG));
}

TEST(a_palette_is_transparent_if_it_says_so)
{
	static const char opaque[] =
		PNG(SIDE_4000, SIDE_4000, "\3", "\0") "\0\0\0\3PLTEabcCRC!"
						      "\0\0\0\0IDATCRC!";
	static const char clear[] =
		PNG(SIDE_4000, SIDE_4000, "\3", "\0") "\0\0\0\3PLTEabcCRC!"
						      "\0\0\0\1tRNSaCRC!";
	static const char cut[] =
		PNG(SIDE_4000, SIDE_4000, "\3", "\0") "\xff\xff\xff\xffPLTEabcCRC!";

	assert_false(IS_LARGE(opaque, DECODER_PNG));
	assert_true(IS_LARGE(clear, DECODER_PNG));
	assert_false(IS_LARGE(cut, DECODER_PNG));
}

/* 4000 x 4000 pixels in each of the three forms. */
TEST(a_webp_is_large_if_it_has_many_pixels)
{
	static const char lossy[] = "RIFF....WEBPVP8 ....ttt\x9d\x01\x2a\xa0\x0f\xa0\x0f";
	static const char lossless[] = "RIFF....WEBPVP8L....\x2f\x9f\xcf\xe7\x03.....";
	static const char extended[] =
		"RIFF....WEBPVP8X....\0...\x9f\x0f\0\x9f\x0f\0VP8 ";
	static const char small[] = "RIFF....WEBPVP8X....\0...\x9f\x0f\0\x9f\0\0VP8 ";

	assert_true(IS_LARGE(lossy, DECODER_WEBP));
	assert_true(IS_LARGE(lossless, DECODER_WEBP));
	assert_true(IS_LARGE(extended, DECODER_WEBP));
	assert_false(IS_LARGE(small, DECODER_WEBP));
}

TEST(a_jpeg_is_large_if_it_has_several_scans_and_many_pixels)
{
	/* SOF0 with 4000 x 3000 pixels, or 4000 x 1000, and a scan of three components */
	static const char photo[] = "\xff\xd8\xff\xc0\0\x08\x08\x0b\xb8\x0f\xa0\3"
				    "\xff\xda\0\3\3\xff\xd9";
	static const char scans[] = "\xff\xd8\xff\xc0\0\x08\x08\x0b\xb8\x0f\xa0\3"
				    "\xff\xda\0\3\3\xff\xda\0\3\3\xff\xd9";
	static const char flat[] = "\xff\xd8\xff\xc0\0\x08\x08\x03\xe8\x0f\xa0\3"
				   "\xff\xda\0\3\3\xff\xda\0\3\3\xff\xd9";

	assert_false(IS_LARGE(photo, DECODER_JPEG));
	assert_true(IS_LARGE(scans, DECODER_JPEG));
	assert_false(IS_LARGE(flat, DECODER_JPEG));
}

TEST(an_image_without_a_readable_size_is_large)
{
	assert_true(IS_LARGE("", DECODER_PNG));
	assert_true(IS_LARGE(SIGNATURE, DECODER_PNG));
	assert_true(IS_LARGE("\xff\xd8\xff", DECODER_JPEG));
	assert_true(IS_LARGE("RIFF....WEBP", DECODER_WEBP));
	assert_true(IS_LARGE("RIFF....WEBPICCP..................", DECODER_WEBP));
	assert_true(IS_LARGE("GIF89a\1\0\1\0", DECODER_GIF));
}

const struct test_scene test_scene = {0};
