/*
 * affiliation_fields.h - fields that the operations on affiliations share. Private to
 * proto/projects.
 */
#ifndef KITH_PROTO_PROJECTS_AFFILIATION_FIELDS_H
#define KITH_PROTO_PROJECTS_AFFILIATION_FIELDS_H

#include "proto/projects/affiliations.h"

extern const struct record affiliation_record;
extern const struct record affiliation_input; /* of struct affiliation_in */
extern const struct record affiliation_org_record;

#define AFFILIATION_ID(holder) \
	IN(holder, id, "affiliation", IDENTIFIER, .required = true, .prefix = "aff", \
		.missing = PROBLEM_AFFILIATION_NOT_FOUND, \
		.doc = "The affiliation's id.")
#define AFFILIATION_KIND(holder, ...) \
	IN(holder, kind, "kind", ENUM, .values = affiliation_kind_values, \
		.doc = "Its relation to the project.", __VA_ARGS__)

#endif
