/*
 * projects.h - the pages of projects, their people and their affiliations.
 */
#ifndef KITH_GATEWAY_PAGES_PROJECTS_PROJECTS_H
#define KITH_GATEWAY_PAGES_PROJECTS_PROJECTS_H

#include "gateway/web/page.h"

extern const struct page page_projects;
extern const struct page page_new_project;
extern const struct page page_project;
extern const struct page page_edit_project;
extern const struct page page_project_people;
extern const struct page page_add_person;
extern const struct page page_project_person;
extern const struct page page_project_affiliations;
extern const struct page page_ask_org;
extern const struct page page_invite_project;
extern const struct page page_affiliation;

/* Writes a project as a row of a list. */
void project_row(struct view *view, const json_t *project);

#endif
