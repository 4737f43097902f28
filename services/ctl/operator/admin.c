#include "services/ctl/commands.h"
#include "services/ctl/operator/operator.h"
#include "services/identity/handlers.h"

static const struct operator_option options[] = {
	{"--email", "email", OPERATOR_TEXT, "the e-mail address (required)"},
	{"--name", "name", OPERATOR_TEXT, "the displayed name (required)"},
};

int
command_admin_create(int argc, char **argv)
{
	static const struct operator_command command = {
		.name = "admin create",
		.op = &op_admin_create,
		.handler = admin_create,
		.options = options,
		.option_count = COUNT_OF(options),
	};

	return operator_run(&command, argc, argv);
}
