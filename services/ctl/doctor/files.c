/*
 * files.c - checks the run folder, the secret, the key files and the disk space.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "common/config/config.h"
#include "common/secret/secret.h"
#include "proto/op.h"
#include "services/ctl/doctor/inside.h"
#include "services/identity/sign_in/breach_list.h"

#define FREE_FAULT_MIB 256
#define FREE_WARNING_MIB 2048
#define KEYS_BYTES_MAX 8192

/* Whether the group or others may write to the path; adds a finding. */
static bool
is_open_to_others(struct doctor *doctor, const char *path, const struct stat *status)
{
	if ((status->st_mode & (S_IWGRP | S_IWOTH)) == 0)
		return false;
	doctor_note(doctor, "run folder", FINDING_FAULT,
		arena_printf(doctor->arena, "chmod go-w %s", path),
		"users other than the owner may write to %s (mode %03o)", path,
		(unsigned)(status->st_mode & 0777));
	return true;
}

static void
check_folder(struct doctor *doctor)
{
	static const char *const parts[] = {"", "/bus", "/keys", "/log", "/mail"};
	const char *folder = config()->run_dir.data;
	struct stat status;
	size_t faults = 0;

	if (stat(folder, &status) < 0) {
		doctor_note(doctor, "run folder",
			errno == ENOENT ? FINDING_WARNING : FINDING_FAULT,
			"check KITH_RUN_DIR; kithctl run creates the folder", "%s: %s",
			folder, strerror(errno));
		return;
	}
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		const char *path = arena_printf(doctor->arena, "%s%s", folder, parts[i]);
		struct stat part;

		if (stat(path, &part) < 0)
			continue;
		/* A folder of root's may have parts that belong to the users of the
		 * processes. */
		if (part.st_uid != status.st_uid && status.st_uid != 0) {
			faults++;
			doctor_note(doctor, "run folder", FINDING_FAULT,
				arena_printf(doctor->arena, "chown -R --reference=%s %s",
					folder, path),
				"%s does not belong to the user of %s", path, folder);
		}
		faults += is_open_to_others(doctor, path, &part);
	}
	if (faults == 0)
		doctor_note(doctor, "run folder", FINDING_OK, NULL,
			"only its owner may write to %s", folder);
}

static void
check_disk(struct doctor *doctor)
{
	static const char hint[] =
		"free disk space (old logs and mails in the run folder, old backups), or "
		"use a larger disk";
	const char *folder = config()->run_dir.data;
	struct statvfs disk;
	unsigned long long mib;
	enum finding_state state;

	if (statvfs(folder, &disk) < 0 && statvfs(".", &disk) < 0)
		return;
	mib = (unsigned long long)disk.f_bavail * disk.f_frsize >> 20;
	state = mib < FREE_FAULT_MIB || (disk.f_files > 0 && disk.f_favail < 100)
		? FINDING_FAULT
		: mib < FREE_WARNING_MIB ? FINDING_WARNING
					 : FINDING_OK;
	doctor_note(doctor, "disk", state, state == FINDING_OK ? NULL : hint,
		"%llu MiB and %llu files are free on the disk of %s", mib,
		(unsigned long long)disk.f_favail, folder);
}

/* Whether a key file matches the secret; adds a finding when not. */
static bool
check_key(struct doctor *doctor, enum service_name process)
{
	const char *path = arena_printf(doctor->arena, "%s/keys/%s",
		config()->run_dir.data, service_names[process]);
	const char *expected = secret_key_file(doctor->arena, process);
	char *held = arena_alloc(doctor->arena, KEYS_BYTES_MAX);
	const int file = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	const char *fault = NULL;

	if (file < 0 && errno == ENOENT)
		return true; /* the process runs elsewhere */
	if (file < 0 || fstat(file, &status) < 0 ||
		read(file, held, KEYS_BYTES_MAX - 1) < 0)
		fault = strerror(errno);
	else if ((status.st_mode & 077) != 0)
		fault = "users other than its owner may read it";
	else if (strcmp(held, expected) != 0)
		fault = "it does not match the secret, so the process can neither call "
			"other services nor log in to the database";
	if (file >= 0)
		close(file);
	if (fault != NULL)
		doctor_note(doctor, "keys", FINDING_FAULT,
			arena_printf(doctor->arena,
				"check that KITH_SECRET_FILE is the secret of this "
				"instance; if it is, run kithctl keys --out %s/keys, and "
				"let the process's user own the files, with mode 0600",
				config()->run_dir.data),
			"%s: %s", path, fault);
	return fault == NULL;
}

static void
check_secret(struct doctor *doctor)
{
	const char *path = config()->secret_file.data;
	const char *fault = secret_load_root(path);
	size_t good = 0;

	if (fault != NULL) {
		doctor_note(doctor, "keys", FINDING_FAULT,
			access(path, R_OK) < 0 && errno == EACCES
				? "run kithctl as the user who owns the secret (or as "
				  "root), or correct the owner and modes of the file and "
				  "of its folders"
				: access(path, F_OK) < 0
				? "restore the instance's secret from its copy; for a new "
				  "instance run kithctl run once"
				: "the secret must be a file of 32 random bytes with "
				  "mode 0600 that belongs to the user of kithctl",
			"KITH_SECRET_FILE=%s: %s", path, fault);
		return;
	}
	doctor->has_secret = true;
	for (int process = 0; process < SERVICE_COUNT; process++)
		good += check_key(doctor, (enum service_name)process);
	if (good == SERVICE_COUNT)
		doctor_note(doctor, "keys", FINDING_OK, NULL,
			"the secret is readable, and all key files match it");
}

/* Opens the list as the identity service does. */
static void
check_breach_list(struct doctor *doctor)
{
	const char *path = config()->breach_list.data;
	const char *fault;

	if (*path == '\0')
		return;
	fault = breach_list_open(doctor->arena, path);
	if (fault != NULL)
		doctor_note(doctor, "breach list", FINDING_FAULT,
			"correct KITH_BREACH_LIST_FILE, or download the list again; the "
			"user of kith-identity must be able to read it",
			"KITH_BREACH_LIST_FILE=%s: %s", path, fault);
	else
		doctor_note(doctor, "breach list", FINDING_OK, NULL,
			"new passwords are compared with the hashes in %s", path);
}

void
doctor_files(struct doctor *doctor)
{
	check_breach_list(doctor);
	check_folder(doctor);
	check_disk(doctor);
	check_secret(doctor);
}
