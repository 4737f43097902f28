/*
 * edit_project.c - a new project, and what its leads change: texts, stage, archive and
 * deletion.
 */
#include "gateway/pages/projects/inside.h"
#include "gateway/web/html.h"
#include "proto/projects/projects.h"

static const struct control controls[] = {PROJECT_CONTROLS};

/* ---- a new project ---- */

/* Shows the new project, and the notice. */
static void
finish(struct view *view)
{
	view->location = arena_printf(view->arena, "%s?done=%s",
		path_of_project(view->arena, view_text(view->answer, "id")),
		page_form_name(view->arena, view->form));
}

static const struct form form_new = {
	.path = "/projects/new",
	.op = &op_project_create,
	.controls = controls,
	.control_count = COUNT_OF(controls),
	.button = "Create the project",
	.finish = finish,
	.said = "The project is created, and you lead it. Add the people who build it "
		"with you.",
};

static void
write_new(struct view *view)
{
	html_put(view->out,
		"<p class=\"lead\">You become its lead. Afterwards you add people, "
		"organizations and progress.</p>\n");
	card_begin(view, NULL);
	form_put(view, &form_new, NULL);
	card_end(view);
}

const struct page page_new_project = {
	.path = "/projects/new",
	.title = "New project",
	.forms = {&form_new},
	.write = write_new,
};

/* ---- changes ---- */

#define SAID "The project is changed."

static const struct form form_edit = {
	.path = "/projects/{id}/edit",
	.op = &op_project_update,
	.controls = controls,
	.control_count = COUNT_OF(controls),
	.button = "Save the project",
	.done = "/projects/{id}",
	.said = SAID,
};

static const struct form form_archive = {
	.path = "/projects/{id}/archive",
	.op = &op_project_update,
	.also = "status=archived",
	.button = "Archive the project",
	.danger = true,
	.done = "/projects/{id}",
	.said = SAID,
};

static const struct form form_restore = {
	.path = "/projects/{id}/restore",
	.op = &op_project_update,
	.also = "status=active",
	.button = "Restore the project",
	.done = "/projects/{id}",
	.said = SAID,
};

static const struct form form_delete = {
	.path = "/projects/{id}/delete",
	.op = &op_project_delete,
	.button = "Delete the project",
	.danger = true,
	.done = "/projects",
	.said = "The project is deleted.",
};

static void
put_end_of_project(struct view *view, bool archived)
{
	card_begin(view, "Archive or delete");
	if (!archived)
		confirm_put(view, &form_archive,
			"An archived project stays readable, but nobody can change it or "
			"add to it. Its leads can restore it.");
	confirm_put(view, &form_delete,
		"The project, its roster and all its affiliations are deleted for good. "
		"Progress entries stay with their authors.");
	card_end(view);
}

static void
write_edit(struct view *view)
{
	const json_t *project = view->answers[0];
	const bool archived = project_is_archived(project);

	head_put(view,
		arena_printf(
			view->arena, "Edit \u201c%s\u201d", view_text(project, "name")),
		"");
	if (!json_is_true(view_member(project, "canManage"))) {
		empty_put(view, "Only the leads of a project can edit it.",
			"Read the project", project_path_to(view, project, ""));
		return;
	}
	card_begin(view, NULL);
	if (archived) {
		html_put(view->out,
			"<p>The project is archived. Restore it to change it.</p>\n");
		form_put(view, &form_restore, NULL);
	} else {
		form_put(view, &form_edit, project);
	}
	card_end(view);
	put_end_of_project(view, archived);
	project_back(view, project);
}

const struct page page_edit_project = {
	.path = "/projects/{id}/edit",
	.title = "Edit the project",
	.reads = {{.op = &op_project_get}},
	.forms = {&form_edit, &form_archive, &form_restore, &form_delete},
	.write = write_edit,
	.titled = true,
};
