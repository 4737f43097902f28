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

static const struct field kind_element =
	OUT("kind", ENUM, .values = notice_values, .doc = "A kind of notification.");

static const struct field export_notification_preferences_fields[] = {
	OUT("mailOn", LIST, .element = &kind_element, .max = 100,
		.doc = "Kinds of notifications whose mails were switched on."),
	OUT("mailOff", LIST, .element = &kind_element, .max = 100,
		.doc = "Kinds of notifications whose mails were switched off."),
	OUT("digest", TEXT,
		.doc = "How often the rest is summed up: off, daily or weekly."),
	OUT("updatedAt", INSTANT, .doc = "When that was said."),
};

const struct record export_notification_preferences_record = {
	.name = "ExportNotificationPreferences",
	.doc = "What the member wants to be mailed.",
	.fields = export_notification_preferences_fields,
	.count = COUNT_OF(export_notification_preferences_fields),
};
