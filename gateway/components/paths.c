#include <string.h>

#include "gateway/components/components.h"
#include "gateway/web/html.h"

/* A path whose last segment is a value. */
static const char *
path_to(struct arena *arena, const char *folder, const char *value)
{
	struct buffer path = {.arena = arena};

	html_put(&path, folder);
	html_put_query(&path, value);
	buffer_append(&path, "", 1);
	return (const char *)path.data;
}

const char *
path_of_member(struct arena *arena, const char *handle)
{
	return path_to(arena, "/members/", handle);
}

const char *
path_of_org(struct arena *arena, const char *slug)
{
	return path_to(arena, "/orgs/", slug);
}

const char *
path_of_project(struct arena *arena, const char *id)
{
	return path_to(arena, "/projects/", id);
}

const char *
path_of_event(struct arena *arena, const char *id)
{
	return path_to(arena, "/events/", id);
}

const char *
path_of_post(struct arena *arena, const char *id)
{
	return path_to(arena, "/posts/", id);
}

const char *
path_of_progress(struct arena *arena, const char *id)
{
	return path_to(arena, "/progress/", id);
}

const char *
path_of_intro(struct arena *arena, const char *id)
{
	return path_to(arena, "/intros/", id);
}

const char *
path_with_query(
	struct arena *arena, const char *path, const char *name, const char *value)
{
	const char joint = strchr(path, '?') == NULL ? '?' : '&';

	return path_to(arena, arena_printf(arena, "%s%c%s=", path, joint, name), value);
}

void
text_put(struct view *view, const char *text)
{
	html_putf(view->out, "<bdi>%s</bdi>", text);
}

void
link_put(struct view *view, const char *path, const char *text)
{
	html_putf(view->out, "<a href=\"%s\" dir=\"auto\">%s</a>", path, text);
}

void
link_member(struct view *view, const char *handle, const char *name)
{
	if (handle[0] == '\0')
		text_put(view, name);
	else
		link_put(view, path_of_member(view->arena, handle), name);
}

void
link_org(struct view *view, const char *slug, const char *name)
{
	if (slug[0] == '\0')
		text_put(view, name);
	else
		link_put(view, path_of_org(view->arena, slug), name);
}

void
link_out(struct view *view, const char *address)
{
	html_putf(view->out, "<a href=\"%s\" rel=\"noopener noreferrer nofollow\">%s</a>",
		address, address);
}
