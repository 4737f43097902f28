/*
 * main.c - the notifications service: what is in the outbox reaches people, and the outbox
 * stays small.
 */
#include <stdio.h>

#include "common/config/config.h"
#include "common/service/service.h"
#include "services/notifications/handlers.h"
#include "services/notifications/outbox/outbox_run.h"

static const struct op_entry entries[] = {
#define NOTIFICATIONS_ENTRY(name) {&op_##name, name},
	NOTIFICATIONS_OPS(NOTIFICATIONS_ENTRY) INTRO_OPS(NOTIFICATIONS_ENTRY)
#undef NOTIFICATIONS_ENTRY
};

static const struct service_task tasks[] = {
	{.name = "outbox",
		.step = outbox_deliver_step,
		.pause_ms = 5000,
		.tx = TX_NONE,
		.lane = LANE_OUTSIDE,
		.channel = "kith_outbox"},
	{.name = "prune",
		.step = outbox_prune_step,
		.pause_ms = 60000,
		.tx = TX_NONE,
		.lane = LANE_DATABASE},
	{.name = "prune_idempotency",
		.step = outbox_prune_idempotency_step,
		.pause_ms = 60000,
		.tx = TX_NONE,
		.lane = LANE_DATABASE},
};

int
main(int argc, char **argv)
{
	static const struct service notifications_service = {
		.name = SERVICE_NOTIFICATIONS,
		.entries = entries,
		.entry_count = COUNT_OF(entries),
		.tasks = tasks,
		.task_count = COUNT_OF(tasks),
		.folder = "mail",
	};

	/* Better no start than mails that somebody waits for and that are only files. */
	if (config_load()->smtp_url.size > 0) {
		fprintf(stderr,
			"kith-notifications: SMTP delivery is not part of this version; "
			"unset KITH_SMTP_URL, and mails become files in "
			"KITH_RUN_DIR/mail\n");
		return 1;
	}
	return service_main(argc, argv, &notifications_service);
}
