#include "proto/notifications/notifications.h"

static const enum problem admin_problems[] = {PROBLEM_ADMIN_REQUIRED, PROBLEM_NONE};

static const struct field outbox_stats_fields[] = {
	OUT("pending", INTEGER,
		.doc = "Messages that are due or being tried again; a reminder of something later does "
		       "not count before its time."),
	OUT("failed", INTEGER, .doc = "Messages that were given up."),
	OUT("sentLastHour", INTEGER, .doc = "Messages delivered within the last hour."),
	OUT("oldestPendingAt", INSTANT, .nullable = true,
		.doc = "Since when the oldest of the pending ones has waited; null without one."),
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
	.summary = "Count the outbox",
	.doc = "How many mails and notifications wait, were delivered, and failed.",
	.output = &outbox_stats_record,
	.guard = GUARD_ADMIN,
	.scopes = SCOPE_ADMIN,
	.tx = TX_NONE,
	.problems = admin_problems,
	.tool =
		{
			.name = "get_outbox_stats",
			.title = "Count the outbox",
			.doc = "How many mails and notifications wait, were delivered, "
			       "and failed.",
			.read_only = true,
			.idempotent = true,
			.rank = 812,
		},
};
