#include "services/ctl/commands.h"
#include "services/ctl/operator/operator.h"
#include "services/identity/handlers.h"

static const struct operator_option create_options[] = {
	{"--name", "name", OPERATOR_TEXT,
		"the name that members see on the consent page (required)"},
	{"--redirect-uris", "redirectUris", OPERATOR_LIST,
		"the allowed redirect URIs, separated by commas (required)"},
	{"--confidential", "confidential", OPERATOR_FLAG,
		"create a client secret, for an app that can keep one"},
};

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
