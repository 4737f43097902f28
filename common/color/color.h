/*
 * color.h - shades of one color that can be read on a light and on a dark ground.
 */
#ifndef KITH_COMMON_COLOR_COLOR_H
#define KITH_COMMON_COLOR_COLOR_H

#include <stdbool.h>

/* "#176b5b" and a NUL. */
#define COLOR_TEXT_SIZE 8

/* The contrast that WCAG 2.2 requires of text (success criterion 1.4.3). */
#define COLOR_CONTRAST_MIN 4.5

/* The colors of one scheme. Texts in .accent or .strong can be read on .soft and on the
 * ground of pages, and texts in .on can be read on .accent and .strong. */
struct color_palette {
	char accent[COLOR_TEXT_SIZE], strong[COLOR_TEXT_SIZE], soft[COLOR_TEXT_SIZE],
		on[COLOR_TEXT_SIZE];
};

/* The contrast of two colors such as "#ffffff", from 1 to 21. */
double color_contrast(const char *one, const char *other);

/* Makes the palette of a color, which stays as it is where the contrast suffices. */
void color_palette(const char *accent, bool dark, struct color_palette *palette);

#endif
