#include "proto/notifications/notifications.h"

static const enum problem admin_problems[] = {PROBLEM_ADMIN_REQUIRED, PROBLEM_NONE};

static const struct field outbox_stats_fields[] = {
	OUT("pending", INTEGER,
		.doc = "Messages that are due or being retried. Reminders count only once they are "
		       "due."),
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
	.tagged = true,
	.problems = admin_problems,
	.tool =
		{
			.name = "get_outbox_stats",
			.title = "Read outbox statistics",
			.doc = "For administrators: counts the mails and notifications that are waiting, "
			       "were delivered, or failed.",
			.read_only = true,
			.idempotent = true,
			.rank = 812,
		},
};
