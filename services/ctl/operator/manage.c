/*
 * manage.c - commands that administer an instance without a browser. They run the
 * operations of administrators in the API.
 */
#include "services/ctl/commands.h"
#include "services/ctl/operator/operator.h"
#include "services/identity/handlers.h"
#include "services/orgs/handlers.h"

static const struct operator_column member_columns[] = {
	{"ID", "id", 30},
	{"HANDLE", "handle", 18},
	{"E-MAIL", "email", 30},
	{"STATUS", "membershipStatus", 9},
	{"ROLE", "role", 6},
	{"CREATED", "createdAt", 20},
	{"NAME", "name", 0},
};

static const struct operator_option reason_option[] = {
	{"--reason", "reason", OPERATOR_TEXT,
		"the reason, for the audit log; of a suspension also for the member"},
};

#define MEMBER_COLUMNS .columns = member_columns, .column_count = COUNT_OF(member_columns)

/* Defines a command on one member. */
#define MEMBER_COMMAND(function, words, operation, ...) \
	int function(int argc, char **argv) \
	{ \
		static const struct operator_command command = { \
			.name = (words), \
			.op = &op_##operation, \
			.handler = operation, \
			.takes_member = true, \
			__VA_ARGS__, \
		}; \
\
		return operator_run(&command, argc, argv); \
	}

#define VERIFY "Verify who the person is first"

#define REASON .options = reason_option, .option_count = COUNT_OF(reason_option)

MEMBER_COMMAND(
	command_member_approve, "member approve", admin_member_approve, MEMBER_COLUMNS)
MEMBER_COMMAND(command_member_promote, "member promote", admin_member_set_role,
	MEMBER_COLUMNS, .field = "role", .value = "admin")
MEMBER_COMMAND(command_member_demote, "member demote", admin_member_set_role,
	MEMBER_COLUMNS, .field = "role", .value = "member")
MEMBER_COMMAND(command_member_suspend, "member suspend", admin_member_suspend,
	MEMBER_COLUMNS, REASON,
	.note = "Within a second, credentials reach only the account itself. A mail "
		"tells the member.")
MEMBER_COMMAND(command_member_reinstate, "member reinstate", admin_member_reinstate,
	MEMBER_COLUMNS, REASON)
MEMBER_COMMAND(command_member_delete, "member delete", member_delete, MEMBER_COLUMNS,
	.needs_yes = true, .done = "deleted",
	.note = "Records that others depend on stay, of a \"Former member\".")

static const struct operator_column show_columns[] = {
	{"id", "id", 0},
	{"handle", "handle", 0},
	{"e-mail", "email", 0},
	{"name", "name", 0},
	{"status", "membershipStatus", 0},
	{"role", "role", 0},
	{"application", "application", 0},
	{"created", "createdAt", 0},
	{"last used", "lastUsedAt", 0},
	{"password", "password", 0},
	{"second factor", "secondFactor", 0},
	{"sessions", "sessions", 0},
	{"tokens", "tokens", 0},
	{"apps", "apps", 0},
	{"open reports", "openReports", 0},
};

MEMBER_COMMAND(command_member_show, "member show", member_show, .columns = show_columns,
	.column_count = COUNT_OF(show_columns))

static const struct operator_column link_columns[] = {
	{"e-mail", "email", 0},
	{"link", "link", 0},
	{"expires", "expiresAt", 0},
};

#define LINK_COLUMNS .columns = link_columns, .column_count = COUNT_OF(link_columns)

MEMBER_COMMAND(command_member_reset_link, "member reset-link", member_reset_link,
	LINK_COLUMNS, .note = VERIFY ". The link works once, and earlier links end.")

static const struct operator_option email_option[] = {
	{"--email", "email", OPERATOR_TEXT, "the new e-mail address (required)"},
};

MEMBER_COMMAND(command_member_set_email, "member set-email", member_set_email,
	LINK_COLUMNS, .options = email_option, .option_count = COUNT_OF(email_option),
	.note = VERIFY ". The password, sessions, tokens and apps end. The link sets a "
		       "new password, once.")

static const struct operator_option member_list_options[] = {
	{"--status", "status", OPERATOR_TEXT, "pending, active or suspended"},
	{"--q", "q", OPERATOR_TEXT, "a part of the name or of the e-mail address"},
};

int
command_member_list(int argc, char **argv)
{
	static const struct operator_command command = {
		.name = "member list",
		.op = &op_admin_member_list,
		.handler = admin_member_list,
		.options = member_list_options,
		.option_count = COUNT_OF(member_list_options),
		MEMBER_COLUMNS,
	};

	return operator_run(&command, argc, argv);
}

static const struct operator_column org_columns[] = {
	{"ID", "id", 30},
	{"SLUG", "slug", 24},
	{"KIND", "kind", 10},
	{"VISIBILITY", "visibility", 10},
	{"JOINING", "joinPolicy", 11},
	{"MEMBERS", "memberCount", 7},
	{"CREATED", "createdAt", 20},
	{"NAME", "name", 0},
};

int
command_org_list(int argc, char **argv)
{
	static const struct operator_command command = {
		.name = "org list",
		.op = &op_org_operator_list,
		.handler = org_operator_list,
		.columns = org_columns,
		.column_count = COUNT_OF(org_columns),
	};

	return operator_run(&command, argc, argv);
}

static const struct operator_option report_list_options[] = {
	{"--status", "status", OPERATOR_TEXT, "open or resolved"},
};

static const struct operator_column report_columns[] = {
	{"ID", "id", 30},
	{"STATUS", "status", 8},
	{"CREATED", "createdAt", 20},
	{"REPORTER", "reporter", 18},
	{"TYPE", "subjectType", 8},
	{"OF", "subjectId", 30},
	{"BY", "subjectAuthor", 18},
	{"REASON", "reason", 0},
};

int
command_report_list(int argc, char **argv)
{
	static const struct operator_command command = {
		.name = "report list",
		.op = &op_admin_report_list,
		.handler = admin_report_list,
		.options = report_list_options,
		.option_count = COUNT_OF(report_list_options),
		.columns = report_columns,
		.column_count = COUNT_OF(report_columns),
	};

	return operator_run(&command, argc, argv);
}
