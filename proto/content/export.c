#include "proto/content/export.h"

#include "proto/records.h"

static const struct field export_slug_element =
	OUT("slug", TEXT, .doc = "The slug of an organization.");

static const struct field export_post_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "post", .doc = "The ask's id."),
	OUT("kind", TEXT, .doc = "The kind of ask."),
	OUT("title", TEXT, .doc = "The title."),
	OUT("body", TEXT, .doc = "The full text."),
	OUT("tags", LIST, .element = &tag_element, .doc = "Keywords."),
	OUT("photo", MEDIA, .nullable = true, .doc = "The URL of the photo."),
	OUT("status", TEXT, .doc = "The state: open or closed."),
	OUT("public", BOOLEAN, .doc = "Whether every active member can see it."),
	OUT("orgs", LIST, .element = &export_slug_element,
		.doc = "The organizations it is published to."),
	OUT("expiresAt", INSTANT, .nullable = true,
		.doc = "When it expires and leaves the lists; null if it does not "
		       "expire."),
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
	OUT("kind", TEXT, .doc = "The kind of progress."),
	OUT("title", TEXT, .doc = "The title."),
	OUT("note", TEXT, .doc = "The full text."),
	OUT("projectId", IDENTIFIER, .prefix = "proj", .nullable = true,
		.doc = "The id of its project; null if there is none."),
	OUT("photo", MEDIA, .nullable = true, .doc = "The URL of the photo."),
	OUT("public", BOOLEAN, .doc = "Whether every active member can see it."),
	OUT("orgs", LIST, .element = &export_slug_element,
		.doc = "The organizations it is published to."),
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
