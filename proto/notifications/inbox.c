/*
 * inbox.c - the inbox of a member (notifications.h).
 */
#include "proto/identity/members.h"
#include "proto/notices.h"
#include "proto/notifications/notifications.h"
#include "proto/records.h"

static const struct field notification_subject_fields[] = {
	OUT("type", ENUM, .values = subject_values, .doc = "The type of the record."),
	OUT("id", TEXT, .doc = "The id of the record."),
	OUT("slug", TEXT, .nullable = true,
		.doc = "The slug of an organization, or the handle of a member."),
	OUT("title", TEXT, .doc = "The name or title of the record."),
};

static const struct record notification_subject_record = {
	.name = "NotificationSubject",
	.doc = "The record that a notification is about.",
	.fields = notification_subject_fields,
	.count = COUNT_OF(notification_subject_fields),
};

static const struct field notification_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "ntf", .doc = "The notification's id."),
	OUT("kind", ENUM, .values = notice_values, .doc = "The kind of notification."),
	OUT("title", TEXT, .doc = "What happened, in one line."),
	OUT("body", TEXT, .doc = "Details, or the next step."),
	OUT("actor", OBJECT, .nullable = true, .record = &actor_record,
		.doc = "The member who caused it; null for reminders and for suspended "
		       "members."),
	OUT("subject", OBJECT, .nullable = true, .record = &notification_subject_record,
		.doc = "The record that it is about; null if you can no longer see it."),
	OUT("detail", TEXT, .nullable = true,
		.example = "\"I build looms and look for advice.\"",
		.doc = "The message, application or reason that a person wrote."),
	OUT("url", TEXT, .nullable = true, .format = FORMAT_URI,
		.doc = "The URL of the record."),
	OUT("pageUrl", TEXT, .nullable = true, .format = FORMAT_URI,
		.doc = "The URL of its page for people."),
	OUT("readAt", INSTANT, .nullable = true,
		.doc = "When it was marked as read; null if it is unread. Answering what "
		       "it asks for marks it as read."),
	OUT("createdAt", INSTANT, .doc = "When it was delivered."),
};

static const struct record notification_record = {
	.name = "Notification",
	.doc = "A notification in your inbox.",
	.fields = notification_fields,
	.count = COUNT_OF(notification_fields),
};

static const struct field unread_fields[] = {
	OUT("unread", INTEGER, .doc = "The number of unread notifications."),
};

static const struct record unread_record = {
	.name = "UnreadCount",
	.doc = "The number of your unread notifications.",
	.fields = unread_fields,
	.count = COUNT_OF(unread_fields),
};

static const struct field notification_list_in_fields[] = {
	IN(struct notification_list_in, unread, "unread", BOOLEAN, .fallback = "false",
		.doc = "Only unread notifications."),
	PAGE_FIELDS(struct notification_list_in),
};

static const struct record notification_list_input =
	INPUT_RECORD(notification_list_in, "The notifications to list.");

const struct op op_notification_list = {
	.name = "notification_list",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_GET,
	.path = "/v1/me/notifications",
	.summary = "List your notifications",
	.doc = "Lists the notifications in your inbox, newest first.",
	.input = &notification_list_input,
	.output = &notification_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_LIST,
	.tool =
		{
			.name = "list_notifications",
			.title = "List your notifications",
			.read_only = true,
			.idempotent = true,
			.rank = 45,
		},
};

static const struct field notification_id_element =
	OUT("id", TEXT, .min = 1, .max = 40, .doc = "The id of a notification.");

static const struct field notification_read_in_fields[] = {
	IN(struct notification_read_in, ids, "ids", LIST,
		.element = &notification_id_element, .max = 100,
		.doc = "Default: all. Ids that are not yours are ignored."),
};

static const struct record notification_read_input =
	INPUT_RECORD(notification_read_in, "The notifications to mark.");

const struct op op_notification_read = {
	.name = "notification_read",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_POST,
	.path = "/v1/me/notifications/read",
	.summary = "Mark notifications as read",
	.doc = "Marks some or all of your notifications as read and returns the number "
	       "of those that are still unread.",
	.input = &notification_read_input,
	.output = &unread_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_notification_count,
	.tool =
		{
			.name = "mark_notifications_read",
			.title = "Mark notifications as read",
			.doc = "Marks notifications as read. Without ids, marks all of "
			       "them.",
			.idempotent = true,
			.rank = 155,
		},
};

const struct op op_notification_count = {
	.name = "notification_count",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_GET,
	.path = "/v1/me/notifications/unread-count",
	.summary = "Count your unread notifications",
	.doc = "The number of your unread notifications.",
	.output = &unread_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
};
