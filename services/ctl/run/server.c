/*
 * server.c - selects the PostgreSQL release that runs the private cluster.
 *
 * Only the release that made a data folder can open it. So a newer release changes
 * nothing when it is installed, and the folder is not touched when its release is
 * removed.
 */
#include "services/ctl/run/server.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* PG_VERSION holds a number and a line feed. */
#define VERSION_BYTES_MAX 16

const char *
server_find(struct arena *arena, const char *place, int release)
{
	static const char program[] = "/postgres";
	const char *found = NULL;
	int newest = 0;
	glob_t places;

	if (glob(arena_printf(arena, "%s*/bin%s", place, program), 0, NULL, &places) != 0)
		return NULL;
	for (size_t i = 0; i < places.gl_pathc; i++) {
		const char *path = places.gl_pathv[i];
		const long of_path = strtol(path + strlen(place), NULL, 10);

		if (of_path <= newest || of_path > INT_MAX ||
			(release != 0 && of_path != release))
			continue;
		newest = (int)of_path;
		found = arena_printf(
			arena, "%.*s", (int)(strlen(path) - strlen(program)), path);
	}
	globfree(&places);
	return found;
}

int
server_release(const struct user *user, const char *data_dir)
{
	struct arena *arena = arena_new(256);
	const char *path = arena_printf(arena, "%s/PG_VERSION", data_dir);
	char text[VERSION_BYTES_MAX] = "";
	long release = 0;
	int file, error;

	user_enter(user);
	file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	error = errno;
	user_leave(user);
	arena_free(arena);
	if (file >= 0) {
		error = read(file, text, sizeof(text) - 1) < 0 ? errno : EINVAL;
		close(file);
		release = strtol(text, NULL, 10);
	} else if (error == ENOENT) {
		return 0;
	}
	errno = error;
	return release > 0 && release <= INT_MAX ? (int)release : -1;
}

/* Prints that the data folder's release is not installed, and two remedies. */
static void
refuse(const char *data_dir, int release, bool has_other)
{
	fprintf(stderr,
		"%s was made with PostgreSQL %d, which is not installed%s. Install "
		"postgresql-%d again. To change to a newer release: start with the old "
		"one, run `kithctl backup`, stop, move the folder away, start with the "
		"new one, and run `kithctl restore`.\n",
		data_dir, release,
		has_other ? " (the installed release cannot open it)" : "", release);
}

const char *
server_choose(struct arena *arena, const struct user *user, const char *data_dir)
{
	const int release = server_release(user, data_dir);
	const char *found =
		release < 0 ? NULL : server_find(arena, SERVER_PLACE, release);

	if (release < 0)
		fprintf(stderr, "%s/PG_VERSION: %s\n", data_dir, strerror(errno));
	else if (found == NULL && release == 0)
		fprintf(stderr,
			"PostgreSQL is not installed: run `make run`, or set "
			"KITH_DATABASE_URL to your own server\n");
	else if (found == NULL)
		refuse(data_dir, release, server_find(arena, SERVER_PLACE, 0) != NULL);
	return found;
}
