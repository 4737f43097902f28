#include "proto/projects/export.h"

#include "proto/records.h"

static const struct field export_project_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "proj", .doc = "The project's id."),
	OUT("name", TEXT, .doc = "The project's name."),
	OUT("role", TEXT, .doc = "lead or member."),
	OUT("title", TEXT, .doc = "What the member does there."),
	OUT("joinedAt", INSTANT, .doc = "The start time."),
};

const struct record export_project_record = {
	.name = "ExportProject",
	.doc = "A place on the roster of a project.",
	.fields = export_project_fields,
	.count = COUNT_OF(export_project_fields),
};

static const struct field export_affiliation_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "aff", .doc = "The affiliation's id."),
	OUT("projectId", IDENTIFIER, .prefix = "proj", .doc = "The project's id."),
	OUT("orgSlug", TEXT, .doc = "The organization's slug."),
	OUT("kind", TEXT, .doc = "What the organization is to the project."),
	OUT("status", TEXT, .doc = "Where the affiliation stands."),
	OUT("message", TEXT, .doc = "What was written to the other side."),
	OUT("createdAt", INSTANT, .doc = "When it was asked for."),
};

const struct record export_affiliation_record = {
	.name = "ExportAffiliation",
	.doc = "An affiliation between a project and an organization that the member "
	       "asked for.",
	.fields = export_affiliation_fields,
	.count = COUNT_OF(export_affiliation_fields),
};
