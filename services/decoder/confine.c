/*
 * confine.c - the sandbox of the decoder.
 *
 * common/sandbox confines services, which use a database and the network. The decoder
 * uses neither, so it has its own, shorter lists. A system call that is on no list ends
 * the process.
 */
#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "services/decoder/decoder.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* PR_SET_MDWE of newer kernels: writable memory never becomes executable. */
#define SET_MDWE 65

/* Allowed for both processes: memory, threads and time. */
static const char *const of_all[] = {"read", "write", "close", "munmap", "mremap",
	"madvise", "brk", "futex", "set_robust_list", "rseq", "exit", "exit_group",
	"getpid", "gettid", "sched_yield", "sched_getaffinity", "rt_sigaction",
	"rt_sigprocmask", "rt_sigreturn", "restart_syscall", "clock_gettime",
	"clock_nanosleep", "nanosleep", "getrandom", "sysinfo", "fstat", "newfstatat",
	"lseek", "poll", "ppoll", "gettimeofday", "times", "getrusage"};

/* Allowed for the process that forks only. */
static const char *const of_parent[] = {"recvmsg", "wait4", "kill", "sendto", "setrlimit",
	"prlimit64", "seccomp", "prctl", "clone", "setitimer"};

/* Fail with ENOSYS. Libraries work without them. */
static const char *const missing[] = {"openat", "open", "access", "faccessat",
	"faccessat2", "readlink", "readlinkat", "stat", "statx", "getdents64", "ioctl",
	"socket", "clone3", "close_range", "membarrier", "getcpu", "sched_setaffinity",
	"sched_setattr", "sched_getattr", "eventfd2", "uname", "mlock", "setpriority"};

/* Whether the build (KITH_UNCONFINED) or the operator disables the sandbox. */
static bool
is_off(void)
{
#ifdef KITH_UNCONFINED
	return true;
#else
	const char *mode = getenv("KITH_SANDBOX");

	return mode != NULL && (strcmp(mode, "off") == 0 || strcmp(mode, "log") == 0);
#endif
}

/* Adds a system call, with a condition on one argument if `count` is 1. */
static void
add(scmp_filter_ctx filter, uint32_t action, const char *name, unsigned count,
	struct scmp_arg_cmp argument)
{
	int number = seccomp_syscall_resolve_name(name);

	if (number >= 0 &&
		seccomp_rule_add_array(filter, action, number, count, &argument) != 0)
		abort();
}

static void
add_names(scmp_filter_ctx filter, uint32_t action, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		add(filter, action, names[i], 0, (struct scmp_arg_cmp){0});
}

static void
load(bool parent)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);

	if (filter == NULL ||
		seccomp_attr_set(
			filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) != 0)
		abort();
	add_names(filter, SCMP_ACT_ALLOW, of_all, COUNT(of_all));
	add_names(filter, SCMP_ACT_ERRNO(ENOSYS), missing, COUNT(missing));
	add(filter, SCMP_ACT_ALLOW, "mmap", 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
	add(filter, SCMP_ACT_ALLOW, "mprotect", 1,
		SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
	if (parent) {
		add_names(filter, SCMP_ACT_ALLOW, of_parent, COUNT(of_parent));
	} else {
		add(filter, SCMP_ACT_ALLOW, "clone", 1,
			SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
		add(filter, SCMP_ACT_ALLOW, "prctl", 1,
			SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME, 0));
		add(filter, SCMP_ACT_ALLOW, "prlimit64", 1, SCMP_A2(SCMP_CMP_EQ, 0, 0));
	}
	if (seccomp_load(filter) != 0) {
		const char *mode = getenv("KITH_SANDBOX");

		if (mode != NULL && strcmp(mode, "require") == 0)
			abort();
		fprintf(stderr,
			"kith-decoder: no seccomp in this kernel; runs without "
			"a sandbox\n");
	}
	seccomp_release(filter);
}

void
confine_parent(void)
{
	if (is_off())
		return;
	prctl(SET_MDWE, 1, 0, 0, 0);
	load(true);
}

void
confine_child(void)
{
	if (!is_off())
		load(false);
}
