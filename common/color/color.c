#include "common/color/color.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The grounds of the stylesheet that are the nearest to a text. */
#define LIGHT_GROUND "#f3f3f1"
#define DARK_GROUND "#212426"
#define DARK_PAGE "#121314"
#define STEP 0.02

struct rgb {
	double part[3]; /* red, green and blue, from 0 to 1 */
};

static const struct rgb white = {{1, 1, 1}}, black = {{0, 0, 0}};

static struct rgb
read_color(const char *text)
{
	const unsigned long bits = strtoul(text + 1, NULL, 16);

	return (struct rgb){{(double)(bits >> 16 & 255) / 255,
		(double)(bits >> 8 & 255) / 255, (double)(bits & 255) / 255}};
}

static void
write_color(char out[COLOR_TEXT_SIZE], struct rgb color)
{
	unsigned parts[3];

	for (int i = 0; i < 3; i++)
		parts[i] = (unsigned)lround(color.part[i] * 255) & 255;
	snprintf(out, COLOR_TEXT_SIZE, "#%02x%02x%02x", parts[0], parts[1], parts[2]);
}

static struct rgb
mix(struct rgb color, struct rgb other, double share)
{
	for (int i = 0; i < 3; i++)
		color.part[i] += (other.part[i] - color.part[i]) * share;
	return color;
}

/* The relative luminance of WCAG 2.2. */
static double
luminance(struct rgb color)
{
	static const double weights[3] = {0.2126, 0.7152, 0.0722};
	double sum = 0;

	for (int i = 0; i < 3; i++)
		sum += weights[i] *
			(color.part[i] <= 0.04045
					? color.part[i] / 12.92
					: pow((color.part[i] + 0.055) / 1.055, 2.4));
	return sum;
}

static double
contrast(struct rgb one, struct rgb other)
{
	const double a = luminance(one) + 0.05, b = luminance(other) + 0.05;

	return a > b ? a / b : b / a;
}

double
color_contrast(const char *one, const char *other)
{
	return contrast(read_color(one), read_color(other));
}

/* The ground of marked parts, which has a tint of the color. */
static struct rgb
soft_of(struct rgb color, bool dark)
{
	return dark ? mix(read_color(DARK_PAGE), color, 0.15) : mix(white, color, 0.1);
}

/* Whether a text of the color can be read; the limit is a little higher, because the
 * parts of a written color are rounded. */
static bool
suffices(struct rgb color, struct rgb soft, bool dark)
{
	const struct rgb ground = read_color(dark ? DARK_GROUND : LIGHT_GROUND);

	return contrast(color, ground) >= COLOR_CONTRAST_MIN + 0.1 &&
		contrast(color, soft) >= COLOR_CONTRAST_MIN + 0.1;
}

void
color_palette(const char *accent, bool dark, struct color_palette *palette)
{
	const struct rgb target = dark ? white : black;
	struct rgb color = read_color(accent);

	for (int i = 1; !suffices(color, soft_of(color, dark), dark); i++) {
		const double share = i * STEP;

		color = mix(read_color(accent), target, share < 1 ? share : 1);
	}
	write_color(palette->accent, color);
	write_color(palette->soft, soft_of(color, dark));
	write_color(palette->strong, mix(color, target, 0.25));
	write_color(palette->on, dark ? mix(black, color, 0.1) : white);
}
