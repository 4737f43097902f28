/*
 * files.c - Landlock: the files that a process may open, and the ports it may use.
 *
 * A rule refers to an inode, not to a name. So files that are replaced by renaming need a
 * rule for their folder. Files opened before stay open. The constants are repeated here,
 * since the headers of some build systems lack the newer ones.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/sandbox/inside.h"

/* linux/landlock.h: access rights to files, with the ABI version that added them. */
#define WRITE_FILE (UINT64_C(1) << 1)
#define READ_FILE (UINT64_C(1) << 2)
#define READ_DIR (UINT64_C(1) << 3)
#define REMOVE_FILE (UINT64_C(1) << 5)
#define MAKE_REG (UINT64_C(1) << 8)
#define MAKE_SOCK (UINT64_C(1) << 9)
#define RIGHTS_V1 ((UINT64_C(1) << 13) - 1)
#define REFER (UINT64_C(1) << 13)     /* 2: to link or rename between folders */
#define TRUNCATE (UINT64_C(1) << 14)  /* 3 */
#define IOCTL_DEV (UINT64_C(1) << 15) /* 5 */

/* Access rights to TCP ports, since ABI 4. */
#define BIND_TCP (UINT64_C(1) << 0)
#define CONNECT_TCP (UINT64_C(1) << 1)

/* Scopes, which isolate the process from others, since ABI 6. */
#define SCOPE_ABSTRACT (UINT64_C(1) << 0)
#define SCOPE_SIGNAL (UINT64_C(1) << 1)

#define ASK_VERSION 1
#define RULE_PATH 1
#define RULE_PORT 2

#define WRITING (WRITE_FILE | READ_FILE | READ_DIR | REMOVE_FILE | MAKE_REG | TRUNCATE)
#define BINDING (MAKE_SOCK | REMOVE_FILE)

struct ruleset {
	uint64_t files, ports, scoped;
};

struct path_rule {
	uint64_t rights;
	int32_t fd;
} __attribute__((packed));

struct port_rule {
	uint64_t rights, port;
};

/* Readable for every process. jansson seeds its hash tables from the first, against
 * collision attacks. */
static const char *const read_by_all[] = {
	"/dev/urandom",
	"/etc/localtime",
	"/usr/share/zoneinfo",
	"/sys/devices/system/cpu/online",
};

/* For name resolution: resolv.conf, hosts and others, which are replaced by renaming. */
static const char *const read_for_names[] = {"/etc"};

/* For TLS. */
static const char *const read_for_inet[] = {
	"/etc/ssl/certs",
	"/etc/ssl/openssl.cnf",
	"/usr/share/ca-certificates",
	"/usr/local/share/ca-certificates",
};

/* The rights that an ABI version supports. */
static struct ruleset
known(int version)
{
	struct ruleset all = {.files = RIGHTS_V1};

	if (version >= 2)
		all.files |= REFER;
	if (version >= 3)
		all.files |= TRUNCATE;
	if (version >= 4)
		all.ports = BIND_TCP | CONNECT_TCP;
	if (version >= 5)
		all.files |= IOCTL_DEV;
	if (version >= 6)
		all.scoped = SCOPE_ABSTRACT | SCOPE_SIGNAL;
	return all;
}

/* Allows access to a file, or to all files below a folder; ignores missing paths. */
static bool
allow(int rules, const struct ruleset *all, const char *path, uint64_t rights)
{
	struct path_rule rule = {.fd = open(path, O_PATH | O_CLOEXEC)};
	struct stat status;
	bool allowed = true;

	if (rule.fd < 0)
		return true;
	if (fstat(rule.fd, &status) == 0) {
		rule.rights = rights & all->files;
		if (!S_ISDIR(status.st_mode))
			rule.rights &= READ_FILE | WRITE_FILE | TRUNCATE;
		allowed = syscall(SYS_landlock_add_rule, rules, RULE_PATH, &rule, 0) == 0;
	}
	close(rule.fd);
	return allowed;
}

/* Allows reading below each path. */
static bool
allow_reading(
	int rules, const struct ruleset *all, const char *const *paths, size_t count)
{
	bool allowed = true;

	for (size_t i = 0; i < count; i++)
		allowed = allowed && allow(rules, all, paths[i], READ_FILE);
	return allowed;
}

/* Also allows the folder of resolv.conf's target, in which another program replaces
 * it. */
static bool
allow_names(int rules, const struct ruleset *all)
{
	char *target = realpath("/etc/resolv.conf", NULL), *slash;
	bool allowed =
		allow_reading(rules, all, read_for_names, COUNT_OF(read_for_names));

	if (target == NULL)
		return allowed;
	slash = target + strlen(target);
	while (slash > target + 1 && *slash != '/')
		*slash-- = '\0';
	allowed = allowed && allow(rules, all, target, READ_FILE);
	free(target);
	return allowed;
}

/* Allows all paths that the process opens. */
static bool
allow_files(int rules, const struct ruleset *all, const struct sandbox_reach *reach,
	const char *writes)
{
	return allow_reading(rules, all, read_by_all, COUNT_OF(read_by_all)) &&
		allow_reading(rules, all, reach->folders, reach->folder_count) &&
		(!reach->names || allow_names(rules, all)) &&
		(!reach->inet ||
			allow_reading(
				rules, all, read_for_inet, COUNT_OF(read_for_inet))) &&
		(writes == NULL || allow(rules, all, writes, WRITING)) &&
		(reach->bound_folder == NULL ||
			allow(rules, all, reach->bound_folder, BINDING));
}

static bool
allow_port(int rules, uint64_t right, uint16_t port)
{
	const struct port_rule rule = {.rights = right, .port = port};

	return syscall(SYS_landlock_add_rule, rules, RULE_PORT, &rule, 0) == 0;
}

/* Allows the ports, where this ABI version restricts them. */
static bool
allow_ports(int rules, const struct ruleset *all, const struct sandbox_reach *reach)
{
	bool allowed = true;

	for (size_t i = 0; i < reach->port_count && all->ports & CONNECT_TCP; i++)
		allowed = allowed && allow_port(rules, CONNECT_TCP, reach->ports[i]);
	if (reach->bound_port != 0 && all->ports & BIND_TCP)
		allowed = allowed && allow_port(rules, BIND_TCP, reach->bound_port);
	return allowed;
}

int
sandbox_files(const struct sandbox_reach *reach, const char *writes)
{
	int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);
	struct ruleset all = known(version);
	bool done;
	int rules;

	if (version <= 0)
		return 0;
	if (reach->any_port)
		all.ports &= ~CONNECT_TCP;
	if (reach->abstract)
		all.scoped &= ~SCOPE_ABSTRACT;
	rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof(all), 0);
	if (rules < 0)
		return 0;
	done = allow_files(rules, &all, reach, writes) &&
		allow_ports(rules, &all, reach) &&
		prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
		syscall(SYS_landlock_restrict_self, rules, 0) == 0;
	close(rules);
	return done ? version : 0;
}
