#include "services/ctl/commands.h"
#include "services/ctl/operator/operator.h"
#include "services/identity/handlers.h"

static const struct operator_option create_options[] = {
	{"--email", "email", OPERATOR_TEXT, "the e-mail address (required)"},
	{"--name", "name", OPERATOR_TEXT, "the name that others see (required)"},
	{"--handle", "handle", OPERATOR_TEXT,
		"the handle; made from the name when left out"},
	{"--password", "password", OPERATOR_PASSWORD,
		"the password; - reads it from stdin"},
	{"--active", "active", OPERATOR_FLAG, "approve the account at once"},
	{"--admin", "admin", OPERATOR_FLAG, "make an administrator, active too"},
};

/* kithctl member create */
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

	return operator_run(&command, argc, argv);
}

static const struct operator_option reset_options[] = {
	{"--email", "email", OPERATOR_TEXT, "whose second factor it is (required)"},
};

/* kithctl member totp-reset */
int
command_member_totp_reset(int argc, char **argv)
{
	static const struct operator_command command = {
		.name = "member totp-reset",
		.op = &op_totp_reset,
		.handler = totp_reset,
		.options = reset_options,
		.option_count = COUNT_OF(reset_options),
	};

	return operator_run(&command, argc, argv);
}
