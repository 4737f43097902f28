#include "gateway/components/components.h"
#include "gateway/web/html.h"

static void
put_line(struct view *view, const char *line)
{
	if (line[0] != '\0')
		html_putf(view->out, "<p class=\"lead\" dir=\"auto\">%s</p>\n", line);
}

void
head_put(struct view *view, const char *title, const char *line)
{
	view->title = title;
	html_putf(view->out, "<h1 dir=\"auto\">%s</h1>\n", title);
	put_line(view, line);
}

void
head_with_picture(
	struct view *view, const char *image, const char *title, const char *line)
{
	html_put(view->out, "<div class=\"head\">");
	avatar_put(view, image, title, PICTURE_LARGE);
	html_put(view->out, "<div>\n");
	head_put(view, title, line);
	html_put(view->out, "</div></div>\n");
}

void
head_with_action(
	struct view *view, const char *title, const char *action, const char *path)
{
	html_putf(view->out, "<div class=\"head\"><h1>%s</h1>", title);
	button_put(view, action, path, true);
	html_put(view->out, "</div>\n");
}

void
tabs_put(struct view *view, const char *label, const struct tab *tabs, size_t count)
{
	html_putf(view->out, "<nav class=\"tabs\" aria-label=\"%s\">\n", label);
	for (size_t i = 0; i < count; i++)
		html_putf(view->out,
			tabs[i].current ? "<a href=\"%s\" aria-current=\"page\">%s</a>\n"
					: "<a href=\"%s\">%s</a>\n",
			tabs[i].path, tabs[i].label);
	html_put(view->out, "</nav>\n");
}
