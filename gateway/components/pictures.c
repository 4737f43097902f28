#include <string.h>

#include "gateway/components/components.h"
#include "gateway/web/html.h"
#include "gateway/web/image.h"

#define MEDIA "/media/"

/* The path of an image. An answer has its absolute URL, but a page loads images of its
 * own origin only. */
static const char *
path_of_image(const char *image)
{
	return image[0] != '\0' ? strstr(image, MEDIA) : NULL;
}

/* The path of its small one. */
static const char *
path_of_small(struct arena *arena, const char *image)
{
	const char *path = path_of_image(image);
	const size_t ending = strlen(IMAGE_ENDING);

	if (path == NULL || strlen(path) <= ending)
		return path;
	return arena_printf(
		arena, "%.*s" IMAGE_SMALL_ENDING, (int)(strlen(path) - ending), path);
}

/* The first character of a name. */
static const char *
first_of(struct arena *arena, const char *name)
{
	size_t size = name[0] != '\0' ? 1 : 0;

	/* bytes 10xxxxxx continue a character of UTF-8 */
	while (((unsigned char)name[size] & 0xC0) == 0x80)
		size++;
	return arena_copy(arena, name, size);
}

void
avatar_put(struct view *view, const char *image, const char *name, enum picture_size size)
{
	const char *path = size == PICTURE_LARGE ? path_of_image(image)
						 : path_of_small(view->arena, image);
	const char *class = size == PICTURE_LARGE ? "avatar large" : "avatar";
	const char *edge = size == PICTURE_LARGE ? "96" : "44";

	if (path != NULL)
		html_putf(view->out,
			"<img class=\"%s\" src=\"%s\" alt=\"\" width=\"%s\" "
			"height=\"%s\" loading=\"lazy\">",
			class, path, edge, edge);
	else
		html_putf(view->out, "<span class=\"%s\" aria-hidden=\"true\">%s</span>",
			class, first_of(view->arena, name));
}

void
photo_put(struct view *view, const char *image, const char *description)
{
	const char *path = path_of_image(image);

	if (path != NULL)
		html_putf(view->out,
			"<p><img class=\"photo\" src=\"%s\" alt=\"%s\"></p>\n", path,
			description);
}
