/*
 * inside.h - shared by the pages of projects.
 */
#ifndef KITH_GATEWAY_PAGES_PROJECTS_INSIDE_H
#define KITH_GATEWAY_PAGES_PROJECTS_INSIDE_H

#include "gateway/components/components.h"
#include "gateway/pages/projects/projects.h"

/* The words of the contract's values; each ends with one without a value. */
extern const struct choice project_stages[];
extern const struct choice project_visibilities[];
extern const struct choice project_roles[];
extern const struct choice affiliation_kinds[];

/* Whether a project is archived, so that nothing can be added to it. */
bool project_is_archived(const json_t *project);

/* A path below that of the project: "/projects/ID/edit". */
const char *
project_path_to(const struct view *view, const json_t *project, const char *rest);

/* Writes a link back to the project. */
void project_back(struct view *view, const json_t *project);

/* Writes people of a roster as rows, `count` of them from index `from`. */
void people_put(struct view *view, const json_t *project, size_t from, size_t count);

/* Writes an affiliation as a row on a page of its project. */
void affiliation_row(struct view *view, const json_t *affiliation);

/* What people type about a project. */
#define PROJECT_CONTROLS \
	{.name = "name", .kind = CONTROL_LINE, .label = "Name"}, \
		{.name = "summary", \
			.kind = CONTROL_AREA, \
			.label = "Summary", \
			.rows = 2, \
			.hint = "What it is, in one or two lines."}, \
		{.name = "description", \
			.kind = CONTROL_AREA, \
			.label = "Description", \
			.rows = 8, \
			.hint = "The problem, what you build, and what comes next."}, \
		{.name = "stage", \
			.kind = CONTROL_CHOICE, \
			.label = "Stage", \
			.choices = project_stages}, \
	{ \
		.name = "visibility", .kind = CONTROL_CHOICE, \
		.label = "Who can read it", .choices = project_visibilities \
	}

#endif
