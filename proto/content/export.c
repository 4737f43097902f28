#include "proto/content/export.h"

#include "proto/records.h"

static const struct field export_slug_element =
	OUT("slug", TEXT, .doc = "The slug of an organization.");

static const struct field export_post_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "post", .doc = "The ask's id."),
	OUT("kind", TEXT, .doc = "What is asked for."),
	OUT("title", TEXT, .doc = "The ask in one line."),
	OUT("body", TEXT, .doc = "The ask in full."),
	OUT("tags", LIST, .element = &tag_element, .doc = "Keywords to find it by."),
	OUT("photo", MEDIA, .nullable = true, .doc = "The address of its photo."),
	OUT("status", TEXT, .doc = "open or closed."),
	OUT("public", BOOLEAN, .doc = "Whether every active member can see it."),
	OUT("orgs", LIST, .element = &export_slug_element,
		.doc = "The organizations that it is published to."),
	OUT("expiresAt", INSTANT, .nullable = true, .doc = "When it leaves the lists."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("updatedAt", INSTANT, .doc = "When it last changed."),
};

const struct record export_post_record = {
	.name = "ExportPost",
	.doc = "An ask of the member.",
	.fields = export_post_fields,
	.count = COUNT_OF(export_post_fields),
};

static const struct field export_progress_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "prog", .doc = "The entry's id."),
	OUT("kind", TEXT, .doc = "What kind of progress it is."),
	OUT("title", TEXT, .doc = "The entry in one line."),
	OUT("note", TEXT, .doc = "The entry in full."),
	OUT("projectId", IDENTIFIER, .prefix = "proj", .nullable = true,
		.doc = "The project that it belongs to."),
	OUT("photo", MEDIA, .nullable = true, .doc = "The address of its photo."),
	OUT("public", BOOLEAN, .doc = "Whether every active member can see it."),
	OUT("orgs", LIST, .element = &export_slug_element,
		.doc = "The organizations that it is published to."),
	OUT("occurredAt", INSTANT, .doc = "When it happened."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("updatedAt", INSTANT, .doc = "When it last changed."),
};

const struct record export_progress_record = {
	.name = "ExportProgress",
	.doc = "A progress entry of the member.",
	.fields = export_progress_fields,
	.count = COUNT_OF(export_progress_fields),
};
