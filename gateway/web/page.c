#include "gateway/web/page.h"

#include <stdlib.h>
#include <string.h>

#include "gateway/web/html.h"
#include "gateway/web/inside.h"

/* Whether a request matches the path of a page; notes the values of its {names}. */
static bool
matches(const char *path, const struct http_request *request, struct page_match *match)
{
	size_t at = 0;

	match->capture_count = 0;
	if (request->trailing_slash || request->path_malformed)
		return false;
	while (*path == '/' && path[1] != '\0') {
		const char *segment = path + 1;
		const size_t size = strcspn(segment, "/");
		const struct text *given;

		if (at == request->segment_count)
			return false;
		given = &request->segments[at++];
		if (segment[0] == '{') {
			const char *name =
				arena_copy(request->arena, segment + 1, size - 2);

			if (match->capture_count == PAGE_CAPTURES_MAX)
				return false;
			match->captures[match->capture_count++] = (struct http_parameter){
				arena_text(request->arena, name), *given};
		} else if (given->size != size ||
			memcmp(given->data, segment, size) != 0) {
			return false;
		}
		path = segment + size;
	}
	return at == request->segment_count;
}

struct page_match
page_find(const struct http_request *request)
{
	struct page_match match = {.page = NULL};

	for (size_t i = 0; i < page_count; i++) {
		match.page = pages[i];
		match.form = NULL;
		match.shown = matches(pages[i]->path, request, &match);
		for (size_t j = 0; j < PAGE_FORMS_MAX; j++) {
			if (match.form == NULL && pages[i]->forms[j] != NULL &&
				matches(pages[i]->forms[j]->path, request, &match))
				match.form = pages[i]->forms[j];
		}
		if (match.form != NULL)
			return match;
		if (match.shown && matches(pages[i]->path, request, &match))
			return match;
	}
	return (struct page_match){.page = NULL};
}

const char *
page_path(struct arena *arena, const char *path, const struct http_parameter *captures,
	size_t count)
{
	struct buffer out = {.arena = arena};

	while (*path != '\0') {
		size_t size = strcspn(path, "{");

		buffer_append(&out, path, size);
		path += size;
		if (*path == '\0')
			break;
		size = strcspn(path, "}") - 1;
		for (size_t i = 0; i < count; i++) {
			if (captures[i].name.size == size &&
				memcmp(captures[i].name.data, path + 1, size) == 0) {
				html_put_query(&out, captures[i].value.data);
				break;
			}
		}
		path += size + 2;
	}
	buffer_append(&out, "", 1);
	return (const char *)out.data;
}

const char *
page_form_name(struct arena *arena, const struct form *form)
{
	unsigned long number = 0;

	for (size_t i = 0; i < page_count * PAGE_FORMS_MAX; i++) {
		const struct form *one =
			pages[i / PAGE_FORMS_MAX]->forms[i % PAGE_FORMS_MAX];

		if (one == NULL || one->op != form->op)
			continue;
		number++;
		if (one == form)
			break;
	}
	return number <= 1 ? form->op->name
			   : arena_printf(arena, "%s.%lu", form->op->name, number);
}

const struct form *
page_form_of(const char *name)
{
	const size_t size = strcspn(name, ".");
	unsigned long number = name[size] == '.' ? strtoul(name + size + 1, NULL, 10) : 1;

	for (size_t i = 0; i < page_count * PAGE_FORMS_MAX; i++) {
		const struct form *one =
			pages[i / PAGE_FORMS_MAX]->forms[i % PAGE_FORMS_MAX];

		if (one != NULL && strlen(one->op->name) == size &&
			memcmp(one->op->name, name, size) == 0 && --number == 0)
			return one;
	}
	return NULL;
}
