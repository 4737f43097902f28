/*
 * preferences.c - notification preferences and unsubscribing (notifications.h).
 */
#include "proto/notices.h"
#include "proto/notifications/notifications.h"

static const char *const digest_values[] = {"off", "daily", "weekly", NULL};

static const struct field wish_fields[] = {
	OUT("inbox", BOOLEAN, .doc = "Always true: every notification is in your inbox."),
	OUT("email", BOOLEAN, .doc = "Whether it is also mailed to you."),
};

static const struct record wish_record = {
	.name = "NotificationPreference",
	.doc = "How notifications of one kind are delivered.",
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
	.doc = "The preferences for each kind of notification.",
	.fields = wishes_fields,
	.count = COUNT_OF(wishes_fields),
};

static const struct field preferences_fields[] = {
	OUT("kinds", OBJECT, .record = &wishes_record,
		.doc = "How notifications of each kind are delivered."),
	OUT("digest", ENUM, .values = digest_values,
		.doc = "How often a digest of unread notifications that were not mailed "
		       "is sent."),
};

static const struct record preferences_record = {
	.name = "NotificationPreferences",
	.doc = "Your notification preferences.",
	.fields = preferences_fields,
	.count = COUNT_OF(preferences_fields),
};

const struct op op_notification_preferences_get = {
	.name = "notification_preferences_get",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_GET,
	.path = "/v1/me/notification-preferences",
	.summary = "Read your notification preferences",
	.doc = "Returns which notifications are mailed to you.",
	.output = &preferences_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_READ,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.tool =
		{
			.name = "get_notification_preferences",
			.title = "Read notification preferences",
			.doc = "Reads which notifications are mailed to the user.",
			.read_only = true,
			.idempotent = true,
			.rank = 182,
		},
};

static const struct field notification_wish_fields[] = {
	IN(struct notification_wish, inbox, "inbox", BOOLEAN, .fallback = "true",
		.doc = "Must be true: every notification is in the inbox."),
	IN(struct notification_wish, email, "email", BOOLEAN,
		.doc = "Whether to mail notifications of this kind. Default: the default "
		       "of the instance."),
};

static const struct record notification_wish_record =
	INPUT_RECORD(notification_wish, "How to deliver notifications of one kind.");

static const struct field notification_wishes_fields[] = {
#define WISH_IN(constant, kind, subject, mail, ahead_s, recipients, ...) \
	IN_OBJECT(struct notification_wishes, of[NOTICE_##constant], #kind, \
		struct notification_wish, &notification_wish_record, .doc = recipients),
	NOTICES(WISH_IN)
#undef WISH_IN
};

static const struct record notification_wishes_record =
	INPUT_RECORD(notification_wishes, "The preferences for kinds of notifications.");

static const struct field notification_preferences_set_in_fields[] = {
	IN_OBJECT(struct notification_preferences_set_in, kinds, "kinds",
		struct notification_wishes, &notification_wishes_record, .fallback = "{}",
		.doc = "How to deliver notifications of each kind. Kinds that you omit "
		       "return to the default of the instance."),
	IN(struct notification_preferences_set_in, digest, "digest", ENUM,
		.values = digest_values, .fallback = "\"off\"",
		.doc = "How often to mail a digest of unread notifications that were not "
		       "mailed."),
};

static const struct record notification_preferences_set_input =
	INPUT_RECORD(notification_preferences_set_in,
		"The complete preferences. They replace the previous ones.");

const struct op op_notification_preferences_set = {
	.name = "notification_preferences_set",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_PUT,
	.path = "/v1/me/notification-preferences",
	.summary = "Set your notification preferences",
	.doc = "Sets which notifications are mailed to you. All notifications stay in "
	       "your inbox, regardless of the preferences.",
	.input = &notification_preferences_set_input,
	.output = &preferences_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.current = &op_notification_preferences_get,
};

static const char *const kind_values[] = {
#define KIND_VALUE(constant, kind, ...) #kind,
	NOTICES(KIND_VALUE)
#undef KIND_VALUE
		NULL};

static const struct field kind_element =
	OUT("kind", ENUM, .values = kind_values, .doc = "A kind of notification.");

static const struct field notification_preferences_change_in_fields[] = {
	IN(struct notification_preferences_change_in, kinds, "kinds", LIST,
		.element = &kind_element, .max = NOTICE_COUNT,
		.doc = "The kinds to change."),
	IN(struct notification_preferences_change_in, email, "email", BOOLEAN,
		.doc = "Whether these kinds are mailed."),
	IN(struct notification_preferences_change_in, digest, "digest", ENUM,
		.values = digest_values,
		.doc = "How often to mail a digest of the others."),
};

static const struct record notification_preferences_change_input =
	INPUT_RECORD(notification_preferences_change_in, "The preferences to change.");

/* For assistants: changes some preferences and keeps the others. */
const struct op op_notification_preferences_change = {
	.name = "notification_preferences_change",
	.service = SERVICE_NOTIFICATIONS,
	.summary = "Change notification preferences",
	.doc = "Changes which notifications are mailed to you. Kinds that you omit keep "
	       "their preference.",
	.input = &notification_preferences_change_input,
	.output = &preferences_record,
	.guard = GUARD_MEMBER,
	.scopes = SCOPE_NETWORK_WRITE,
	.tx = TX_WRITE,
	.tool =
		{
			.name = "set_notification_preferences",
			.title = "Change notification preferences",
			.doc = "Changes which notifications are mailed to the user. "
			       "Others keep their preference.",
			.idempotent = true,
			.rank = 181,
		},
};

static const struct field notification_unsubscribe_in_fields[] = {
	IN(struct notification_unsubscribe_in, token, "token", TEXT, .required = true,
		.min = 1, .max = 400, .secret = true,
		.doc = "The token from the URL in the mail."),
};

static const struct record notification_unsubscribe_input = INPUT_RECORD(
	notification_unsubscribe_in, "The token of the member and the kind of mail.");

static const enum problem unsubscribe_problems[] = {
	PROBLEM_ROUTE_NOT_FOUND, PROBLEM_NONE};

const struct op op_notification_unsubscribe = {
	.name = "notification_unsubscribe",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_POST,
	.path = "/unsubscribe/{token}",
	.summary = "Unsubscribe from mails",
	.doc = "Unsubscribes from mails of one kind with the URL from such a mail, "
	       "without sign-in (RFC 8058). The body is ignored. Repeating the request "
	       "changes nothing. A GET of the URL shows a page with a button and changes "
	       "nothing.",
	.input = &notification_unsubscribe_input,
	.shape = SHAPE_NONE,
	.guard = GUARD_PUBLIC,
	.tx = TX_WRITE,
	.ignores_body = true,
	.problems = unsubscribe_problems,
};
