/*
 * notifications.c - the outbox, for administrators (notifications.h).
 */
#include "proto/notifications/notifications.h"

#include "proto/records.h"

static const enum problem admin_problems[] = {PROBLEM_ADMIN_REQUIRED, PROBLEM_NONE};

static const struct field outbox_stats_fields[] = {
	OUT("pending", INTEGER,
		.doc = "The number of messages that are due or being retried. Reminders "
		       "count from the time when they are due."),
	OUT("failed", INTEGER,
		.doc = "The number of messages that could not be delivered."),
	OUT("sentLastHour", INTEGER,
		.doc = "The number of messages delivered within the last hour."),
	OUT("oldestPendingAt", INSTANT, .nullable = true,
		.doc = "When the oldest pending message was due; null if there is none."),
};

static const struct record outbox_stats_record = {
	.name = "OutboxStats",
	.doc = "Statistics of the outbox.",
	.fields = outbox_stats_fields,
	.count = COUNT_OF(outbox_stats_fields),
};

const struct op op_admin_outbox_stats = {
	.name = "admin_outbox_stats",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_GET,
	.path = "/v1/admin/outbox/stats",
	.summary = "Read outbox statistics",
	.doc = "Returns how many mails and notifications are waiting, were delivered, or "
	       "failed.",
	.output = &outbox_stats_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_NONE,
	.cost = COST_POINT,
	.answer = {.tagged = true},
	.problems = admin_problems,
	.tool =
		{
			.name = "get_outbox_stats",
			.title = "Read outbox statistics",
			.doc = "For administrators: counts the waiting, delivered and "
			       "failed mails and notifications.",
			.read_only = true,
			.idempotent = true,
			.rank = 812,
		},
};

static const struct field outbox_hour_fields[] = {
	OUT("startsAt", INSTANT, .doc = "The start of the hour."),
	OUT("sent", INTEGER, .doc = "The number of messages delivered in the hour."),
	OUT("failed", INTEGER,
		.doc = "The number of messages that failed in the hour and have not been "
		       "retried."),
};

static const struct record outbox_hour_record = {
	.name = "OutboxHour",
	.doc = "An hour of the outbox.",
	.fields = outbox_hour_fields,
	.count = COUNT_OF(outbox_hour_fields),
};

static const struct field outbox_history_fields[] = {
	OUT("since", INSTANT, .doc = "The start of the first hour."),
	OUT("hours", LIST, .record = &outbox_hour_record, .min = 24, .max = 24,
		.doc = "The last 24 hours, the current one last."),
};

static const struct record outbox_history_record = {
	.name = "OutboxHistory",
	.doc = "Statistics of the outbox for the last 24 hours.",
	.fields = outbox_history_fields,
	.count = COUNT_OF(outbox_history_fields),
};

const struct op op_admin_outbox_history = {
	.name = "admin_outbox_history",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_GET,
	.path = "/v1/admin/outbox/history",
	.summary = "Read a day of the outbox",
	.doc = "Returns how many messages were delivered and how many failed in each of "
	       "the last 24 hours.",
	.output = &outbox_history_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_READ,
	.cost = COST_SLOW,
	.answer = {.tagged = true},
	.problems = admin_problems,
};

/* ---- messages ---- */

static const char *const topic_values[] = {"mail", "notice", NULL};
static const char *const message_status_values[] = {"pending", "sent", "failed", NULL};

static const struct field outbox_message_fields[] = {
	OUT("id", IDENTIFIER, .prefix = "obx", .doc = "The message's id."),
	OUT("topic", ENUM, .values = topic_values,
		.doc = "Whether it is a mail or a notification."),
	OUT("name", TEXT,
		.doc = "The template of the mail, or the kind of notification."),
	OUT("status", ENUM, .values = message_status_values,
		.doc = "The state. A message is `pending` until it is delivered or has "
		       "failed for the last time."),
	OUT("attempts", INTEGER, .doc = "The number of delivery attempts, at most ten."),
	OUT("lastError", TEXT, .nullable = true,
		.example = "\"the mail could not be written\"",
		.doc = "The error of the latest failed attempt; null if none has "
		       "failed."),
	OUT("createdAt", INSTANT, .doc = "When it was created."),
	OUT("nextAttemptAt", INSTANT, .nullable = true,
		.doc = "The time of the next delivery attempt; null unless the message "
		       "is pending."),
};

static const struct record outbox_message_record = {
	.name = "OutboxMessage",
	.doc = "A mail or a notification in the outbox.",
	.fields = outbox_message_fields,
	.count = COUNT_OF(outbox_message_fields),
};

static const struct field admin_outbox_message_list_in_fields[] = {
	IN(struct admin_outbox_message_list_in, status, "status", ENUM,
		.values = message_status_values,
		.doc = "Lists only messages in this state."),
	PAGE_FIELDS(struct admin_outbox_message_list_in),
};

static const struct record admin_outbox_message_list_input =
	INPUT_RECORD(admin_outbox_message_list_in, "The messages to list.");

const struct op op_admin_outbox_message_list = {
	.name = "admin_outbox_message_list",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_GET,
	.path = "/v1/admin/outbox/messages",
	.summary = "List messages of the outbox",
	.doc = "Lists the mails and notifications that are waiting, were delivered, or "
	       "failed, newest first, with the reason of a failure. Contents and "
	       "addresses are not shown.",
	.input = &admin_outbox_message_list_input,
	.output = &outbox_message_record,
	.shape = SHAPE_PAGE,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_NONE,
	.cost = COST_LIST,
	.problems = admin_problems,
};

static const struct field admin_outbox_message_retry_in_fields[] = {
	ID_FIELD(struct admin_outbox_message_retry_in, "obx",
		PROBLEM_OUTBOX_MESSAGE_NOT_FOUND, "The message's id."),
};

static const struct record admin_outbox_message_retry_input =
	INPUT_RECORD(admin_outbox_message_retry_in, "The message to retry.");

static const enum problem retry_problems[] = {PROBLEM_ADMIN_REQUIRED,
	PROBLEM_OUTBOX_MESSAGE_NOT_FOUND, PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};

const struct op op_admin_outbox_message_retry = {
	.name = "admin_outbox_message_retry",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_POST,
	.path = "/v1/admin/outbox/messages/{id}/retry",
	.summary = "Retry a message",
	.doc = "Retries a message that failed or waits for its next attempt immediately, "
	       "with up to ten further attempts. A message that was sent is not sent "
	       "again.",
	.input = &admin_outbox_message_retry_input,
	.output = &outbox_message_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_WRITE,
	.problems = retry_problems,
};

/* ---- for /health ---- */

static const struct field outbox_check_fields[] = {
	OUT("late", BOOLEAN,
		.doc = "Whether a message has been due for more than 15 minutes."),
	OUT("diskFull", BOOLEAN,
		.doc = "Whether the database had no disk space at the last check."),
};

static const struct record outbox_check_record = {
	.name = "OutboxCheck",
	.doc = "Whether messages are delivered on time and can be stored.",
	.fields = outbox_check_fields,
	.count = COUNT_OF(outbox_check_fields),
};

const struct op op_outbox_check = {
	.name = "outbox_check",
	.service = SERVICE_NOTIFICATIONS,
	.summary = "Check the outbox",
	.doc = "Returns whether messages are delivered on time.",
	.output = &outbox_check_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_READ,
	.cost = COST_SLOW,
};
