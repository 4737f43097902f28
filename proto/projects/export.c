#include "proto/projects/export.h"

#include "proto/records.h"

static const struct field export_project_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "proj", .doc = "The project's id."),
	OUT("name", TEXT, .doc = "The project's name."),
	OUT("role", TEXT, .doc = "The member's role: lead or member."),
	OUT("title", TEXT, .doc = "The member's job title on the project."),
	OUT("joinedAt", INSTANT, .doc = "When the member joined."),
};

const struct record export_project_record = {
	.name = "ExportProject",
	.doc = "The member's entry on the roster of a project.",
	.fields = export_project_fields,
	.count = COUNT_OF(export_project_fields),
};

static const struct field export_affiliation_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "aff", .doc = "The affiliation's id."),
	OUT("projectId", IDENTIFIER, .prefix = "proj", .doc = "The project's id."),
	OUT("orgSlug", TEXT, .doc = "The organization's slug."),
	OUT("kind", TEXT, .doc = "Its relation to the project."),
	OUT("status", TEXT, .doc = "The state of the affiliation."),
	OUT("message", TEXT, .doc = "The message to the other party."),
	OUT("createdAt", INSTANT, .doc = "When it was requested."),
};

const struct record export_affiliation_record = {
	.name = "ExportAffiliation",
	.doc = "An affiliation that the member requested.",
	.fields = export_affiliation_fields,
	.count = COUNT_OF(export_affiliation_fields),
};
