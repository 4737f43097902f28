/*
 * sandbox.c - confines a process step by step, and logs the result.
 */
#include "common/sandbox/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <nss.h>
#endif

#include "common/base/log.h"
#include "common/config/config.h"

/* Missing in the headers of some build systems (prctl(2), Linux 6.3). */
#define SET_MDWE 65
#define MDWE_REFUSE_EXEC_GAIN 1

#define ARENA_BYTES 8192

enum mode {
	MODE_ON,
	MODE_OFF,
	MODE_LOG,
	MODE_REQUIRE
};

/* Sanitizers and coverage write files, trace the process and make other system calls, so
 * their builds have no sandbox. */
#ifdef KITH_UNCONFINED
static const bool built_in = false;
#else
static const bool built_in = true;
#endif

static enum mode
mode(void)
{
	static const char *const names[] = {"on", "off", "log", "require"};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (strcmp(names[i], config()->sandbox.data) == 0)
			return (enum mode)i;
	}
	return MODE_ON;
}

/* Drops all capabilities; a process started as root keeps only access to root's files. */
static void
drop_capabilities(void)
{
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	const struct __user_cap_data_struct none[2] = {0};

	for (unsigned long one = 0; prctl(PR_CAPBSET_READ, one, 0, 0, 0) >= 0; one++)
		prctl(PR_CAPBSET_DROP, one, 0, 0, 0);
	prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	syscall(SYS_capset, &header, none);
}

/* Makes the process ignore the home folder. libpq looks there for keys and settings, and
 * finds it by the user database when HOME is unset; the sandbox blocks both. */
static void
leave_home(const char *database)
{
	const char *home = getenv("HOME");
	char path[4096];

	if (database != NULL && home != NULL) {
		snprintf(path, sizeof(path), "%s/.postgresql", home);
		if (access(path, F_OK) == 0) {
			log_warn("sandbox_ignores", LOG_TEXT("folder", path),
				LOG_TEXT("hint",
					"name the files in KITH_DATABASE_URL: "
					"sslrootcert, sslcert, sslkey"));
		}
	}
	setenv("HOME", "/nonexistent", 1);
}

/* Restricts host lookups to the two services built into the C library. Those of
 * nsswitch.conf would be loaded as libraries at their first use. */
static void
look_up_plainly(void)
{
#ifdef __GLIBC__
	__nss_configure_lookup("hosts", "files dns");
#endif
}

/* Creates the writable folder if it can, and returns its path. */
static const char *
make_folder(struct arena *arena, const char *name)
{
	const char *path;

	if (name == NULL)
		return NULL;
	path = arena_printf(arena, "%s/%s", config()->run_dir.data, name);
	if (mkdir(path, 0700) != 0 && errno != EEXIST) {
		log_warn("sandbox_folder", LOG_TEXT("path", path),
			LOG_TEXT("error", strerror(errno)));
	}
	return path;
}

/* Whether standard output or error is a file, which must be allowed to grow. */
static bool
logs_to_file(void)
{
	struct stat status;

	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
		if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode))
			return true;
	}
	return false;
}

/* Applies limits that every kernel supports. RLIMIT_NPROC is not set: it counts all
 * processes of the user, and the process cannot start any anyway. */
static void
limit(bool writes)
{
	const struct rlimit none = {0, 0};

	drop_capabilities();
	prctl(SET_MDWE, MDWE_REFUSE_EXEC_GAIN, 0, 0, 0);
	if (!writes && !logs_to_file())
		setrlimit(RLIMIT_FSIZE, &none);
}

/* Logs the result; whether the process may run. */
static bool
report(enum mode chosen, int files, int calls)
{
	const char *missing = files == 0 && calls == 0 ? "landlock, seccomp"
		: files == 0                           ? "landlock"
		: calls == 0                           ? "seccomp"
						       : NULL;

	if (missing == NULL) {
		log_info("sandbox", LOG_INT("landlock", files), LOG_INT("calls", calls));
		return true;
	}
	if (chosen == MODE_REQUIRE) {
		log_error("sandbox_incomplete", LOG_TEXT("missing", missing),
			LOG_TEXT("hint", "KITH_SANDBOX=require needs both"));
		return false;
	}
	log_warn("sandbox_incomplete", LOG_TEXT("missing", missing),
		LOG_TEXT("hint",
			"this kernel, container or build does not support it; only the "
			"other mechanism confines the process"));
	return true;
}

/* Checks that Landlock denies access to the process's own key file. Logs an error and a
 * hint when it does not. */
static bool
keys_are_out_of_reach(int files)
{
	const char *path = config()->secret_file.data;
	int fd = files > 0 ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;

	if (fd < 0)
		return true;
	close(fd);
	log_error("sandbox_exposes_keys", LOG_TEXT("path", path),
		LOG_TEXT("hint",
			"move the file of KITH_SECRET_FILE to another folder: the "
			"process must be able to read this one for certificates or name "
			"resolution"));
	return false;
}

static bool
confine(enum mode chosen, const struct sandbox *needs)
{
	struct arena *arena = arena_new(ARENA_BYTES);
	const char *writes = make_folder(arena, needs->folder);
	const struct sandbox_reach *reach = sandbox_reach(arena, needs);
	bool done;
	int files;

	leave_home(needs->database);
	if (reach->names)
		look_up_plainly();
	limit(writes != NULL);
	files = sandbox_files(reach, writes);
	done = keys_are_out_of_reach(files) &&
		report(chosen, files, sandbox_calls(reach, writes != NULL, false));
	arena_free(arena);
	return done;
}

/* Only logs the system calls that would have ended the process; nothing is confined. */
static bool
watch(const struct sandbox *needs)
{
	struct arena *arena = arena_new(ARENA_BYTES);
	const struct sandbox_reach *reach = sandbox_reach(arena, needs);
	int calls = sandbox_calls(reach, needs->folder != NULL, true);

	log_warn("sandbox_log", LOG_INT("calls", calls),
		LOG_TEXT("hint",
			calls == 0 ? "seccomp is not available, so nothing is logged"
				   : "the kernel logs and permits other system calls"));
	arena_free(arena);
	return true;
}

bool
sandbox_enter(const struct sandbox *needs)
{
	enum mode chosen = mode();

	if (!built_in && chosen != MODE_OFF)
		return report(chosen, 0, 0);
	switch (chosen) {
	case MODE_OFF:
		log_warn("sandbox_off", LOG_TEXT("hint", "KITH_SANDBOX=off"));
		return true;
	case MODE_LOG:
		return watch(needs);
	case MODE_REQUIRE:
	case MODE_ON:
		break;
	}
	return confine(chosen, needs);
}
