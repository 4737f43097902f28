/*
 * main.c - kithctl, the command line tool of operators: the table of commands.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/base/log.h"
#include "common/base/version.h"
#include "common/config/config.h"
#include "common/secret/secret.h"
#include "services/ctl/commands.h"
#include "services/ctl/help.h"
#include "services/ctl/migrate.h"
#include "services/ctl/run/database_url.h"

/* What main() loads before it runs a command. */
enum needs {
	NEEDS_NOTHING,
	NEEDS_SETTINGS,
	NEEDS_SECRET, /* the root secret, and the settings */
};

struct command {
	const char *group; /* the first word: "member" of `kithctl member create` */
	const char *name;  /* the second word, or NULL */
	int (*run)(int argc, char **argv);
	enum needs needs;
	const char *help;
};

static int
command_migrate(int argc, char **argv)
{
	const bool checks = argc == 2 && strcmp(argv[1], "--check") == 0;
	const bool other_secret = argc == 2 && strcmp(argv[1], "--other-secret") == 0;

	if (argc > 1 && !checks && !other_secret)
		return help_usage(argc, argv,
			"usage: kithctl migrate [--check | --other-secret]\n\n"
			"--check changes nothing. It prints the pending migrations and "
			"ends with status 3\n"
			"when the database is not up to date.\n"
			"--other-secret continues with the present secret if that of the "
			"database is lost.\n");
	if (checks)
		return migrate_check(database_url_of_owner());
	return migrate_run(database_url_of_owner(), other_secret);
}

static const struct command commands[] = {
	{"run", NULL, command_run, NEEDS_SETTINGS,
		"start everything on this machine, in the foreground"},
	{"migrate", NULL, command_migrate, NEEDS_SECRET,
		"bring the database's schema up to date"},
	{"keys", "rotate", command_keys_rotate, NEEDS_SECRET,
		"replace the key that signs id_tokens"},
	{"keys", NULL, command_keys, NEEDS_SECRET,
		"write a key file for each process, to run the processes separately"},
	{"secret", "rotate", command_secret_rotate, NEEDS_SETTINGS,
		"replace the instance's secret, while Kith is stopped"},
	{"doctor", NULL, command_doctor, NEEDS_NOTHING,
		"check this machine and the instance, and print a hint for each fault"},
	{"prepare", NULL, command_prepare, NEEDS_SETTINGS,
		"create the secret and a folder of keys for each process, for "
		"containers"},
	{"backup", "daily", command_backup_daily, NEEDS_SETTINGS,
		"make a backup each day, for containers"},
	{"backup", "verify", command_backup_verify, NEEDS_SETTINGS,
		"read a backup completely and check that it is complete"},
	{"backup", "list", command_backup_list, NEEDS_SETTINGS,
		"list the backups in the store"},
	{"backup", "fetch", command_backup_fetch, NEEDS_SETTINGS,
		"download a backup from the store and check that it is complete"},
	{"backup", NULL, command_backup, NEEDS_SECRET,
		"write the database into one file, encrypted when a key is given"},
	{"restore", NULL, command_restore, NEEDS_SECRET,
		"replace the database by a backup"},
	{"psql", NULL, command_psql, NEEDS_SECRET,
		"open the database with psql, as its owner"},
	{"admin", "create", command_admin_create, NEEDS_SECRET,
		"create an administrator and print a one-time link"},
	{"member", "create", command_member_create, NEEDS_SECRET,
		"create a verified account"},
	{"member", "totp-reset", command_member_totp_reset, NEEDS_SECRET,
		"turn off the second factor of a member who lost it"},
	{"member", "list", command_member_list, NEEDS_SECRET, "list all members"},
	{"member", "show", command_member_show, NEEDS_SECRET, "show one member"},
	{"member", "approve", command_member_approve, NEEDS_SECRET,
		"make a pending member active"},
	{"member", "promote", command_member_promote, NEEDS_SECRET,
		"make a member an administrator"},
	{"member", "demote", command_member_demote, NEEDS_SECRET,
		"make an administrator an ordinary member"},
	{"member", "suspend", command_member_suspend, NEEDS_SECRET,
		"block a member and hide the member's content"},
	{"member", "reinstate", command_member_reinstate, NEEDS_SECRET,
		"end a suspension"},
	{"member", "delete", command_member_delete, NEEDS_SECRET,
		"delete an account for good"},
	{"member", "reset-link", command_member_reset_link, NEEDS_SECRET,
		"print a link with which a member sets a new password"},
	{"member", "set-email", command_member_set_email, NEEDS_SECRET,
		"give an account to its owner at another e-mail address"},
	{"org", "list", command_org_list, NEEDS_SECRET, "list all organizations"},
	{"report", "list", command_report_list, NEEDS_SECRET, "list reports"},
	{"token", "create", command_token_create, NEEDS_SECRET,
		"create a personal access token"},
	{"invite", "create", command_invite_create, NEEDS_SECRET,
		"create an invite code"},
	{"client", "create", command_client_create, NEEDS_SECRET,
		"create an OAuth client for which members see no warning"},
	{"mail", "test", command_mail_test, NEEDS_SECRET,
		"send one mail and report the result"},
};

/* Prints a line for each command, or for each of a group that has a second word. */
static void
print_commands(FILE *out, const char *group)
{
	for (size_t i = 0; i < COUNT_OF(commands); i++) {
		const struct command *one = &commands[i];

		if (group != NULL &&
			(one->name == NULL || strcmp(one->group, group) != 0))
			continue;
		fprintf(out, "  %-7s %-10s %s\n", one->group,
			one->name != NULL ? one->name : "", one->help);
	}
}

/* Whether a word begins commands of two words. */
static bool
is_group(const char *word)
{
	for (size_t i = 0; i < COUNT_OF(commands); i++) {
		if (commands[i].name != NULL && strcmp(commands[i].group, word) == 0)
			return true;
	}
	return false;
}

/* Lists the commands of a group that was named without one. */
static int
list_group(const char *group, bool wanted)
{
	FILE *out = wanted ? stdout : stderr;

	fprintf(out, "usage: kithctl %s COMMAND [--help] [options]\n\n", group);
	print_commands(out, group);
	return wanted ? 0 : 2;
}

/* Prints the command's sentence, its usage, and the commands below it. Needs no
 * settings. */
static int
explain(const struct command *command, int argc, char **argv)
{
	int status;

	printf("%c%s.\n\n", toupper((unsigned char)command->help[0]), command->help + 1);
	status = command->run(argc, argv);
	if (command->name == NULL && is_group(command->group)) {
		printf("\nFurther commands:\n");
		print_commands(stdout, command->group);
	}
	return status;
}

static void
print_help(FILE *out)
{
	fprintf(out, "usage: kithctl COMMAND [--help] [options]\n\n");
	print_commands(out, NULL);
	fprintf(out,
		"\n"
		"All commands read the environment variables of "
		"docs/configuration.md.\n");
}

/* The command that the first one or two words name, or NULL. */
static const struct command *
find_command(int argc, char **argv)
{
	for (size_t i = 0; i < COUNT_OF(commands); i++) {
		const struct command *command = &commands[i];

		if (strcmp(argv[1], command->group) != 0)
			continue;
		if (command->name == NULL ||
			(argc > 2 && strcmp(argv[2], command->name) == 0))
			return command;
	}
	return NULL;
}

/* Loads the settings; false after an error message. */
static bool
load_settings(void)
{
	const char *fault = config_check();

	if (fault == NULL)
		fault = database_url_fault();
	if (fault != NULL)
		fprintf(stderr, "%s.\n", fault);
	return fault == NULL;
}

/* Loads the root secret; false after an error message. */
static bool
load_secret(void)
{
	const char *path = config()->secret_file.data;
	const char *why = secret_load_root(path);

	if (why == NULL)
		return true;
	fprintf(stderr, "kithctl: cannot use KITH_SECRET_FILE=%s: %s\n", path, why);
	if (access(path, F_OK) < 0)
		fprintf(stderr,
			"Check KITH_RUN_DIR=%s. `kithctl run` creates the secret.\n",
			config()->run_dir.data);
	return false;
}

int
main(int argc, char **argv)
{
	const struct command *command;
	bool wants_help;
	int words;

	if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
		print_help(argc < 2 ? stderr : stdout);
		return argc < 2 ? 2 : 0;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("kithctl %s\n", version_text);
		return 0;
	}
	command = find_command(argc, argv);
	wants_help = help_wanted(argc - 1, argv + 1);
	if (command == NULL && is_group(argv[1]) && (argc == 2 || wants_help))
		return list_group(argv[1], wants_help);
	if (command == NULL) {
		fprintf(stderr,
			"kithctl: unknown command \"%s%s%s\"; `kithctl help` lists all "
			"commands\n",
			argv[1], argc > 2 ? " " : "", argc > 2 ? argv[2] : "");
		return 2;
	}
	words = command->name != NULL ? 2 : 1;
	if (wants_help)
		return explain(command, argc - words, argv + words);
	log_init("kithctl", LOG_WARN);
	if (command->needs >= NEEDS_SETTINGS && !load_settings())
		return 2;
	if (command->needs >= NEEDS_SECRET && !load_secret())
		return 1;
	return command->run(argc - words, argv + words);
}
