/*
 * choose.c - selects the release of PostgreSQL's client programs that fits a server.
 *
 * pg_dump reads servers of its own release and older ones. Older servers may refuse the
 * output of newer programs: since release 17 pg_restore begins with SET
 * transaction_timeout, which servers before 17 do not know.
 */
#include <fcntl.h>
#include <glob.h>
#include <spawn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "services/ctl/backup/inside.h"

/* The first release whose output older servers refuse. */
#define BARRIER 17

/* Where Debian and the PGDG packages install each release. */
static const char *const PLACES[] = {"/usr/lib/postgresql/", "/usr/pgsql-"};

bool
choose_fits(int release, int server)
{
	return server == 0 ||
		(release >= server && (server >= BARRIER || release < BARRIER));
}

size_t
choose_release(const int *releases, size_t count, int server)
{
	size_t best = count;

	for (size_t i = 0; i < count; i++) {
		if (!choose_fits(releases[i], server))
			continue;
		/* The oldest that fits the server, or the newest when there is no
		 * server. */
		if (best == count ||
			(server == 0 ? releases[i] > releases[best]
				     : releases[i] < releases[best]))
			best = i;
	}
	return best;
}

/* The release of the program that PATH finds; 0 when it does not run or print one. Uses
 * no shell, because our container image has none. */
static int
ask_release(const char *name)
{
	char *const words[] = {(char *)(uintptr_t)name, (char *)"--version", NULL};
	posix_spawn_file_actions_t actions;
	char said[128] = "";
	const char *number;
	pid_t pid = 0;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC) < 0)
		return 0;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	if (posix_spawnp(&pid, name, &actions, NULL, words, environ) != 0)
		pid = 0;
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (pid > 0 && read(ends[0], said, sizeof(said) - 1) < 0)
		said[0] = '\0';
	close(ends[0]);
	if (pid > 0)
		waitpid(pid, NULL, 0);
	/* "pg_dump (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)" */
	number = strstr(said, ") ");
	return number != NULL ? (int)strtol(number + 2, NULL, 10) : 0;
}

/* Adds the releases in one of PLACES. */
static void
find_in(struct arena *arena, const char *place, const char *name, struct choice *choice)
{
	glob_t found;

	if (glob(arena_printf(arena, "%s*/bin/%s", place, name), 0, NULL, &found) != 0)
		return;
	for (size_t i = 0; i < found.gl_pathc && choice->count < CHOICES_MAX; i++) {
		choice->releases[choice->count] =
			(int)strtol(found.gl_pathv[i] + strlen(place), NULL, 10);
		choice->paths[choice->count++] =
			arena_printf(arena, "%s", found.gl_pathv[i]);
	}
	globfree(&found);
}

/* The fitting releases, as text for an error message. */
static const char *
needed(struct arena *arena, int server)
{
	return server < BARRIER - 1
		? arena_printf(arena, "of release %d to %d", server, BARRIER - 1)
		: server < BARRIER
		? arena_printf(arena, "of release %d", server)
		: arena_printf(arena, "of release %d or later", server);
}

void
choose_refuse(struct arena *arena, FILE *out, const char *name, int server,
	const struct choice *choice)
{
	fprintf(out, "kithctl: the server is PostgreSQL %d, which needs %s %s; ", server,
		name, needed(arena, server));
	if (choice->count == 0)
		fprintf(out, "this machine has none");
	for (size_t i = 0; i < choice->count; i++)
		fprintf(out, "%s%d", i == 0 ? "this machine has " : ", ",
			choice->releases[i]);
	fprintf(out, ". On Debian install postgresql-client-%d\n", server);
}

/* Adds the program that PATH finds unless its release is already listed. */
static void
find_in_path(const char *name, struct choice *choice)
{
	const int release = ask_release(name);

	if (release == 0 || choice->count == CHOICES_MAX)
		return;
	for (size_t i = 0; i < choice->count; i++) {
		if (choice->releases[i] == release)
			return;
	}
	choice->releases[choice->count] = release;
	choice->paths[choice->count++] = name;
}

const char *
choose_program(struct arena *arena, const char *name, int server)
{
	struct choice choice = {.count = 0};
	size_t best;

	for (size_t i = 0; i < COUNT_OF(PLACES); i++)
		find_in(arena, PLACES[i], name, &choice);
	best = choose_release(choice.releases, choice.count, server);
	/* Without a server, an archive of the program in PATH must be readable. */
	if (best == choice.count || server == 0) {
		find_in_path(name, &choice);
		best = choose_release(choice.releases, choice.count, server);
	}
	if (best < choice.count)
		return choice.paths[best];
	if (choice.count > 0)
		choose_refuse(arena, stderr, name, server, &choice);
	else
		fprintf(stderr,
			"kithctl: %s is not installed; on Debian install "
			"postgresql-client\n",
			name);
	return NULL;
}
