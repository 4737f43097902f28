/*
 * notifications.c - the second half of notifications.h: the outbox, for administrators.
 */
#include "proto/notifications/notifications.h"

#include "proto/records.h"

static const enum problem admin_problems[] = {PROBLEM_ADMIN_REQUIRED, PROBLEM_NONE};

static const struct field outbox_stats_fields[] = {
	OUT("pending", INTEGER,
		.doc = "Messages that are due or being retried. Reminders count only "
		       "once they are due."),
	OUT("failed", INTEGER, .doc = "Messages that could not be delivered."),
	OUT("sentLastHour", INTEGER, .doc = "Messages delivered within the last hour."),
	OUT("oldestPendingAt", INSTANT, .nullable = true,
		.doc = "When the oldest pending message was due; null if there is none."),
};

static const struct record outbox_stats_record = {
	.name = "OutboxStats",
	.doc = "The outbox in numbers.",
	.fields = outbox_stats_fields,
	.count = COUNT_OF(outbox_stats_fields),
};

const struct op op_admin_outbox_stats = {
	.name = "admin_outbox_stats",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_GET,
	.path = "/v1/admin/outbox/stats",
	.summary = "Read outbox statistics",
	.doc = "How many mails and notifications are waiting, were delivered, or failed.",
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
			.doc = "For administrators: counts the mails and notifications "
			       "that are waiting, were delivered, or failed.",
			.read_only = true,
			.idempotent = true,
			.rank = 812,
		},
};

static const struct field outbox_hour_fields[] = {
	OUT("startsAt", INSTANT, .doc = "When the hour began."),
	OUT("sent", INTEGER, .doc = "Messages delivered in it."),
	OUT("failed", INTEGER,
		.doc = "Messages given up in it that have not been retried."),
};

static const struct record outbox_hour_record = {
	.name = "OutboxHour",
	.doc = "An hour of the outbox.",
	.fields = outbox_hour_fields,
	.count = COUNT_OF(outbox_hour_fields),
};

static const struct field outbox_history_fields[] = {
	OUT("since", INSTANT, .doc = "When the first hour began."),
	OUT("hours", LIST, .record = &outbox_hour_record, .min = 24, .max = 24,
		.doc = "The last 24 hours, the current one last."),
};

static const struct record outbox_history_record = {
	.name = "OutboxHistory",
	.doc = "A day of the outbox.",
	.fields = outbox_history_fields,
	.count = COUNT_OF(outbox_history_fields),
};

const struct op op_admin_outbox_history = {
	.name = "admin_outbox_history",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_GET,
	.path = "/v1/admin/outbox/history",
	.summary = "Read a day of the outbox",
	.doc = "How many messages were delivered, and how many failed, in each of the "
	       "last 24 hours.",
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
		.doc = "pending until it is delivered or given up."),
	OUT("attempts", INTEGER,
		.doc = "How often delivery was tried, ten times at most."),
	OUT("lastError", TEXT, .nullable = true,
		.example = "\"the mail could not be written\"",
		.doc = "Why the latest try failed; null if none has failed."),
	OUT("createdAt", INSTANT, .doc = "When it was written."),
	OUT("nextAttemptAt", INSTANT, .nullable = true,
		.doc = "When delivery is tried next; null unless it is pending."),
};

static const struct record outbox_message_record = {
	.name = "OutboxMessage",
	.doc = "A mail or a notification on its way to a member.",
	.fields = outbox_message_fields,
	.count = COUNT_OF(outbox_message_fields),
};

static const struct field admin_outbox_message_list_in_fields[] = {
	IN(struct admin_outbox_message_list_in, status, "status", ENUM,
		.values = message_status_values, .doc = "Only messages in this state."),
	PAGE_FIELDS(struct admin_outbox_message_list_in),
};

static const struct record admin_outbox_message_list_input =
	INPUT_RECORD(admin_outbox_message_list_in, "Which messages to list.");

const struct op op_admin_outbox_message_list = {
	.name = "admin_outbox_message_list",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_GET,
	.path = "/v1/admin/outbox/messages",
	.summary = "List messages of the outbox",
	.doc = "Mails and notifications that wait, were delivered or failed, newest "
	       "first, and why they failed. Their contents and addresses are not shown.",
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
	INPUT_RECORD(admin_outbox_message_retry_in, "Which message to send again.");

static const enum problem retry_problems[] = {PROBLEM_ADMIN_REQUIRED,
	PROBLEM_OUTBOX_MESSAGE_NOT_FOUND, PROBLEM_INVALID_TRANSITION, PROBLEM_NONE};

const struct op op_admin_outbox_message_retry = {
	.name = "admin_outbox_message_retry",
	.service = SERVICE_NOTIFICATIONS,
	.method = METHOD_POST,
	.path = "/v1/admin/outbox/messages/{id}/retry",
	.summary = "Send a message again",
	.doc = "Has a message that failed, or waits for its next try, tried at once, and "
	       "up to ten times again. A message that was sent is not sent twice.",
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
};

static const struct record outbox_check_record = {
	.name = "OutboxCheck",
	.doc = "Whether messages are delivered in time.",
	.fields = outbox_check_fields,
	.count = COUNT_OF(outbox_check_fields),
};

const struct op op_outbox_check = {
	.name = "outbox_check",
	.service = SERVICE_NOTIFICATIONS,
	.summary = "Check the outbox",
	.doc = "Tells the gateway whether messages are delivered in time.",
	.output = &outbox_check_record,
	.guard = GUARD_INTERNAL,
	.tx = TX_READ,
	.cost = COST_SLOW,
};
