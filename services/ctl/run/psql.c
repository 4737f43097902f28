/*
 * psql.c - kithctl psql: psql with the login of the database's owner.
 *
 * The private cluster's password is derived from the secret, so an operator has no other
 * way to it.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "services/ctl/commands.h"
#include "services/ctl/help.h"
#include "services/ctl/run/database_url.h"

int
command_psql(int argc, char **argv)
{
	struct arena *arena;
	const char *url;
	char **words;

	if (help_wanted(argc, argv))
		return help_usage(argc, argv,
			"usage: kithctl psql [OPTION OF psql]...\n\n"
			"For example: kithctl psql -c 'SELECT count(*) FROM "
			"kith.members'\n");
	arena = arena_new(8192);
	url = database_url_of_owner();
	words = arena_array(arena, (size_t)argc + 2, sizeof(*words));
	words[0] = arena_printf(arena, "psql");
	words[1] = arena_printf(
		arena, "--dbname=%s", database_url_without_login(arena, url));
	memcpy(words + 2, argv + 1, (size_t)argc * sizeof(*words)); /* with its NULL */
	database_url_give_login(url);
	execvp("psql", words);
	fprintf(stderr, "kithctl: psql: %s; install postgresql-client\n",
		strerror(errno));
	return 1;
}
