/*
 * sandbox_test.c - escapes from the sandbox of each kind of process, each tried in a
 * separate process.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proto/field.h"
#include "tests/support/sandbox_kind.h"
#include "tests/support/sandbox_probe.h"
#include "tests/support/test.h"

static struct sandbox_target target;
static char home[48];
static int listener;
static bool possible;

/* The results of a process. */
enum {
	ESCAPED = 0,
	KILLED = -1
};

/* Waits for the child; returns KILLED by its sandbox, or its status, which is an
 * errno. */
static int
outcome_of(pid_t child)
{
	int status;

	assert_int_equal(waitpid(child, &status, 0), child);
	if (WIFSIGNALED(status)) {
		assert_int_equal(WTERMSIG(status), SIGSYS);
		return KILLED;
	}
	return WEXITSTATUS(status);
}

/* Tries an escape; without a kind, unconfined. `without` is a system call that is
 * missing. */
static int
try(const struct sandbox_kind *kind, const struct sandbox_probe *probe, int without)
{
	pid_t child = fork();

	if (child == 0) {
		dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
		sandbox_kind_take_away(without);
		if (kind != NULL && !sandbox_kind_enter(kind, "on"))
			_exit(EINVAL);
		_exit(probe->run(&target));
	}
	return outcome_of(child);
}

static void
make_key(void)
{
	int fd = open(target.key, O_WRONLY | O_CREAT, 0600);

	assert_true(fd >= 0);
	close(fd);
	unlink(target.beside);
	rmdir(target.beside);
}

static void
start(void)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(address);

	snprintf(home, sizeof(home), "/tmp/kith-sandbox-%d", (int)getpid());
	setenv("KITH_RUN_DIR", home, 1);
	snprintf(target.key, sizeof(target.key), "%s/key", home);
	snprintf(target.beside, sizeof(target.beside), "%s/beside", home);
	assert_int_equal(mkdir(home, 0700), 0);
	make_key();
	listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	assert_true(bind(listener, (void *)&address, size) == 0 &&
		listen(listener, 64) == 0 &&
		getsockname(listener, (void *)&address, &size) == 0);
	target.port = ntohs(address.sin_port);
	target.sibling = fork();
	if (target.sibling == 0) {
		alarm(120);
		for (;;)
			pause();
	}
	possible = sandbox_kind_possible();
}

static void
stop(void)
{
	char command[128];

	kill(target.sibling, SIGKILL);
	waitpid(target.sibling, NULL, 0);
	snprintf(command, sizeof(command), "rm -rf %s", home);
	assert_int_equal(system(command), 0);
}

/* Whether an error means that something is forbidden, rather than a faulty attempt. */
static bool
is_denial(int error)
{
	return error == EACCES || error == EPERM || error == EAFNOSUPPORT ||
		error == EPROTONOSUPPORT || error == ENOSYS;
}

TEST(has_probes_that_work_without_a_sandbox)
{
	for (size_t i = 0; i < sandbox_probe_count; i++) {
		if (!sandbox_probes[i].easy)
			continue;
		make_key();
		if (try(NULL, &sandbox_probes[i], -1) != ESCAPED)
			fail_msg("%s fails anyway", sandbox_probes[i].name);
	}
}

TEST(leaves_no_way_out)
{
	int tried = 0, killed = 0;

	if (!possible)
		skip();
	for (size_t k = 0; k < sandbox_kind_count; k++) {
		for (size_t i = 0; i < sandbox_probe_count; i++) {
			const struct sandbox_probe *probe = &sandbox_probes[i];
			int outcome;

			if (sandbox_kinds[k].names && (probe->etc || probe->datagrams))
				continue;
			if (sandbox_kinds[k].anywhere && probe->elsewhere)
				continue;
			make_key();
			outcome = try(&sandbox_kinds[k], probe, -1);
			if (outcome != KILLED && !is_denial(outcome))
				fail_msg("%s: %s: %s", sandbox_kinds[k].name, probe->name,
					outcome == ESCAPED ? "works" : strerror(outcome));
			tried++;
			killed += outcome == KILLED;
		}
	}
	print_message("%d tried, %d ended the process\n", tried, killed);
	assert_true(killed * 2 > tried);
}

/* Expects that the sandbox of a kind stops the probe, even when one part of it is
 * missing. */
static void
check_stopped(const char *name, const struct sandbox_kind *kind, int without)
{
	for (size_t i = 0; i < sandbox_probe_count; i++) {
		int outcome;

		if (strcmp(sandbox_probes[i].name, name) != 0)
			continue;
		make_key();
		outcome = try(kind, &sandbox_probes[i], without);
		if (outcome != KILLED && !is_denial(outcome))
			fail_msg("%s: %s works", kind->name, name);
		return;
	}
	fail_msg("there is no probe %s", name);
}

TEST(holds_files_and_ports_without_seccomp)
{
	static const char *const held[] = {"read_passwd", "read_key", "read_environment",
		"list_folder", "write_beside", "write_key", "make_folder", "remove_key",
		"rename_key", "connect_elsewhere", "bind_port", "bind_path",
		"signal_sibling", "trace", "name_machine"};

	if (!possible)
		skip();
	for (size_t i = 0; i < COUNT_OF(held); i++)
		check_stopped(held[i], &sandbox_kinds[1], SCMP_SYS(seccomp));
	if (prctl(66, 0, 0, 0, 0) >= 0) /* PR_GET_MDWE */
		check_stopped("map_code", &sandbox_kinds[1], SCMP_SYS(seccomp));
}

TEST(holds_calls_without_landlock)
{
	static const char *const held[] = {"write_beside", "write_key", "truncate_key",
		"make_folder", "make_link", "remove_key", "rename_key", "connect_fast",
		"connect_multipath", "bind_port", "bind_path", "open_netlink", "execute",
		"fork_one", "trace", "signal_sibling", "signal_thread", "own_by_sibling",
		"choose_signal", "signal_when_ready", "map_code", "make_code",
		"mount_one"};

	if (!possible)
		skip();
	for (size_t i = 0; i < COUNT_OF(held); i++)
		check_stopped(
			held[i], &sandbox_kinds[1], SCMP_SYS(landlock_create_ruleset));
	check_stopped("connect_elsewhere", &sandbox_kinds[0],
		SCMP_SYS(landlock_create_ruleset));
}

const struct test_scene test_scene = {.open = start, .close = stop};
