/*
 * entries.c - the list of progress entries, and the timeline of a project.
 */
#include <stdlib.h>
#include <string.h>

#include "gateway/pages/progress/inside.h"
#include "gateway/web/html.h"
#include "proto/content/progress.h"

const struct choice progress_kinds[] = {
	{"milestone", "Milestone", "The first loom runs for a whole night."},
	{"customer", "Customer", "A mill in Hawick pays for a pilot."},
	{"program", "Program", "We joined the winter cohort of a program."},
	{"learning", "Learning", "Nobody buys by the metre. They buy by the month."},
	{NULL, NULL, NULL},
};

/* Writes kind, author, project and day in one line. */
static void
put_line(struct view *view, const json_t *entry, bool with_project)
{
	line_begin(view);
	html_putf(view->out, "%s by ",
		choice_words(progress_kinds, view_text(entry, "kind")));
	link_member(
		view, view_text(entry, "authorHandle"), view_text(entry, "authorName"));
	if (with_project && view_text(entry, "projectId")[0] != '\0') {
		html_put(view->out, " on ");
		link_put(view,
			path_of_project(view->arena, view_text(entry, "projectId")),
			view_text(entry, "projectName"));
	}
	if (with_project) {
		line_dot(view);
		day_put(view, view_text(entry, "occurredAt"));
	}
	line_end(view);
}

void
progress_row(struct view *view, const json_t *entry)
{
	row_begin_with_picture(view, view_text(entry, "authorImage"),
		view_text(entry, "authorName"),
		path_of_progress(view->arena, view_text(entry, "id")),
		view_text(entry, "title"));
	put_line(view, entry, true);
	excerpt_put(view, view_text(entry, "note"));
	row_end(view);
}

struct moment {
	const char *time;
	const json_t *entry;
};

/* The latest first. */
static int
by_time(const void *left, const void *right)
{
	const struct moment *one = left, *other = right;

	return strcmp(other->time, one->time);
}

void
timeline_put(struct view *view, const json_t *answer)
{
	const json_t *items = view_member(answer, "items");
	const size_t count = json_array_size(items);
	struct moment *moments = arena_array(view->arena, count + 1, sizeof(*moments));

	for (size_t i = 0; i < count; i++) {
		const json_t *entry = json_array_get(items, i);

		moments[i] = (struct moment){view_text(entry, "occurredAt"), entry};
	}
	qsort(moments, count, sizeof(*moments), by_time);
	html_put(view->out, "<ol class=\"timeline\">\n");
	for (size_t i = 0; i < count; i++) {
		const json_t *entry = moments[i].entry;

		html_put(view->out, "<li><p class=\"quiet\">");
		day_put(view, view_text(entry, "occurredAt"));
		html_put(view->out, "</p>\n<p class=\"name\">");
		link_put(view, path_of_progress(view->arena, view_text(entry, "id")),
			view_text(entry, "title"));
		html_put(view->out, "</p>\n");
		put_line(view, entry, false);
		excerpt_put(view, view_text(entry, "note"));
		html_put(view->out, "</li>\n");
	}
	html_put(view->out, "</ol>\n");
}

/* ---- the list ---- */

static const struct choice *
offer_kinds(const struct view *view)
{
	struct choice *list = arena_array(view->arena, 6, sizeof(*list));
	size_t count = 0;

	list[count++] = (struct choice){"", "Any kind", NULL};
	for (const struct choice *kind = progress_kinds; kind->value != NULL; kind++)
		list[count++] = *kind;
	return list;
}

static const struct control filters[] = {
	{.name = "kind", .kind = CONTROL_CHOICE, .label = "Kind", .offer = offer_kinds},
};

/* The name of the project in the query, as far as an entry says it. */
static const struct choice *
named_project(const struct view *view)
{
	struct choice *list = arena_array(view->arena, 2, sizeof(*list));
	const json_t *items = view_member(view->answers[0], "items");
	const char *name = view_text(json_array_get(items, 0), "projectName");

	list[0] = (struct choice){view_query(view, "project"),
		name[0] != '\0' ? name : "one project", NULL};
	return list;
}

static void
write_progress(struct view *view)
{
	const bool mine = strcmp(view_query(view, "mine"), "true") == 0;
	const char *project = view_query(view, "project");
	const struct tab tabs[] = {
		{"Projects", "/projects", false},
		{"All progress", "/progress", !mine},
		{"Mine", "/progress?mine=true", mine},
	};
	const struct chip chips[] = {
		{"kind", "Kind", progress_kinds},
		{"project", "Project", named_project(view)},
		{"author", "Author", NULL},
	};
	const struct list list = {
		.row = progress_row,
		.empty = "There is no progress entry here yet. What did you achieve?",
		.action = "Write an entry",
		.path = "/progress/new",
	};

	head_with_action(view, "Progress", "New entry",
		project[0] != '\0' ? path_with_query(view->arena, "/progress/new",
					     "projectId", project)
				   : "/progress/new");
	tabs_put(view, "Progress", tabs, COUNT_OF(tabs));
	if (!mine && project[0] == '\0')
		form_filters(view, &op_progress_list, filters, COUNT_OF(filters));
	chips_put(view, chips, COUNT_OF(chips));
	list_put(view, view->answers[0], &list);
}

const struct page page_progress = {
	.path = "/progress",
	.title = "Progress",
	.reads = {{.op = &op_progress_list}},
	.write = write_progress,
	.titled = true,
};
