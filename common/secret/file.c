/*
 * file.c - files that nobody but their owner may touch.
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

/* What nobody but the owner may do with a file. Root's, whom nobody keeps out anyway, may be read by
 * a group: it is how Kubernetes hands files to processes that are not root. */
static mode_t
forbidden(const struct stat *status)
{
	const mode_t strict = S_IRWXG | S_IRWXO;

	return status->st_uid == 0 && geteuid() != 0 ? strict & ~(mode_t)S_IRGRP : strict;
}

/* Why the open file cannot be trusted; NULL when only its owner may touch it. */
static const char *
exposure(int fd)
{
	struct stat status;

	if (fstat(fd, &status) != 0)
		return strerror(errno);
	if (!S_ISREG(status.st_mode))
		return "it is no file";
	if (status.st_mode & forbidden(&status))
		return "others than its owner may read or change it: chmod 600";
	return NULL;
}

/* Closes without losing the errno that the caller is to see. */
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
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
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

/* Makes the entry of a file durable: its directory is synced too. */
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

/* Fills an open file with a fresh secret. */
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
 * The secret is written beside its place and linked there when it is whole: link(2)
 * refuses to replace, so of two processes that start at once both end up with the same
 * secret, and a crash leaves either none or all of it.
 */
bool
secret_create(const char *path)
{
	char beside[4096];
	bool created;
	int length, fd;

	if (access(path, F_OK) == 0)
		return true;
	length = snprintf(beside, sizeof(beside), "%s.XXXXXX", path);
	if (length < 0 || (size_t)length >= sizeof(beside)) {
		errno = ENAMETOOLONG;
		return false;
	}
	fd = mkostemp(beside, O_CLOEXEC);
	if (fd < 0)
		return false;
	created = write_secret(fd) && (link(beside, path) == 0 || errno == EEXIST) &&
		sync_directory(path);
	close_quietly(fd);
	unlink(beside);
	return created;
}
