#include "proto/notifications/export.h"

#include "proto/notices.h"

static const struct field export_notice_fields[] = {
	OUT("kind", ENUM, .values = notice_values, .doc = "What happened."),
	OUT("subjectType", ENUM, .values = subject_values, .doc = "What it was about."),
	OUT("createdAt", INSTANT, .doc = "When it happened."),
	OUT("readAt", INSTANT, .nullable = true, .doc = "When it was read."),
};

const struct record export_notice_record = {
	.name = "ExportNotice",
	.doc = "A notification in the inbox.",
	.fields = export_notice_fields,
	.count = COUNT_OF(export_notice_fields),
};
