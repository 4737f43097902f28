/*
 * user.c - an instance that root starts does not run as root.
 *
 * PostgreSQL refuses to, and nothing else needs it. The user is "kith" where there is one,
 * else "nobody"; KITH_USER names another.
 */
#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child.h"
#include "common/arena.h"
#include "common/secret.h"

#define SHARED_STATE_DIR "/var/lib/kith"

/* The user to run as: ourselves, unless we are root. */
bool
user_choose(struct user *user)
{
	const char *name = getenv("KITH_USER");
	const struct passwd *found;

	*user = (struct user){.uid = getuid(), .gid = getgid(), .name = ""};
	if (user->uid != 0)
		return true;
	if (name == NULL)
		name = getpwnam("kith") != NULL ? "kith" : "nobody";
	found = getpwnam(name);
	if (found == NULL || found->pw_uid == 0) {
		fprintf(stderr,
			"KITH_USER: \"%s\" is not an unprivileged user of this machine\n",
			name);
		return false;
	}
	*user = (struct user){
		.drop = true, .uid = found->pw_uid, .gid = found->pw_gid, .name = name};
	return true;
}

/* Gives a file to the user. */
bool
user_give(const struct user *user, const char *path)
{
	return !user->drop || lchown(path, user->uid, user->gid) == 0;
}

/* Creates one private directory. */
bool
user_make_dir(const struct user *user, const char *path)
{
	if (mkdir(path, 0700) < 0 && errno != EEXIST)
		return false;
	return user_give(user, path);
}

/* Whether the user can enter the directory, asked as that user. */
static bool
reachable(const struct user *user, const char *path)
{
	int status = 0;
	pid_t pid;

	if (!user->drop)
		return true;
	pid = fork();
	if (pid == 0) {
		if (setgid(user->gid) < 0 || setuid(user->uid) < 0)
			_exit(1);
		_exit(access(path, R_OK | W_OK | X_OK) == 0 ? 0 : 1);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

/* A directory for this run directory where any user can have one, and a link to it. */
static char *
relocate(const struct user *user, const char *path, const char *absolute)
{
	struct arena *arena = arena_new(4096);
	uint8_t hash[HASH_SIZE];
	char *elsewhere;

	secret_hash(absolute, strlen(absolute), hash);
	elsewhere = arena_printf(
		arena, "%s/%s", SHARED_STATE_DIR, hex_encode(arena, hash, 8));
	if ((mkdir(SHARED_STATE_DIR, 0755) < 0 && errno != EEXIST) ||
		chmod(SHARED_STATE_DIR, 0755) < 0 || /* whatever the umask says */
		!user_make_dir(user, elsewhere) || rmdir(path) < 0 ||
		symlink(elsewhere, path) < 0) {
		fprintf(stderr,
			"%s: user %s cannot use it, and %s cannot take its place: %s\n",
			path, user->name, elsewhere, strerror(errno));
		arena_free(arena);
		return NULL;
	}
	elsewhere = strdup(elsewhere);
	arena_free(arena);
	return elsewhere;
}

/* The run directory, created, owned and reachable. */
char *
user_run_dir(const struct user *user, const char *path)
{
	char *absolute;

	if (!user_make_dir(user, path)) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		return NULL;
	}
	absolute = realpath(path, NULL);
	if (absolute == NULL || !user_give(user, absolute)) {
		fprintf(stderr, "%s: %s\n", path, strerror(errno));
		free(absolute);
		return NULL;
	}
	if (!reachable(user, absolute)) {
		char *elsewhere = relocate(user, path, absolute);

		free(absolute);
		return elsewhere;
	}
	return absolute;
}
