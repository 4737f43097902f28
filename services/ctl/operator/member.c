#include <stdio.h>

#include "common/config/config.h"
#include "services/ctl/commands.h"
#include "services/ctl/help.h"
#include "services/ctl/operator/operator.h"
#include "services/identity/handlers.h"
#include "services/identity/sign_in/breach_list.h"

static const struct operator_option create_options[] = {
	{"--email", "email", OPERATOR_TEXT, "the e-mail address (required)"},
	{"--name", "name", OPERATOR_TEXT, "the displayed name (required)"},
	{"--handle", "handle", OPERATOR_TEXT, "the handle; default: made from the name"},
	{"--password", "password", OPERATOR_PASSWORD,
		"the password; - reads it from stdin"},
	{"--active", "active", OPERATOR_FLAG, "approve the account immediately"},
	{"--admin", "admin", OPERATOR_FLAG,
		"make the member an administrator and active"},
};

/* Opens the list with which the operation compares the password. */
static bool
open_breach_list(void)
{
	const char *path = config()->breach_list.data;
	struct arena *arena = arena_new(1024);
	const char *fault = *path != '\0' ? breach_list_open(arena, path) : NULL;

	if (fault != NULL)
		fprintf(stderr, "kithctl: cannot use KITH_BREACH_LIST_FILE=%s: %s\n",
			path, fault);
	arena_free(arena);
	return fault == NULL;
}

int
command_member_create(int argc, char **argv)
{
	static const struct operator_command command = {
		.name = "member create",
		.op = &op_member_create,
		.handler = member_create,
		.options = create_options,
		.option_count = COUNT_OF(create_options),
	};

	if (!help_wanted(argc, argv) && !open_breach_list())
		return 1;
	return operator_run(&command, argc, argv);
}

static const struct operator_option reset_options[] = {
	{"--email", "email", OPERATOR_TEXT,
		"the e-mail address of the member (required)"},
};

int
command_member_totp_reset(int argc, char **argv)
{
	static const struct operator_command command = {
		.name = "member totp-reset",
		.op = &op_totp_reset,
		.handler = totp_reset,
		.options = reset_options,
		.option_count = COUNT_OF(reset_options),
		.note = "Verify who the person is first. A mail tells the member.",
	};

	return operator_run(&command, argc, argv);
}
