#include <string.h>

#include "common/base/clock.h"
#include "common/base/id.h"
#include "common/text/user_agent.h"
#include "gateway/web/html.h"
#include "gateway/web/inside.h"

const json_t *
view_member(const json_t *answer, const char *path)
{
	while (answer != NULL && *path != '\0') {
		const size_t size = strcspn(path, ".");

		answer = json_object_getn(answer, path, size);
		path += size + (path[size] == '.');
	}
	return answer;
}

const char *
view_text(const json_t *answer, const char *path)
{
	const char *text = json_string_value(view_member(answer, path));

	return text != NULL ? text : "";
}

const char *
view_number(const struct view *view, const json_t *answer, const char *path)
{
	return arena_printf(view->arena, "%lld",
		(long long)json_integer_value(view_member(answer, path)));
}

/* Compares as text, because both times have the same format. */
bool
view_has_passed(const char *time)
{
	char now[CLOCK_TEXT_SIZE];

	clock_format(now, clock_unix_us());
	return *time != '\0' && strcmp(time, now) <= 0;
}

const char *
view_query(const struct view *view, const char *name)
{
	const struct text *value = pairs_find(&view->query, name);

	return value != NULL ? value->data : "";
}

void
view_more(struct view *view, const json_t *answer)
{
	const char *cursor = view_text(answer, "nextCursor");
	struct buffer *out = view->out;

	if (cursor[0] == '\0')
		return;
	html_putf(out, "<p class=\"more\"><a class=\"button plain\" href=\"%s?",
		page_path(view->arena, view->page->path, view->captures,
			view->capture_count));
	for (size_t i = 0; i < view->query.count; i++) {
		const struct http_parameter *pair = &view->query.list[i];

		if (strcmp(pair->name.data, "cursor") == 0)
			continue;
		html_put_query(out, pair->name.data);
		html_put(out, "=");
		html_put_query(out, pair->value.data);
		html_put(out, "&amp;");
	}
	html_put(out, "cursor=");
	html_put_query(out, cursor);
	html_put(out, "\">Show more</a></p>\n");
}

const char *
view_program(struct arena *arena, const char *user_agent)
{
	const struct user_agent name = user_agent_read(user_agent);

	if (name.browser == NULL)
		return user_agent;
	return name.system == NULL
		? name.browser
		: arena_printf(arena, "%s on %s", name.browser, name.system);
}

json_t *
view_values(const struct view *view)
{
	json_t *values = json_object();

	arena_on_done(view->arena, (void (*)(void *))json_decref, values);
	return values;
}

json_t *
view_value(const struct view *view, const char *name, const char *value)
{
	json_t *values = view_values(view);

	json_object_set_new(values, name, json_string(value));
	return values;
}

bool
view_is_visitor(const struct view *view, const char *user_id)
{
	char own[ID_TEXT_MAX];

	id_format(own, "usr", &view->principal->member);
	return strcmp(own, user_id) == 0;
}

/* The path must begin with one slash. A second slash, or a backslash, which browsers read
 * as a slash, would lead to another host. Browsers drop or translate other characters. */
bool
view_path_is_ours(const char *path)
{
	if (path[0] != '/' || path[1] == '/' || strlen(path) > VIEW_PATH_MAX)
		return false;
	for (; *path != '\0'; path++) {
		if (*path < 0x21 || *path > 0x7e || *path == '\\')
			return false;
	}
	return true;
}
