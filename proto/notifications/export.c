#include "proto/notifications/export.h"

#include "proto/notices.h"
#include "proto/notifications/intros.h"

static const struct field export_notice_fields[] = {
	OUT("kind", ENUM, .values = notice_values, .doc = "The kind of notification."),
	OUT("subjectType", ENUM, .values = subject_values,
		.doc = "The type of the record that it is about."),
	OUT("createdAt", INSTANT, .doc = "When it happened."),
	OUT("readAt", INSTANT, .nullable = true,
		.doc = "When it was marked as read; null if it is unread."),
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
	OUT("digest", TEXT, .example = "\"daily\"",
		.doc = "How often a digest is mailed: off, daily or weekly."),
	OUT("updatedAt", INSTANT, .doc = "When the preferences last changed."),
};

const struct record export_notification_preferences_record = {
	.name = "ExportNotificationPreferences",
	.doc = "The member's notification preferences.",
	.fields = export_notification_preferences_fields,
	.count = COUNT_OF(export_notification_preferences_fields),
};

static const struct field export_intro_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "intro", .doc = "The intro request's id."),
	OUT("direction", ENUM, .values = intro_direction_values,
		.doc = "Whether the member received or sent it."),
	OUT("handle", TEXT, .doc = "The handle of the other member."),
	OUT("contextKind", ENUM, .values = intro_context_values,
		.doc = "The context: a profile, an ask or an event."),
	OUT("message", TEXT, .doc = "The sender's message."),
	OUT("status", ENUM, .values = intro_status_values,
		.doc = "The state of the request."),
	OUT("createdAt", INSTANT, .doc = "When it was sent."),
	OUT("respondedAt", INSTANT, .nullable = true,
		.doc = "When it was answered; null if it was not."),
};

const struct record export_intro_record = {
	.name = "ExportIntro",
	.doc = "A request for an introduction, from or to the member.",
	.fields = export_intro_fields,
	.count = COUNT_OF(export_intro_fields),
};

static const struct field export_saved_search_fields[] = {
	OUT("list", TEXT, .example = "\"posts\"", .doc = "The list that is searched."),
	OUT("kind", TEXT, .nullable = true, .example = "\"hiring\"",
		.doc = "The kind of asks."),
	OUT("q", TEXT, .nullable = true, .doc = "The words about members."),
	OUT("role", TEXT, .nullable = true, .example = "\"founder\"",
		.doc = "The role of members."),
	OUT("lookingFor", TEXT, .nullable = true, .example = "\"team\"",
		.doc = "What members look for."),
	OUT("skill", TEXT, .nullable = true, .example = "\"Weaving\"",
		.doc = "The skill of members."),
	OUT("org", TEXT, .nullable = true, .example = "\"lab\"",
		.doc = "The slug of the organization."),
	OUT("createdAt", INSTANT, .doc = "When it was saved."),
};

const struct record export_saved_search_record = {
	.name = "ExportSavedSearch",
	.doc = "A search that the member saved.",
	.fields = export_saved_search_fields,
	.count = COUNT_OF(export_saved_search_fields),
};
