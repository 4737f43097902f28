/*
 * file.c - files that only their owner may read or change.
 */
#include "common/secret/file.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/secret/secret.h"

/* Reads up to `size` bytes; -1 with errno when reading fails. */
static ssize_t
read_whole(int fd, uint8_t *out, size_t size)
{
	size_t have = 0;

	while (have < size) {
		ssize_t got = read(fd, out + have, size - have);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		have += (size_t)got;
	}
	return (ssize_t)have;
}

/* The permissions that a private file must not have. A file of root may be readable by a
 * group, because Kubernetes hands files to other users in this way. */
static mode_t
forbidden(const struct stat *status)
{
	const mode_t strict = S_IRWXG | S_IRWXO;

	return status->st_uid == 0 && geteuid() != 0 ? strict & ~(mode_t)S_IRGRP : strict;
}

/* Why the open file cannot be trusted; NULL when only its owner can read or change it. */
static const char *
exposure(int fd)
{
	struct stat status;

	if (fstat(fd, &status) != 0)
		return strerror(errno);
	if (!S_ISREG(status.st_mode))
		return "it is not a regular file";
	if (status.st_mode & forbidden(&status))
		return "users other than its owner may read or change it: run chmod 600";
	return NULL;
}

/* Closes a descriptor and keeps errno. */
static void
close_quietly(int fd)
{
	int error = errno;

	close(fd);
	errno = error;
}

const char *
secret_file_read(const char *path, struct secret_file *out)
{
	/* Opening a FIFO would wait for a writer. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	const char *why = fd < 0 ? strerror(errno) : exposure(fd);
	ssize_t size = 0;

	*out = (struct secret_file){0};
	if (why == NULL)
		size = read_whole(fd, (uint8_t *)out->text, SECRET_FILE_BYTES_MAX);
	if (size < 0)
		why = strerror(errno);
	else
		out->size = (size_t)size;
	if (fd >= 0)
		close(fd);
	return why;
}

/* Makes the directory entry of a file durable by syncing its directory. */
static bool
sync_directory(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *directory = slash != NULL
		? strndup(path, slash == path ? 1 : (size_t)(slash - path))
		: strdup(".");
	bool synced = false;
	int fd;

	if (directory == NULL)
		return false;
	fd = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(directory);
	if (fd >= 0) {
		synced = fsync(fd) == 0;
		close_quietly(fd);
	}
	return synced;
}

static bool
write_secret(int fd)
{
	uint8_t secret[KEY_SIZE];
	bool written;

	secret_random(secret, sizeof(secret));
	written = write(fd, secret, sizeof(secret)) == (ssize_t)sizeof(secret);
	OPENSSL_cleanse(secret, sizeof(secret));
	return written && fchmod(fd, S_IRUSR | S_IWUSR) == 0 && fsync(fd) == 0;
}

/*
 * The secret is written to a temporary file and then linked to its path. link(2) does not
 * replace a file, so two processes that start at once end up with the same secret, and a
 * crash leaves all of it or nothing.
 */
bool
secret_create(const char *path)
{
	char temporary[SECRET_PATH_SIZE];
	bool created;
	int length, fd;

	if (access(path, F_OK) == 0)
		return true;
	length = snprintf(temporary, sizeof(temporary), "%s.XXXXXX", path);
	if (length < 0 || (size_t)length >= sizeof(temporary)) {
		errno = ENAMETOOLONG;
		return false;
	}
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0)
		return false;
	created = write_secret(fd) && (link(temporary, path) == 0 || errno == EEXIST) &&
		sync_directory(path);
	close_quietly(fd);
	unlink(temporary);
	return created;
}

bool
secret_file_next(const char *path, char out[SECRET_PATH_SIZE])
{
	int length = snprintf(out, SECRET_PATH_SIZE, "%s.next", path);

	return length > 0 && length < SECRET_PATH_SIZE;
}

/* Gives the file a second name; one that exists already must be the same file. */
static bool
keep_as(const char *path, const char *kept)
{
	struct stat present, other;

	if (link(path, kept) == 0)
		return true;
	return errno == EEXIST && stat(path, &present) == 0 && stat(kept, &other) == 0 &&
		present.st_ino == other.st_ino && present.st_dev == other.st_dev;
}

const char *
secret_next_create(const char *path, const char *kept)
{
	char next[SECRET_PATH_SIZE];
	struct stat status;

	if (lstat(path, &status) != 0)
		return strerror(errno);
	if (!S_ISREG(status.st_mode))
		return "it is a link or no file; name the file itself";
	if (status.st_uid != geteuid())
		return "another user owns it; run this command as that user";
	if (!secret_file_next(path, next))
		return strerror(ENAMETOOLONG);
	return keep_as(path, kept) && secret_create(next) ? NULL : strerror(errno);
}

bool
secret_next_exists(const char *path)
{
	char next[SECRET_PATH_SIZE];

	return secret_file_next(path, next) && access(next, F_OK) == 0;
}

const char *
secret_next_install(const char *path)
{
	char next[SECRET_PATH_SIZE];

	return secret_file_next(path, next) && rename(next, path) == 0 &&
			sync_directory(path)
		? NULL
		: strerror(errno);
}

void
secret_next_remove(const char *path, const char *kept)
{
	char next[SECRET_PATH_SIZE];

	if (secret_file_next(path, next) && unlink(next) == 0)
		unlink(kept);
}
