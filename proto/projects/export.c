#include "proto/projects/export.h"

#include "proto/records.h"

static const struct field export_project_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "proj", .doc = "The project's id."),
	OUT("name", TEXT, .doc = "The project's name."),
	OUT("role", TEXT, .doc = "lead or member."),
	OUT("title", TEXT, .doc = "What the member does there."),
	OUT("joinedAt", INSTANT, .doc = "Since when."),
};

const struct record export_project_record = {
	.name = "ExportProject",
	.doc = "A place on the roster of a project.",
	.fields = export_project_fields,
	.count = COUNT_OF(export_project_fields),
};
