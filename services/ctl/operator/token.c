#include "services/ctl/commands.h"
#include "services/ctl/operator/operator.h"
#include "services/identity/handlers.h"

static const struct operator_option options[] = {
	{"--email", "email", OPERATOR_TEXT,
		"the e-mail address of the member (required)"},
	{"--scopes", "scopes", OPERATOR_LIST,
		"its scopes, separated by commas; default: all that the member may have"},
	{"--expires-in-days", "expiresInDays", OPERATOR_NUMBER, "1 to 365; default 90"},
	{"--name", "name", OPERATOR_TEXT, "the name in the member's list of tokens"},
};

int
command_token_create(int argc, char **argv)
{
	static const struct operator_command command = {
		.name = "token create",
		.op = &op_token_issue,
		.handler = token_issue,
		.options = options,
		.option_count = COUNT_OF(options),
	};

	return operator_run(&command, argc, argv);
}
