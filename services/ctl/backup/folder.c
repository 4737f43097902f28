/*
 * folder.c - temporary files and atomic names beside a backup, on any file system.
 *
 * Network shares (CIFS above all) support neither unnamed files nor hard links. Decrypted
 * data must not be written to a share.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "services/ctl/backup/inside.h"

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

/* An unnamed file in a folder, or -1. Falls back to a named file that is unlinked at
 * once. */
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

/* Whether the file system of an open file has room for so many bytes; else errno is
 * set. */
static bool
has_room(int file, intmax_t bytes)
{
	struct statvfs disk;

	if (fstatvfs(file, &disk) < 0)
		return false;
	errno = ENOSPC;
	return (uintmax_t)disk.f_bavail * disk.f_frsize >= (uintmax_t)bytes;
}

/* An unnamed file in TMPDIR or /var/tmp with room for the archive; -1 after a message. */
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
	/* The archive is a little smaller than the backup. */
	if (file >= 0 && has_room(file, backup.st_size))
		return file;
	fprintf(stderr,
		"kithctl: %s: %s. The decrypted archive needs %jd bytes of space there, "
		"because it is never written to a network share. Free space, or set "
		"TMPDIR to another local folder.\n",
		folder, strerror(errno), (intmax_t)backup.st_size);
	if (file >= 0)
		close(file);
	return -1;
}

/* An unnamed file in the folder of another file, or -1. */
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

/* Renames a file unless the new name exists. Uses rename where hard links do not work. */
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

/* Syncs the folder to disk. File systems that do not support this do not need it. */
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

/* Whether a name is one that `kithctl backup --file FOLDER` gives. */
static int
is_backup(const struct dirent *entry)
{
	static const char form[] = "kith-00000000T000000Z";
	const char *name = entry->d_name;

	if (strlen(name) != strlen(form))
		return 0;
	for (size_t i = 0; form[i] != '\0'; i++) {
		if (form[i] == '0' ? name[i] < '0' || name[i] > '9' : name[i] != form[i])
			return 0;
	}
	return 1;
}

bool
folder_prune(struct arena *arena, const char *folder, int keep)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, is_backup, alphasort);
	bool good = count >= 0;

	if (!good)
		fprintf(stderr, "kithctl: %s: %s\n", folder, strerror(errno));
	for (int i = 0; i < count; i++) {
		const char *path =
			arena_printf(arena, "%s/%s", folder, entries[i]->d_name);

		free(entries[i]);
		if (i >= count - keep)
			continue;
		if (unlink(path) == 0) {
			printf("deleted %s\n", path);
			continue;
		}
		fprintf(stderr, "kithctl: %s: %s\n", path, strerror(errno));
		good = false;
	}
	if (count >= 0)
		free(entries);
	return good;
}
