/*
 * asks.c - the list of asks.
 */
#include <string.h>

#include "gateway/components/offers.h"
#include "gateway/components/save_search.h"
#include "gateway/pages/asks/inside.h"
#include "gateway/web/html.h"
#include "proto/content/posts.h"
#include "proto/orgs/orgs.h"

/* The order of the page's reads. */
enum {
	MY_ORGS,
	ALL,
	OF_ORG,
};

const struct choice ask_kinds[] = {
	{"cofounder_wanted", "Cofounder wanted",
		"I know looms and look for somebody who knows software."},
	{"operator_wanted", "Operator wanted",
		"We have 40 customers and need somebody who runs the daily business."},
	{"seeking_investors", "Seeking investors",
		"We raise 400,000 for a second factory and have half of it."},
	{"idea", "Idea", "Could heat from server rooms dry wool? I look for critics."},
	{"hiring", "Hiring", "We hire a mechanic in Aberdeen, four days a week."},
	{"other", "Other", "I look for a room for a workshop of twelve people in May."},
	{NULL, NULL, NULL},
};

const char *
ask_kind(const char *value)
{
	for (const struct choice *kind = ask_kinds; kind->value != NULL; kind++) {
		if (strcmp(kind->value, value) == 0)
			return kind->label;
	}
	return value;
}

/* ---- filters ---- */

static const struct choice *
offer_kinds(const struct view *view)
{
	struct choice *list =
		arena_array(view->arena, COUNT_OF(ask_kinds) + 1, sizeof(*list));

	list[0] = (struct choice){"", "Any kind", NULL};
	memcpy(list + 1, ask_kinds, sizeof(ask_kinds));
	return list;
}

static const struct control filters[] = {
	{.name = "kind", .kind = CONTROL_CHOICE, .label = "Kind", .offer = offer_kinds},
	{.name = "org",
		.kind = CONTROL_CHOICE,
		.label = "Organization",
		.offer = offer_orgs_or_all},
};

static const char *
with_all(const struct view *view)
{
	return view_query(view, "org")[0] == '\0' ? "" : NULL;
}

static const char *
with_org(const struct view *view)
{
	const char *org = view_query(view, "org");

	return org[0] == '\0'
		? NULL
		: path_with_query(view->arena, "", "slug", org) + strlen("?");
}

/* ---- the list ---- */

void
ask_row(struct view *view, const json_t *post)
{
	row_begin_with_picture(view, view_text(post, "authorImage"),
		view_text(post, "authorName"),
		path_of_post(view->arena, view_text(post, "id")),
		view_text(post, "title"));
	line_begin(view);
	html_putf(view->out, "%s by ", ask_kind(view_text(post, "kind")));
	link_member(view, view_text(post, "authorHandle"), view_text(post, "authorName"));
	line_dot(view);
	ago_put(view, view_text(post, "createdAt"));
	if (strcmp(view_text(post, "status"), "open") != 0) {
		line_dot(view);
		word_put(view, view_text(post, "status"));
	}
	line_end(view);
	excerpt_put(view, view_text(post, "body"));
	tags_put(view, view_member(post, "tags"), "/search", "query");
	row_end(view);
}

static void
put_tabs(struct view *view)
{
	const bool mine = strcmp(view_query(view, "mine"), "true") == 0;
	const struct tab tabs[] = {
		{"All asks", "/posts", !mine},
		{"My asks", "/posts?mine=true", mine},
	};

	tabs_put(view, "Asks", tabs, COUNT_OF(tabs));
}

static void
write_posts(struct view *view)
{
	const json_t *answer =
		view->answers[view->answers[OF_ORG] != NULL ? OF_ORG : ALL];
	const struct chip chips[] = {
		{"kind", "Kind", ask_kinds},
		{"org", "Organization", offer_orgs_or_all(view)},
		{"author", "Author", NULL},
	};
	const struct list list = {
		.row = ask_row,
		.empty = "There is no ask here yet. What do you look for?",
		.action = "Publish an ask",
		.path = "/posts/new",
	};

	head_with_action(view, "Asks", "New ask", "/posts/new");
	put_tabs(view);
	if (strcmp(view_query(view, "mine"), "true") != 0)
		form_filters(view, &op_post_list, filters, COUNT_OF(filters));
	chips_put(view, chips, COUNT_OF(chips));
	save_search_put(view, "posts");
	list_put(view, answer, &list);
}

const struct page page_posts = {
	.path = "/posts",
	.title = "Asks",
	.reads = {[MY_ORGS] = {.op = &op_org_list, .also = "limit=100", .apart = true},
		[ALL] = {.op = &op_post_list, .with = with_all},
		[OF_ORG] = {.op = &op_org_post_list, .with = with_org}},
	.write = write_posts,
	.titled = true,
};
