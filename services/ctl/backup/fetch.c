/*
 * fetch.c - kithctl backup list and fetch: backups in the store.
 */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "services/ctl/backup/inside.h"
#include "services/ctl/commands.h"
#include "services/ctl/help.h"

int
command_backup_list(int argc, char **argv)
{
	struct arena *arena;
	bool good;

	if (argc > 1)
		return help_usage(argc, argv,
			"usage: kithctl backup list\n\n"
			"Lists the backups in the store of KITH_BACKUP_S3_URL, newest "
			"last.\n");
	arena = arena_new(65536);
	good = remote_open(arena) && remote_list(arena);
	arena_free(arena);
	return good ? 0 : 1;
}

int
command_backup_fetch(int argc, char **argv)
{
	struct backup_options options, written;
	struct arena *arena;
	const char *name = NULL;
	bool good;

	if (!backup_read_options("backup fetch", argc, argv, &options))
		return help_wanted(argc, argv) ? 0 : 2;
	signal(SIGPIPE, SIG_IGN);
	arena = arena_new(65536);
	written = options;
	written.file = arena_printf(arena, "%s.part-%d", options.file, (int)getpid());
	if (remote_open(arena))
		name = remote_get(arena, options.name, written.file);
	good = name != NULL && backup_verify(arena, &written, -1) != NULL &&
		folder_publish(arena, written.file, options.file);
	if (good)
		printf("%s is %s, and complete\n", options.file, name);
	else
		unlink(written.file);
	arena_free(arena);
	return good ? 0 : 1;
}
