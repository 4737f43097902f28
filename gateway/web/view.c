#include <ctype.h>
#include <string.h>

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
view_query(const struct view *view, const char *name)
{
	const struct text *value = pairs_find(&view->query, name);

	return value != NULL ? value->data : "";
}

/* One slash, and behind it no other and no backslash, which browsers take for one; nothing that
 * is not plain ASCII, which they drop or translate. */
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

const char *
view_sentence(struct arena *arena, const struct message_reply *reply)
{
	const struct problem_info *info = &problems[reply->problem];
	const char *said = reply->detail != NULL ? reply->detail : info->title;
	const size_t size = strlen(said);
	const bool ended = size > 0 && strchr(".!?", said[size - 1]) != NULL;
	char *sentence = arena_printf(arena, "%s%s", said, ended ? "" : ".");

	sentence[0] = (char)toupper((unsigned char)sentence[0]);
	return sentence;
}
