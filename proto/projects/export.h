/*
 * export.h - the lists of projects in a member's export. See proto/export/export.h.
 */
#ifndef KITH_PROTO_PROJECTS_EXPORT_H
#define KITH_PROTO_PROJECTS_EXPORT_H

#include "proto/field.h"

/* clang-format off */
#define PROJECTS_EXPORTS(LIST) \
	LIST(projects, projects, export_project_record, 300, \
		"The projects of the member.") \
	LIST(affiliations, affiliations, export_affiliation_record, 100, \
		"The affiliations that the member requested.")
/* clang-format on */

extern const struct record export_affiliation_record;
extern const struct record export_project_record;

#endif
