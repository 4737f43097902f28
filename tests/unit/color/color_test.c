/*
 * Every accent gives a palette that can be read in both color schemes.
 */
#include "common/color/color.h"

#include <stdio.h>

#include "tests/support/test.h"

static void
expect_readable(const char *accent, bool dark)
{
	static const char *const light[] = {"#fbfbfa", "#ffffff", "#f3f3f1"};
	static const char *const night[] = {"#121314", "#191b1c", "#212426"};
	struct color_palette palette;

	color_palette(accent, dark, &palette);
	for (size_t i = 0; i < 3; i++) {
		const char *ground = dark ? night[i] : light[i];

		assert_true(color_contrast(palette.accent, ground) >= COLOR_CONTRAST_MIN);
		assert_true(color_contrast(palette.strong, ground) >= COLOR_CONTRAST_MIN);
	}
	assert_true(color_contrast(palette.accent, palette.soft) >= COLOR_CONTRAST_MIN);
	assert_true(color_contrast(palette.strong, palette.soft) >= COLOR_CONTRAST_MIN);
	assert_true(color_contrast(palette.on, palette.accent) >= COLOR_CONTRAST_MIN);
	assert_true(color_contrast(palette.on, palette.strong) >= COLOR_CONTRAST_MIN);
}

TEST(every_accent_can_be_read_in_both_schemes)
{
	char accent[COLOR_TEXT_SIZE];

	for (unsigned bits = 0; bits < 0x1000; bits++) {
		snprintf(accent, sizeof(accent), "#%02x%02x%02x", (bits >> 8) * 17,
			(bits >> 4 & 15) * 17, (bits & 15) * 17);
		expect_readable(accent, false);
		expect_readable(accent, true);
	}
}

TEST(an_accent_with_enough_contrast_stays_as_it_is)
{
	struct color_palette palette;

	color_palette("#176b5b", false, &palette);
	assert_string_equal(palette.accent, "#176b5b");
	assert_string_equal(palette.on, "#ffffff");
	color_palette("#6fd0ba", true, &palette);
	assert_string_equal(palette.accent, "#6fd0ba");
}

TEST(contrast_is_that_of_the_standard)
{
	assert_true(color_contrast("#000000", "#ffffff") == 21);
	assert_true(color_contrast("#777777", "#777777") == 1);
}
