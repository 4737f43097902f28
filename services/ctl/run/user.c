/*
 * user.c - chooses the unprivileged user of an instance that root starts.
 *
 * PostgreSQL refuses to run as root, and no other process needs root. The user is
 * KITH_USER, else "kith", which is created if it is missing. Any program of the same user
 * can read the instance's secret, so "nobody" is the last resort.
 */
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/base/arena.h"
#include "common/secret/secret.h"
#include "services/ctl/run/child.h"

#define SHARED_STATE_DIR "/var/lib/kith"
#define OWN_USER "kith"
#define NOBODY "nobody"

/* Creates a system user without a home and a shell. */
static bool
create_user(const char *name)
{
	int status = 0;
	pid_t pid = fork();

	if (pid == 0) {
		execlp("useradd", "useradd", "--system", "--user-group", "--home-dir",
			"/nonexistent", "--no-create-home", "--shell",
			"/usr/sbin/nologin", name, (char *)NULL);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
		return false;
	printf("created the system user %s, which runs the instance\n", name);
	return true;
}

/* Whether an earlier release has made the run directory for the user "nobody". */
static bool
is_of_nobody(const char *run_dir)
{
	const struct passwd *nobody = getpwnam(NOBODY);
	struct stat entry;

	return nobody != NULL && stat(run_dir, &entry) == 0 &&
		entry.st_uid == nobody->pw_uid;
}

static const char *
choose_name(const char *run_dir)
{
	const char *name = getenv("KITH_USER");

	if (name != NULL)
		return name;
	if (is_of_nobody(run_dir)) {
		fprintf(stderr,
			"warning: %s belongs to user nobody, which other programs use, "
			"too; they can read the instance's secret. Stop the instance, "
			"run `chown -R -P -h kith: %s/`, and start it again.\n",
			run_dir, run_dir);
		return NOBODY;
	}
	if (getpwnam(OWN_USER) != NULL || create_user(OWN_USER))
		return OWN_USER;
	fprintf(stderr,
		"warning: user %s cannot be created, so the instance runs as user "
		"nobody. Other programs of that user can read the instance's secret. "
		"Create a user and name it in KITH_USER.\n",
		OWN_USER);
	return NOBODY;
}

bool
user_choose(struct user *user, const char *run_dir)
{
	const struct passwd *found;
	const char *name;

	*user = (struct user){.uid = getuid(), .gid = getgid(), .name = ""};
	if (user->uid != 0)
		return true;
	name = choose_name(run_dir);
	found = getpwnam(name);
	if (found == NULL || found->pw_uid == 0) {
		fprintf(stderr,
			"KITH_USER: \"%s\" is not an unprivileged user of this machine\n",
			name);
		return false;
	}
	*user = (struct user){
		.drop = true, .uid = found->pw_uid, .gid = found->pw_gid, .name = name};
	/* Otherwise root's supplementary groups would stay while it acts as the user. */
	if (setgroups(0, NULL) < 0) {
		perror("setgroups");
		return false;
	}
	return true;
}

/* Aborts on failure: the process must not continue with the wrong rights. */
static void
require(bool changed)
{
	if (changed)
		return;
	perror("changing the user");
	abort();
}

void
user_enter(const struct user *user)
{
	int error = errno;

	if (user->drop)
		require(setegid(user->gid) == 0 && seteuid(user->uid) == 0);
	errno = error;
}

void
user_leave(const struct user *user)
{
	int error = errno;

	if (user->drop)
		require(seteuid(getuid()) == 0 && setegid(getgid()) == 0);
	errno = error;
}

bool
user_give(const struct user *user, const char *path)
{
	return !user->drop || lchown(path, user->uid, user->gid) == 0;
}

bool
user_make_dir(const struct user *user, const char *path)
{
	bool there;

	user_enter(user);
	there = mkdir(path, 0700) == 0 || errno == EEXIST;
	user_leave(user);
	return there;
}

/* Creates a directory in a folder that the user cannot change, and gives it to the
 * user. */
static bool
make_and_give(const struct user *user, const char *path)
{
	if (mkdir(path, 0700) < 0 && errno != EEXIST)
		return false;
	return user_give(user, path);
}

/* Whether the user can use the directory; checked by a child with the user's rights. */
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
			_exit(1); /* user_choose() dropped the supplementary groups */
		_exit(access(path, R_OK | W_OK | X_OK) == 0 ? 0 : 1);
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

/* Creates the parent of relocated directories, which all users can enter, whatever the
 * umask. */
static bool
make_shared_state_dir(void)
{
	if (mkdir(SHARED_STATE_DIR, 0755) < 0)
		return errno == EEXIST;
	return chmod(SHARED_STATE_DIR, 0755) == 0;
}

/* Creates the run directory below SHARED_STATE_DIR, and a link to it. */
static char *
relocate(const struct user *user, const char *path, const char *absolute)
{
	struct arena *arena = arena_new(4096);
	uint8_t hash[HASH_SIZE];
	char *elsewhere;

	secret_hash(absolute, strlen(absolute), hash);
	elsewhere = arena_printf(
		arena, "%s/%s", SHARED_STATE_DIR, hex_encode(arena, hash, 8));
	if (!make_shared_state_dir() || !make_and_give(user, elsewhere) ||
		!reachable(user, elsewhere) || rmdir(path) < 0 ||
		symlink(elsewhere, path) < 0) {
		fprintf(stderr,
			"%s: user %s cannot use it, and %s cannot replace it: %s\n", path,
			user->name, elsewhere, strerror(errno));
		arena_free(arena);
		return NULL;
	}
	elsewhere = strdup(elsewhere);
	arena_free(arena);
	return elsewhere;
}

/* Whether root may give the path to the user. In a folder such as /tmp any user may have
 * created it, and a stranger's link could make root give away any directory. */
static bool
may_be_given(const struct user *user, const char *path)
{
	struct stat entry, target;

	if (!user->drop)
		return true;
	if (lstat(path, &entry) < 0 || stat(path, &target) < 0)
		return false;
	errno = EPERM;
	if (S_ISLNK(entry.st_mode) && entry.st_uid != getuid())
		return false;
	return target.st_uid == getuid() || target.st_uid == user->uid;
}

char *
user_run_dir(const struct user *user, const char *path)
{
	char *absolute;

	if ((mkdir(path, 0700) < 0 && errno != EEXIST) || !may_be_given(user, path)) {
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
