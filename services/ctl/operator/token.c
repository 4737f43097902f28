#include "services/ctl/commands.h"
#include "services/ctl/operator/operator.h"
#include "services/identity/handlers.h"

static const struct operator_option options[] = {
	{"--email", "email", OPERATOR_TEXT, "whose token it is (required)"},
	{"--scopes", "scopes", OPERATOR_LIST,
		"what it may be used for, separated by commas; all that the member may have "
		"when left out"},
	{"--expires-in-days", "expiresInDays", OPERATOR_NUMBER,
		"1 to 365, 90 when left out"},
	{"--name", "name", OPERATOR_TEXT, "what the member sees in its list of tokens"},
};

/* kithctl token create */
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
