/*
 * main.c - the identity service: accounts, credentials, profiles and administration.
 */
#include <stdio.h>
#include <stdlib.h>

#include "common/config/config.h"
#include "common/service/service.h"
#include "services/identity/account/sweep.h"
#include "services/identity/handlers.h"
#include "services/identity/mail/mail_request.h"
#include "services/identity/oauth/oauth_sweep.h"
#include "services/identity/oauth/signing_key.h"
#include "services/identity/sign_in/breach_list.h"

static const struct op_entry entries[] = {
#define IDENTITY_ENTRY(name) {&op_##name, name},
	/* clang-format off */
	IDENTITY_OPS(IDENTITY_ENTRY)
	ACCOUNT_OPS(IDENTITY_ENTRY)
	AVATAR_OPS(IDENTITY_ENTRY)
	MEMBERS_OPS(IDENTITY_ENTRY)
	HOME_OPS(IDENTITY_ENTRY)
	ACTIVITY_OPS(IDENTITY_ENTRY)
	APPROVAL_OPS(IDENTITY_ENTRY)
	ADMIN_OPS(IDENTITY_ENTRY)
	OAUTH_OPS(IDENTITY_ENTRY)
/* clang-format on */
#undef IDENTITY_ENTRY
};

static const struct task tasks[] = {
	{.name = "sweep",
		.step = sweep_once,
		.pause_ms = 600000,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
	{.name = "sweep_sign_ups",
		.step = sweep_sign_ups,
		.pause_ms = 600000,
		.tx = TX_WRITE,
		.pool = POOL_DATABASE},
	{.name = "sweep_oauth",
		.step = oauth_sweep,
		.pause_ms = 600000,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
	{.name = "signing_key",
		.step = signing_key_step,
		.pause_ms = 3600000,
		.tx = TX_WRITE,
		.pool = POOL_OUTSIDE},
	{.name = "mail_request",
		.step = mail_request_step,
		.pause_ms = 1000,
		.tx = TX_NONE,
		.pool = POOL_DATABASE},
};

/* Opens the list before the process confines itself. Exits with an error message when the
 * file is unusable, because passwords would be accepted that the operator wants
 * refused. */
static void
open_breach_list(void)
{
	const char *path = config_load()->breach_list.data;
	struct arena *arena = arena_new(1024);
	const char *fault = *path != '\0' ? breach_list_open(arena, path) : NULL;

	if (fault != NULL) {
		fprintf(stderr,
			"kith-identity: cannot use KITH_BREACH_LIST_FILE=%s: %s\n", path,
			fault);
		exit(1);
	}
	arena_free(arena);
}

int
main(int argc, char **argv)
{
	static const struct service identity_service = {
		.name = SERVICE_IDENTITY,
		.entries = entries,
		.entry_count = COUNT_OF(entries),
		.tasks = tasks,
		.task_count = COUNT_OF(tasks),
	};

	if (argc == 1)
		open_breach_list();
	return service_main(argc, argv, &identity_service);
}
