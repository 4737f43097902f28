/*
 * logs.c - rotates the log files of the children.
 *
 * The processes keep their logs open, and their sandboxes let them open no other file. So
 * a log is copied and then truncated, and the process appends to the empty file. Lines
 * written between the last read and the truncation, a few microseconds, are lost.
 */
#include "services/ctl/run/logs.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define COPY_BYTES 65536

/* Bounds one copy when a process writes faster than it is copied. */
#define COPIED_BYTES_MAX (4 * LOGS_BYTES_MAX)

/* The path of a log (part 0) or of an older part (from 1). */
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

/* Writes all bytes; false on an error such as a full disk. */
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

/* Copies a log to its end, up to COPIED_BYTES_MAX or the first error. */
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

/* Increments the numbers of the older parts; the oldest one is overwritten. */
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

/* Copies an open log and truncates it, even when the copy fails. */
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
