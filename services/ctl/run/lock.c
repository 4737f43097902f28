#include "services/ctl/run/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/config/config.h"

/* Opens the file of the lock; -1 with errno set. */
static int
open_file(const char *run_dir, int flags)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s/lock", run_dir) >= PATH_MAX) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
}

/* The process that holds the lock; 0 when it is free. */
static pid_t
holder_of(int file)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK ? lock.l_pid
									  : 0;
}

bool
lock_take(const struct user *user, const char *run_dir)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	int file;

	user_enter(user);
	file = open_file(run_dir, O_RDWR | O_CREAT);
	user_leave(user);
	if (file >= 0 && fcntl(file, F_SETLK, &lock) == 0 && ftruncate(file, 0) == 0 &&
		dprintf(file, "%d %s\n", (int)config()->port.value,
			config()->base_url.data) > 0)
		return true; /* the file stays open, which keeps the lock */
	if (file >= 0 && (errno == EAGAIN || errno == EACCES))
		fprintf(stderr,
			"the run folder %s is in use by process %d; stop it, or set "
			"KITH_RUN_DIR to another folder\n",
			run_dir, (int)holder_of(file));
	else
		fprintf(stderr, "%s/lock: %s\n", run_dir, strerror(errno));
	if (file >= 0)
		close(file);
	return false;
}

bool
lock_find(const char *run_dir, struct lock_holder *holder)
{
	char text[LOCK_URL_SIZE + 8] = "", *url;
	const int file = open_file(run_dir, O_RDONLY);

	*holder = (struct lock_holder){.pid = 0};
	if (file < 0)
		return false;
	holder->pid = holder_of(file);
	if (read(file, text, sizeof(text) - 1) > 0) {
		holder->port = (uint16_t)strtoul(text, &url, 10);
		snprintf(holder->base_url, sizeof(holder->base_url), "%.*s",
			(int)strcspn(url + (*url == ' '), "\n"), url + (*url == ' '));
	}
	close(file);
	return holder->pid != 0;
}
