#include "services/ctl/commands.h"
#include "services/ctl/operator/operator.h"
#include "services/identity/handlers.h"

static const struct operator_option create_options[] = {
	{"--name", "name", OPERATOR_TEXT,
		"what members read when they are asked (required)"},
	{"--redirect-uris", "redirectUris", OPERATOR_LIST,
		"where members may be sent back to, separated by commas (required)"},
	{"--confidential", "confidential", OPERATOR_FLAG,
		"give it a secret, which it can keep"},
};

/* kithctl client create */
int
command_client_create(int argc, char **argv)
{
	static const struct operator_command command = {
		.name = "client create",
		.op = &op_client_create,
		.handler = client_create,
		.options = create_options,
		.option_count = COUNT_OF(create_options),
	};

	return operator_run(&command, argc, argv);
}

/* kithctl keys rotate */
int
command_keys_rotate(int argc, char **argv)
{
	static const struct operator_command command = {
		.name = "keys rotate",
		.op = &op_signing_key_rotate,
		.handler = signing_key_rotate,
	};

	return operator_run(&command, argc, argv);
}
