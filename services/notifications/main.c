/*
 * main.c - the notifications service: delivers the messages of the outbox, and prunes old
 * rows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/config/config.h"
#include "common/service/service.h"
#include "services/notifications/handlers.h"
#include "services/notifications/outbox/outbox_run.h"
#include "services/notifications/outbox/outbox_watch.h"

static const struct op_entry entries[] = {
#define NOTIFICATIONS_ENTRY(name) {&op_##name, name},
	NOTIFICATIONS_OPS(NOTIFICATIONS_ENTRY) INTRO_OPS(NOTIFICATIONS_ENTRY)
		SEARCH_OPS(NOTIFICATIONS_ENTRY)
#undef NOTIFICATIONS_ENTRY
};

static const struct task tasks[] = {
	{.name = "notices",
		.step = outbox_notices_step,
		.pause_ms = 5000,
		.tx = TX_NONE,
		.pool = POOL_OUTSIDE,
		.channel = "kith_outbox"},
	{.name = "mails",
		.step = outbox_mails_step,
		.finish = outbox_mails_finish,
		.pause_ms = 5000,
		.tx = TX_NONE,
		.pool = POOL_OUTSIDE,
		.channel = "kith_outbox"},
	{.name = "watch",
		.step = outbox_watch_step,
		.pause_ms = 5000,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
	{.name = "turns",
		.step = outbox_turns_step,
		.pause_ms = 60000,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
	{.name = "digest",
		.step = outbox_digest_step,
		.pause_ms = 60000,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
	{.name = "saved_searches",
		.step = outbox_searches_step,
		.pause_ms = 60000,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
	{.name = "prune",
		.step = outbox_prune_step,
		.pause_ms = 60000,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
	{.name = "prune_idempotency",
		.step = outbox_prune_idempotency_step,
		.pause_ms = 60000,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
	{.name = "prune_inbox",
		.step = outbox_prune_inbox_step,
		.pause_ms = 60000,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
	{.name = "prune_suppressions",
		.step = outbox_prune_suppressions_step,
		.pause_ms = 60000,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
};

/* Opens the configured mail server. Returns NULL when mails go to files. Exits with an
 * error message when the settings are invalid. */
static struct smtp *
mail_server(struct sandbox_server *reach)
{
	struct arena *arena = arena_new(4096); /* lives as long as the process */
	const struct config *settings = config_load();
	const char *certificates =
		settings->smtp_ca.size > 0 ? settings->smtp_ca.data : NULL;
	struct smtp_server server;
	const char *why;

	if (settings->smtp_url.size == 0)
		return NULL;
	why = smtp_server_read(arena, settings->smtp_url.data, &server);
	if (why == NULL && certificates != NULL && access(certificates, R_OK) != 0)
		why = "the file in KITH_SMTP_CA_FILE cannot be read";
	if (why != NULL) {
		fprintf(stderr, "kith-notifications: cannot use KITH_SMTP_URL: %s\n",
			why);
		exit(1);
	}
	*reach = (struct sandbox_server){server.host, server.port, certificates};
	return smtp_new(&server, certificates, settings->mail_from.data,
		(int)settings->smtp_connections.value);
}

int
main(int argc, char **argv)
{
	static struct sandbox_server reach;
	static struct service service = {
		.name = SERVICE_NOTIFICATIONS,
		.entries = entries,
		.entry_count = COUNT_OF(entries),
		.tasks = tasks,
		.task_count = COUNT_OF(tasks),
		.figures = outbox_watch_figures,
		.folder = "mail",
	};
	/* With arguments, service_main() only prints information about the service. */
	const bool serves = argc == 1;
	struct smtp *smtp = serves ? mail_server(&reach) : NULL;

	if (smtp != NULL)
		service.server = &reach;
	if (serves)
		outbox_run_prepare(smtp, (int)config()->smtp_connections.value);
	return service_main(argc, argv, &service);
}
