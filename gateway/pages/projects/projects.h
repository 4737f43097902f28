/*
 * projects.h - the pages of projects and affiliations.
 */
#ifndef KITH_GATEWAY_PAGES_PROJECTS_PROJECTS_H
#define KITH_GATEWAY_PAGES_PROJECTS_PROJECTS_H

#include "gateway/web/page.h"

extern const struct page page_project;
extern const struct page page_affiliation;

#endif
