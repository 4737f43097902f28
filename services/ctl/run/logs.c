/*
 * logs.c - log files that grow no further than they may.
 *
 * The processes hold their logs open, and their sandboxes let them open no other file. So a log is
 * copied and then emptied, and they append to it at its new end. What a process writes between the
 * last look at the end of its log and the emptying is lost: lines of some microseconds.
 */
#include "services/ctl/run/logs.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define COPY_BYTES 65536

/* Who writes faster than it is copied does not keep the copying going for ever. */
#define COPIED_BYTES_MAX (4 * LOGS_BYTES_MAX)

/* The path of a log, or of an older part of it from 1 on. */
static void
path_of(char *path, size_t size, const char *log_dir, const char *name, int part)
{
	if (part == 0)
		snprintf(path, size, "%s/%s.log", log_dir, name);
	else
		snprintf(path, size, "%s/%s.log.%d", log_dir, name, part);
}

int
logs_open(const struct user *user, const char *log_dir, const char *name)
{
	char path[4096];
	int log;

	path_of(path, sizeof(path), log_dir, name, 0);
	user_enter(user);
	log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0640);
	user_leave(user);
	return log;
}

/* Writes all bytes; false when that cannot be, as on a full disk. */
static bool
write_all(int fd, const char *data, size_t size)
{
	while (size > 0) {
		ssize_t written = write(fd, data, size);

		if (written <= 0)
			return false;
		data += written;
		size -= (size_t)written;
	}
	return true;
}

/* Copies a log up to its end, as far as that is possible. */
static void
copy(int from, int to)
{
	static char bytes[COPY_BYTES];
	off_t copied = 0;

	while (copied < COPIED_BYTES_MAX) {
		ssize_t got = read(from, bytes, sizeof(bytes));

		if (got <= 0 || !write_all(to, bytes, (size_t)got))
			return;
		copied += got;
	}
}

/* Gives older parts the next number; the last one is replaced. */
static void
move_on(const char *log_dir, const char *name)
{
	char from[4096], to[4096];

	for (int part = LOGS_KEPT - 1; part >= 1; part--) {
		path_of(from, sizeof(from), log_dir, name, part);
		path_of(to, sizeof(to), log_dir, name, part + 1);
		rename(from, to);
	}
}

/* Empties an open log. Its copy may fail; that it has a bound may not. */
static void
rotate(int log, const char *log_dir, const char *name)
{
	char path[4096];
	int older;

	move_on(log_dir, name);
	path_of(path, sizeof(path), log_dir, name, 1);
	older = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0640);
	if (older >= 0) {
		copy(log, older);
		close(older);
	}
	if (ftruncate(log, 0) != 0)
		perror(name);
}

void
logs_rotate(const struct user *user, const char *log_dir, const char *name)
{
	struct stat status;
	char path[4096];
	int log;

	path_of(path, sizeof(path), log_dir, name, 0);
	user_enter(user);
	log = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
	if (log >= 0) {
		if (fstat(log, &status) == 0 && S_ISREG(status.st_mode) &&
			status.st_size > LOGS_BYTES_MAX)
			rotate(log, log_dir, name);
		close(log);
	}
	user_leave(user);
}
