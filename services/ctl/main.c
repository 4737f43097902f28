/*
 * main.c - kithctl: what an operator does at the machine.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/base/log.h"
#include "common/config/config.h"
#include "common/secret/secret.h"
#include "services/ctl/commands.h"
#include "services/ctl/migrate.h"
#include "services/ctl/run/cluster.h"
#include "services/ctl/run/database_url.h"

/* What is read before a command runs. */
enum needs {
	NEEDS_NOTHING,
	NEEDS_SETTINGS,
	NEEDS_SECRET, /* the root secret, beside the settings */
};

struct command {
	const char *
		group; /* "member" in `kithctl member create`; the command itself without */
	const char *name; /* "create"; NULL without a group */
	int (*run)(int argc, char **argv);
	enum needs needs;
	const char *help;
};

/* kithctl migrate */
static int
command_migrate(int argc, char **argv)
{
	const char *url = database_url_of_owner();

	if (argc == 2 && strcmp(argv[1], "--check") == 0)
		return migrate_check(database_url_given() != NULL
				? url
				: cluster_url(config()->run_dir.data));
	if (argc > 1) {
		fprintf(stderr,
			"usage: kithctl migrate [--check]\n\n"
			"--check changes nothing: it says what is pending, and ends with 3 where "
			"anything is.\n");
		return 2;
	}
	return migrate_run(url);
}

static const struct command commands[] = {
	{"run", NULL, command_run, NEEDS_SETTINGS,
		"start everything on this machine, in the foreground"},
	{"migrate", NULL, command_migrate, NEEDS_SECRET,
		"bring the database's schema up to date"},
	{"keys", "rotate", command_keys_rotate, NEEDS_SECRET,
		"change the key that apps check who signed in with"},
	{"keys", NULL, command_keys, NEEDS_SECRET,
		"write the key file of each process, for running them one by one"},
	{"doctor", NULL, command_doctor, NEEDS_NOTHING,
		"say what is wrong here, and the cure"},
	{"prepare", NULL, command_prepare, NEEDS_SETTINGS,
		"make the secret, and a folder of each process's keys, for containers"},
	{"backup", "verify", command_backup_verify, NEEDS_SETTINGS,
		"read a backup to its end, and say whether it is whole"},
	{"backup", NULL, command_backup, NEEDS_SECRET,
		"write the database into one file, sealed where a key is given"},
	{"restore", NULL, command_restore, NEEDS_SECRET,
		"put a backup in the place of the database"},
	{"admin", "create", command_admin_create, NEEDS_SECRET,
		"make an administrator and print a one-time link"},
	{"member", "create", command_member_create, NEEDS_SECRET,
		"make a verified account"},
	{"member", "totp-reset", command_member_totp_reset, NEEDS_SECRET,
		"turn off the second factor of a member who lost it"},
	{"token", "create", command_token_create, NEEDS_SECRET,
		"make a personal access token"},
	{"invite", "create", command_invite_create, NEEDS_SECRET, "make an invite code"},
	{"client", "create", command_client_create, NEEDS_SECRET,
		"make an OAuth client that members are not warned about"},
	{"mail", "test", command_mail_test, NEEDS_SECRET,
		"send one mail and say what became of it"},
};

/* Prints what there is. */
static void
print_help(FILE *out)
{
	fprintf(out, "usage: kithctl COMMAND [--help] [options]\n\n");
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		fprintf(out, "  %-7s %-10s %s\n", commands[i].group,
			commands[i].name != NULL ? commands[i].name : "",
			commands[i].help);
	fprintf(out,
		"\nThe environment variables of docs/configuration.md hold for all of them.\n");
}

/* The command that the first words name; NULL when there is none. */
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

/* Reads the root secret; false after saying why it cannot be used. */
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
			"Is the instance of KITH_RUN_DIR=%s running, or was it ever?\n",
			config()->run_dir.data);
	return false;
}

int
main(int argc, char **argv)
{
	const struct command *command;
	int words;

	if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
		print_help(argc < 2 ? stderr : stdout);
		return argc < 2 ? 2 : 0;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("kithctl %s\n", KITH_VERSION);
		return 0;
	}
	command = find_command(argc, argv);
	if (command == NULL) {
		fprintf(stderr,
			"kithctl: there is no command \"%s%s%s\"; `kithctl help` lists them\n",
			argv[1], argc > 2 ? " " : "", argc > 2 ? argv[2] : "");
		return 2;
	}
	log_init("kithctl", LOG_WARN);
	if (command->needs >= NEEDS_SETTINGS)
		config_load();
	if (command->needs >= NEEDS_SECRET && !load_secret())
		return 1;
	words = command->name != NULL ? 2 : 1;
	return command->run(argc - words, argv + words);
}
