/*
 * people.c - the roster of a project, and how its leads manage it.
 */
#include <stdlib.h>
#include <string.h>

#include "gateway/pages/projects/inside.h"
#include "gateway/web/html.h"
#include "proto/identity/members.h"
#include "proto/projects/projects.h"

/* The people on one page of the roster. */
#define PEOPLE_PER_PAGE 40

/* The members that a search for a name shows. */
#define FOUND_LIMIT "limit=10"

/* The order of the reads. */
enum {
	PROJECT,
	FOUND,
};

/* ---- the roster ---- */

static void
person_row(struct view *view, const json_t *project, const json_t *person)
{
	const char *handle = view_text(person, "handle");
	const char *name = view_text(person, "name"), *title = view_text(person, "title");

	row_begin_with_picture(view, view_text(person, "image"), name,
		handle[0] != '\0' ? path_of_member(view->arena, handle) : NULL, name);
	line_begin(view);
	html_put(view->out, choice_words(project_roles, view_text(person, "role")));
	if (title[0] != '\0') {
		line_dot(view);
		text_put(view, title);
	}
	line_end(view);
	row_line(view, view_text(person, "headline"));
	if (json_is_true(view_member(project, "canManage"))) {
		row_actions(view);
		html_putf(view->out,
			"<a class=\"button small plain\" href=\"%s\">Change<span "
			"class=\"unseen\"> %s</span></a>\n",
			project_path_to(view, project,
				arena_printf(view->arena, "/members/%s",
					view_text(person, "userId"))),
			name);
	}
	row_end(view);
}

void
people_put(struct view *view, const json_t *project, size_t from, size_t count)
{
	const json_t *people = view_member(project, "members");

	html_put(view->out, "<ul class=\"rows top\">\n");
	for (size_t i = from; i < json_array_size(people) && i < from + count; i++)
		person_row(view, project, json_array_get(people, i));
	html_put(view->out, "</ul>\n");
}

static void
write_people(struct view *view)
{
	const json_t *project = view->answers[PROJECT];
	const size_t size = json_array_size(view_member(project, "members"));
	size_t from = (size_t)strtoul(view_query(view, "from"), NULL, 10);

	if (from >= size)
		from = 0;
	head_put(view,
		arena_printf(view->arena, "People of \u201c%s\u201d",
			view_text(project, "name")),
		"");
	people_put(view, project, from, PEOPLE_PER_PAGE);
	if (from + PEOPLE_PER_PAGE < size)
		html_putf(view->out,
			"<p class=\"more\"><a class=\"button plain\" "
			"href=\"%s\">Show more</a></p>\n",
			project_path_to(view, project,
				arena_printf(view->arena, "/members?from=%zu",
					from + PEOPLE_PER_PAGE)));
	project_back(view, project);
}

const struct page page_project_people = {
	.path = "/projects/{id}/members",
	.title = "People of the project",
	.reads = {[PROJECT] = {.op = &op_project_get}},
	.write = write_people,
	.titled = true,
};

/* ---- one more person ---- */

#define ROLE_CONTROLS \
	{.name = "role", \
		.kind = CONTROL_CHOICE, \
		.label = "Role", \
		.choices = project_roles, \
		.hint = "Leads manage the project: its texts, people and " \
			"organizations."}, \
	{ \
		.name = "title", .kind = CONTROL_LINE, .label = "Job title", \
		.hint = "What the person does on the project, such as CTO." \
	}

static const struct control add_controls[] = {
	{.name = "handle",
		.kind = CONTROL_LINE,
		.label = "Handle",
		.hint = "The last part of the address of the person's profile."},
	ROLE_CONTROLS,
};

static const struct form form_add = {
	.path = "/projects/{id}/members/new",
	.op = &op_project_assign,
	.controls = add_controls,
	.control_count = COUNT_OF(add_controls),
	.button = "Add to the project",
	.done = "/projects/{id}",
	.said = "The roster is changed.",
};

static const struct control find_controls[] = {
	{.name = "q", .kind = CONTROL_LINE, .label = "Find a member by name"},
};

static const char *
with_words(const struct view *view)
{
	return view_query(view, "q")[0] != '\0' ? "" : NULL;
}

static void
found_row(struct view *view, const json_t *member)
{
	const json_t *project = view->answers[PROJECT];
	const char *handle = view_text(member, "handle");
	const char *path = path_with_query(view->arena,
		project_path_to(view, project, "/members/new"), "handle", handle);

	row_begin_with_picture(view, view_text(member, "image"),
		view_text(member, "name"), path_of_member(view->arena, handle),
		view_text(member, "name"));
	row_line(view, view_text(member, "headline"));
	row_actions(view);
	html_putf(view->out,
		"<a class=\"button small plain\" href=\"%s\">Choose<span "
		"class=\"unseen\"> %s</span></a>\n",
		path, view_text(member, "name"));
	row_end(view);
}

/* Whether the visitor may change the roster; writes why not. */
static bool
may_manage(struct view *view, const json_t *project)
{
	const char *path = project_path_to(view, project, "");

	if (!json_is_true(view_member(project, "canManage"))) {
		empty_put(view, "Only the leads of a project manage its people.",
			"Read the project", path);
		return false;
	}
	if (project_is_archived(project)) {
		empty_put(view,
			"The project is archived. Restore it to change its people.",
			"Open the project", path);
		return false;
	}
	return true;
}

static void
write_add(struct view *view)
{
	static const struct list found = {
		.row = found_row,
		.empty = "No active member matches these words.",
	};
	const json_t *project = view->answers[PROJECT];

	head_put(view,
		arena_printf(view->arena, "Add a person to \u201c%s\u201d",
			view_text(project, "name")),
		"");
	if (!may_manage(view, project))
		return;
	form_filters(view, &op_member_search, find_controls, COUNT_OF(find_controls));
	if (view->answers[FOUND] != NULL)
		list_put(view, view->answers[FOUND], &found);
	card_begin(view, NULL);
	form_put(view, &form_add, view_value(view, "handle", view_query(view, "handle")));
	card_end(view);
	project_back(view, project);
}

const struct page page_add_person = {
	.path = "/projects/{id}/members/new",
	.title = "Add a person",
	.reads = {[PROJECT] = {.op = &op_project_get},
		[FOUND] = {.op = &op_member_search,
			.with = with_words,
			.also = FOUND_LIMIT}},
	.forms = {&form_add},
	.write = write_add,
	.titled = true,
};

/* ---- a person on the roster ---- */

static const struct control person_controls[] = {
	{.name = "handle", .kind = CONTROL_HIDDEN},
	ROLE_CONTROLS,
};

static const struct form form_person = {
	.path = "/projects/{id}/members/{userId}",
	.op = &op_project_assign,
	.controls = person_controls,
	.control_count = COUNT_OF(person_controls),
	.button = "Save",
	.done = "/projects/{id}",
	.said = "The roster is changed.",
};

static const struct form form_remove = {
	.path = "/projects/{id}/members/{userId}/remove",
	.op = &op_project_remove,
	.button = "Remove from the project",
	.danger = true,
	.done = "/projects/{id}",
	.said = "The person is no longer on the roster.",
};

static const json_t *
find_person(const struct view *view, const json_t *project)
{
	const json_t *people = view_member(project, "members");

	for (size_t i = 0; i < json_array_size(people); i++) {
		const json_t *person = json_array_get(people, i);

		if (strcmp(view_text(person, "userId"), view->captures[1].value.data) ==
			0)
			return person;
	}
	return NULL;
}

static void
put_managing(struct view *view, const json_t *person)
{
	card_begin(view, NULL);
	if (view_text(person, "handle")[0] != '\0')
		form_put(view, &form_person, person);
	confirm_put(view, &form_remove,
		"The person no longer sees what only the roster sees. A lead can add "
		"them again.");
	card_end(view);
}

static void
write_person(struct view *view)
{
	const json_t *project = view->answers[PROJECT];
	const json_t *person = find_person(view, project);
	const char *name = view_text(person, "name");

	if (person == NULL) {
		head_put(view, "Not on the roster", "");
		empty_put(view, "This person is not on the roster of the project.",
			"Open the project", project_path_to(view, project, ""));
		return;
	}
	head_with_picture(view, view_text(person, "image"), name,
		arena_printf(view->arena, "On the roster of \u201c%s\u201d",
			view_text(project, "name")));
	if (may_manage(view, project))
		put_managing(view, person);
	project_back(view, project);
}

const struct page page_project_person = {
	.path = "/projects/{id}/members/{userId}",
	.title = "A person of the project",
	.reads = {[PROJECT] = {.op = &op_project_get}},
	.forms = {&form_person, &form_remove},
	.write = write_person,
	.titled = true,
};
