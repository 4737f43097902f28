/*
 * folder.c - files beside a backup, on whatever file system an operator keeps backups.
 *
 * Shares of other machines (CIFS above all) know neither files without a name nor hard links, and are
 * no place for what a backup's seal hides.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "services/ctl/backup/inside.h"

/* The folder that a file is in. */
static const char *
folder_of(struct arena *arena, const char *path)
{
	char *folder = arena_printf(arena, "%s", path);
	char *slash = strrchr(folder, '/');

	if (slash == NULL)
		return ".";
	slash[slash == folder] = '\0';
	return folder;
}

/* A file without a name in a folder, or -1. Not every file system knows such files from the start. */
static int
unnamed(struct arena *arena, const char *folder)
{
	int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	char *name;

	if (file >= 0)
		return file;
	name = arena_printf(arena, "%s/.kith-restore-XXXXXX", folder);
	file = mkostemp(name, O_CLOEXEC);
	if (file < 0 || unlink(name) == 0)
		return file;
	close(file);
	return -1;
}

/* Whether the folder of a file has room for so many bytes. The errno of who has not is ENOSPC. */
static bool
has_room(int file, intmax_t bytes)
{
	struct statvfs disk;

	if (fstatvfs(file, &disk) < 0)
		return false;
	errno = ENOSPC;
	return (uintmax_t)disk.f_bavail * disk.f_frsize >= (uintmax_t)bytes;
}

/* The same on this machine. */
static int
scratch_here(struct arena *arena, const char *path)
{
	const char *wanted = getenv("TMPDIR");
	const char *folder = wanted != NULL && wanted[0] != '\0' ? wanted : "/var/tmp";
	struct stat backup;
	int file;

	if (stat(path, &backup) < 0) {
		fprintf(stderr, "kithctl: %s: %s\n", path, strerror(errno));
		return -1;
	}
	file = unnamed(arena, folder);
	/* A backup takes a little more than its archive does. */
	if (file >= 0 && has_room(file, backup.st_size))
		return file;
	fprintf(stderr,
		"kithctl: %s: %s. The archive without its seal needs %jd bytes there, as it is "
		"not written on a share: make room, or set TMPDIR to another folder of this "
		"machine\n",
		folder, strerror(errno), (intmax_t)backup.st_size);
	if (file >= 0)
		close(file);
	return -1;
}

/* A file without a name beside another one, or -1. */
static int
scratch_beside(struct arena *arena, const char *path)
{
	return open(folder_of(arena, path), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

int
folder_scratch(struct arena *arena, const char *path)
{
	int file = scratch_beside(arena, path);

	return file >= 0 ? file : scratch_here(arena, path);
}

int
folder_try_scratch(struct arena *arena, const char *path, intmax_t bytes)
{
	int file = scratch_beside(arena, path);

	if (file < 0 || has_room(file, bytes))
		return file;
	close(file);
	return -1;
}

/* Gives a file its name unless there is one of that name. */
static bool
name_it(const char *part, const char *path)
{
	if (link(part, path) == 0) {
		unlink(part);
		return true;
	}
	if (errno == EEXIST)
		return false;
	return renameat2(AT_FDCWD, part, AT_FDCWD, path, RENAME_NOREPLACE) == 0;
}

/* Waits until the disk has the folder. Some file systems cannot be asked to, and need not be. */
static bool
sync_folder(const char *folder)
{
	int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	const bool synced =
		file >= 0 && (fsync(file) == 0 || errno == EINVAL || errno == EOPNOTSUPP);
	const int why = errno;

	if (file >= 0)
		close(file);
	errno = why;
	return synced;
}

bool
folder_publish(struct arena *arena, const char *part, const char *path)
{
	if (name_it(part, path) && sync_folder(folder_of(arena, path)))
		return true;
	fprintf(stderr, "kithctl: %s: %s\n", path, strerror(errno));
	return false;
}
