#include "services/notifications/mail/mail_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
write_all(int fd, const void *data, size_t size)
{
	const char *next = data;

	while (size > 0) {
		ssize_t written = write(fd, next, size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return false;
		next += written;
		size -= (size_t)written;
	}
	return fsync(fd) == 0;
}

/* Writes the temporary file that the caller renames. */
static bool
write_part(int folder, const char *name, const void *data, size_t size)
{
	int fd = openat(folder, name,
		O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	bool written;

	if (fd < 0)
		return false;
	written = write_all(fd, data, size);
	return close(fd) == 0 && written;
}

bool
mail_file_write(const char *folder, const char *name, const void *data, size_t size)
{
	char part[320];
	int fd;
	bool done;
	int error;

	if (mkdir(folder, 0700) != 0 && errno != EEXIST)
		return false;
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return false;
	snprintf(part, sizeof(part), ".%s.part", name);
	done = write_part(fd, part, data, size) && renameat(fd, part, fd, name) == 0 &&
		fsync(fd) == 0;
	error = errno;
	if (!done)
		unlinkat(fd, part, 0);
	close(fd);
	errno = error;
	return done;
}
