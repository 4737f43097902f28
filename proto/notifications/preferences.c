/*
 * preferences.c - the third part of notifications.h: what members want to be mailed.
 */
#include "proto/notices.h"
#include "proto/notifications/notifications.h"

static const char *const digest_values[] = {"off", "daily", "weekly", NULL};

static const struct field wish_fields[] = {
	OUT("inbox", BOOLEAN, .doc = "Whether it is in your inbox: always."),
	OUT("email", BOOLEAN, .doc = "Whether it is mailed to you as well."),
};

static const struct record wish_record = {
	.name = "NotificationPreference",
	.doc = "How one kind of notification arrives.",
	.fields = wish_fields,
	.count = COUNT_OF(wish_fields),
};

static const struct field wishes_fields[] = {
#define WISH_OUT(constant, kind, subject, mail, ahead_s, recipients, ...) \
	OUT(#kind, OBJECT, .record = &wish_record, .doc = recipients),
	NOTICES(WISH_OUT)
#undef WISH_OUT
};

static const struct record wishes_record = {
	.name = "NotificationKinds",
	.doc = "Every kind of notification, and who gets it.",
	.fields = wishes_fields,
	.count = COUNT_OF(wishes_fields),
};

static const struct field preferences_fields[] = {
	OUT("kinds", OBJECT, .record = &wishes_record,
		.doc = "How each kind of notification arrives."),
	OUT("digest", ENUM, .values = digest_values,
		.doc = "How often the unread notifications that were not mailed are "
		       "summed up in one mail."),
};

static const struct record preferences_record = {
	.name = "NotificationPreferences",
	.doc = "What you want to be mailed.",
	.fields = preferences_fields,
	.count = COUNT_OF(preferences_fields),
};

const struct op op_notification_preferences_get = {
	.name = "notification_preferences_get",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_GET,
	.path = "/v1/me/notification-preferences",
	.summary = "Read your notification preferences",
	.doc = "Which notifications are mailed to you.",
	.output = &preferences_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
};

static const struct field notification_wish_fields[] = {
	IN(struct notification_wish, inbox, "inbox", BOOLEAN, .fallback = "true",
		.doc = "Nothing but true: the inbox has every notification."),
	IN(struct notification_wish, email, "email", BOOLEAN,
		.doc = "Whether to mail it as well. Default: as the instance has it."),
};

static const struct record notification_wish_record =
	INPUT_RECORD(notification_wish, "How one kind of notification is to arrive.");

static const struct field notification_wishes_fields[] = {
#define WISH_IN(constant, kind, subject, mail, ahead_s, recipients, ...) \
	IN_OBJECT(struct notification_wishes, of[NOTICE_##constant], #kind, \
		struct notification_wish, &notification_wish_record, .doc = recipients),
	NOTICES(WISH_IN)
#undef WISH_IN
};

static const struct record notification_wishes_record =
	INPUT_RECORD(notification_wishes, "Kinds of notifications, and who gets them.");

static const struct field notification_preferences_set_in_fields[] = {
	IN_OBJECT(struct notification_preferences_set_in, kinds, "kinds",
		struct notification_wishes, &notification_wishes_record, .fallback = "{}",
		.doc = "How kinds of notifications are to arrive. What you leave out "
		       "goes back to how the instance has it."),
	IN(struct notification_preferences_set_in, digest, "digest", ENUM,
		.values = digest_values, .fallback = "\"off\"",
		.doc = "How often to sum up unread notifications that were not mailed."),
};

static const struct record notification_preferences_set_input =
	INPUT_RECORD(notification_preferences_set_in,
		"All preferences; they replace those of before.");

const struct op op_notification_preferences_set = {
	.name = "notification_preferences_set",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_PUT,
	.path = "/v1/me/notification-preferences",
	.summary = "Set your notification preferences",
	.doc = "Says which notifications are mailed to you. All of them are in your "
	       "inbox whatever you say here.",
	.input = &notification_preferences_set_input,
	.output = &preferences_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_notification_preferences_get,
};

static const struct field notification_unsubscribe_in_fields[] = {
	IN(struct notification_unsubscribe_in, token, "token", TEXT, .required = true,
		.min = 1, .max = 400, .secret = true,
		.doc = "The token of the address in the mail."),
};

static const struct record notification_unsubscribe_input =
	INPUT_RECORD(notification_unsubscribe_in, "Whose mails of which kind to end.");

static const enum problem unsubscribe_problems[] = {
	PROBLEM_ROUTE_NOT_FOUND, PROBLEM_NONE};

const struct op op_notification_unsubscribe = {
	.name = "notification_unsubscribe",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_POST,
	.path = "/unsubscribe/{token}",
	.summary = "Unsubscribe from mails",
	.doc = "Ends mails of one kind, by the address in one of them and without "
	       "signing in (RFC 8058). What the body holds does not matter. Doing it "
	       "again changes nothing. A GET of the address shows a page with a button, "
	       "and changes nothing either.",
	.input = &notification_unsubscribe_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.ignores_body = true,
	.problems = unsubscribe_problems,
};
