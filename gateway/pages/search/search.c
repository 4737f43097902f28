#include <string.h>

#include "gateway/components/components.h"
#include "gateway/pages/search/search.h"
#include "gateway/web/html.h"
#include "proto/identity/members.h"

/* The kinds of results, in their order; `prefix` begins their ids. */
static const struct kind {
	const char *prefix, *heading, *folder;
} kinds[] = {
	{"kith://people/", "People", "/members/"},
	{"kith://orgs/", "Organizations", "/orgs/"},
	{"kith://posts/", "Asks", "/posts/"},
	{"kith://projects/", "Projects", "/projects/"},
	{"kith://events/", "Events", "/events/"},
};

static void
put_kind(struct view *view, const json_t *results, const struct kind *kind)
{
	const size_t size = strlen(kind->prefix);
	bool any = false;

	for (size_t i = 0; i < json_array_size(results); i++) {
		const json_t *result = json_array_get(results, i);
		const char *id = view_text(result, "id");

		if (strncmp(id, kind->prefix, size) != 0)
			continue;
		if (!any)
			html_putf(view->out, "<h2>%s</h2>\n<ul class=\"rows\">\n",
				kind->heading);
		any = true;
		row_begin(view,
			arena_printf(view->arena, "%s%s", kind->folder, id + size),
			view_text(result, "title"));
		row_end(view);
	}
	if (any)
		html_put(view->out, "</ul>\n");
}

static void
write_search(struct view *view)
{
	const json_t *results = view_member(view->answers[0], "results");
	const char *words = view_query(view, "query");

	head_put(view,
		words[0] == '\0'
			? "Search"
			: arena_printf(view->arena, "Results for \u201c%s\u201d", words),
		"");
	if (words[0] == '\0')
		empty_put(view,
			"Enter a name, a skill, or words of an ask in the field above.",
			NULL, NULL);
	else if (json_array_size(results) == 0)
		empty_put(view,
			"Nothing matches all these words. Try fewer or shorter ones.",
			NULL, NULL);
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		put_kind(view, results, &kinds[i]);
}

/* Without words, there is nothing to read. */
static const char *
with_words(const struct view *view)
{
	return view_query(view, "query")[0] != '\0' ? "" : NULL;
}

const struct page page_search = {
	.path = "/search",
	.title = "Search",
	.reads = {{.op = &op_network_search, .with = with_words}},
	.write = write_search,
	.titled = true,
};
