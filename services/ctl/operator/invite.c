#include "services/ctl/commands.h"
#include "services/ctl/operator/operator.h"
#include "services/identity/handlers.h"

static const struct operator_option options[] = {
	{"--note", "note", OPERATOR_TEXT, "the purpose of the code"},
	{"--max-uses", "maxUses", OPERATOR_NUMBER,
		"the number of accounts it may create, 1 to 500; default 1"},
	{"--expires-in-days", "expiresInDays", OPERATOR_NUMBER,
		"1 to 365; default: it never expires"},
};

static const struct operator_column columns[] = {
	{"code", "code", 0},
	{"uses", "maxUses", 0},
	{"expires", "expiresAt", 0},
	{"note", "note", 0},
};

int
command_invite_create(int argc, char **argv)
{
	static const struct operator_command command = {
		.name = "invite create",
		.op = &op_admin_invite_create,
		.handler = admin_invite_create,
		.options = options,
		.option_count = COUNT_OF(options),
		.columns = columns,
		.column_count = COUNT_OF(columns),
		.link = "/sign-up?inviteCode=",
	};

	return operator_run(&command, argc, argv);
}
