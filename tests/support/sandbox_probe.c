#include "tests/support/sandbox_probe.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proto/field.h"
#include "tests/support/sandbox_probe_inside.h"

/* ---- files ---- */

static int
read_passwd(target_t *target)
{
	(void)target;
	return outcome(open("/etc/passwd", O_RDONLY));
}

static int
read_key(target_t *target)
{
	return outcome(open(target->key, O_RDONLY));
}

static int
read_environment(target_t *target)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%d/environ", (int)target->sibling);
	return outcome(open(path, O_RDONLY));
}

static int
list_folder(target_t *target)
{
	(void)target;
	return opendir("/tmp") == NULL ? errno : 0;
}

static int
write_beside(target_t *target)
{
	return outcome(open(target->beside, O_WRONLY | O_CREAT, 0600));
}

static int
write_key(target_t *target)
{
	return outcome(open(target->key, O_RDWR));
}

static int
truncate_key(target_t *target)
{
	return outcome(open(target->key, O_RDONLY | O_TRUNC));
}

static int
make_folder(target_t *target)
{
	return outcome(mkdir(target->beside, 0700));
}

static int
make_link(target_t *target)
{
	return outcome(symlink("/", target->beside));
}

static int
remove_key(target_t *target)
{
	return outcome(unlinkat(AT_FDCWD, target->key, 0));
}

static int
rename_key(target_t *target)
{
	return outcome(renameat(AT_FDCWD, target->key, AT_FDCWD, target->beside));
}

static int
open_key_to_all(target_t *target)
{
	return outcome(chmod(target->key, 0666));
}

static int
make_memory_file(target_t *target)
{
	(void)target;
	return outcome(syscall(SYS_memfd_create, "x", 0));
}

/* ---- processes ---- */

static int
execute(target_t *target)
{
	char *const arguments[] = {(char[]){"true"}, NULL};

	(void)target;
	return outcome(execv("/bin/true", arguments));
}

static int
fork_one(target_t *target)
{
	pid_t child = fork();

	(void)target;
	if (child == 0)
		_exit(0);
	return outcome(child);
}

static int
spawn(target_t *target)
{
	char *const arguments[] = {(char[]){"true"}, NULL};

	(void)target;
	return posix_spawn(&(pid_t){0}, "/bin/true", NULL, NULL, arguments, NULL);
}

static int
trace(target_t *target)
{
	return outcome(ptrace(PTRACE_SEIZE, target->sibling, NULL, NULL));
}

static int
read_memory(target_t *target)
{
	char byte;
	struct iovec here = {&byte, 1}, there = {(void *)(uintptr_t)target, 1};

	return outcome(process_vm_readv(target->sibling, &here, 1, &there, 1, 0));
}

static int
signal_sibling(target_t *target)
{
	return outcome(kill(target->sibling, SIGCONT));
}

static int
signal_thread(target_t *target)
{
	return outcome(syscall(SYS_tgkill, target->sibling, target->sibling, SIGCONT));
}

/* The owner of a descriptor gets a chosen signal when there is input. */
static int
own_by_sibling(target_t *target)
{
	return outcome(fcntl(STDERR_FILENO, F_SETOWN, target->sibling));
}

static int
choose_signal(target_t *target)
{
	(void)target;
	return outcome(fcntl(STDERR_FILENO, F_SETSIG, SIGKILL));
}

static int
signal_when_ready(target_t *target)
{
	(void)target;
	return outcome(fcntl(STDERR_FILENO, F_SETFL, O_NONBLOCK | O_ASYNC));
}

static int
hold_process(target_t *target)
{
	return outcome(syscall(SYS_pidfd_open, target->sibling, 0));
}

/* ---- code ---- */

static int
map_code(target_t *target)
{
	(void)target;
	return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
		       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
		? errno
		: 0;
}

static int
make_code(target_t *target)
{
	void *page = mmap(
		NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)target;
	return outcome(mprotect(page, 4096, PROT_READ | PROT_EXEC));
}

static int
imply_code(target_t *target)
{
	(void)target;
	return outcome(personality(READ_IMPLIES_EXEC));
}

/* ---- privileges and the kernel ---- */

#define CALL(name, ...) \
	static int name(target_t *target) \
	{ \
		(void)target; \
		return outcome(__VA_ARGS__); \
	}

/* Without a sandbox these fail for another reason, or do no harm. */
CALL(mount_one, mount("none", "/nowhere", "tmpfs", 0, NULL))
CALL(change_root, chroot("/"))
CALL(leave_namespace, unshare(CLONE_NEWUSER))
CALL(become_root, setuid(0))
CALL(become_group, setgid(0))
CALL(load_program, syscall(SYS_bpf, 0, NULL, 0))
CALL(make_ring, syscall(SYS_io_uring_setup, 1, NULL))
CALL(handle_faults, syscall(SYS_userfaultfd, 1))
CALL(read_keys, syscall(SYS_keyctl, 0, -3, 0))
CALL(watch_events, syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0))
CALL(load_module, syscall(SYS_init_module, NULL, 0, ""))
CALL(be_dumped, prctl(PR_SET_DUMPABLE, 1, 0, 0, 0))
CALL(name_machine, syscall(SYS_sethostname, "x", -1))

static int
lift_limit(target_t *target)
{
	const struct rlimit limit = {1024, 1024};

	(void)target;
	return outcome(setrlimit(RLIMIT_NOFILE, &limit));
}

#ifdef __x86_64__
/* Calls getpid() by the system call numbers of i386, and of x32. */
static int
call_as_i386(target_t *target)
{
	long result;

	(void)target;
	__asm__ volatile("int $0x80"
			 : "=a"(result)
			 : "a"(20L)
			 : "memory", "r8", "r9", "r10", "r11");
	return result > 0 ? 0 : ENOSYS;
}

CALL(call_as_x32, syscall(0x40000000 | SYS_getpid))
#endif

#define EASY(function) \
	{ \
		.name = #function, .run = function, .easy = true \
	}
#define HARD(function) \
	{ \
		.name = #function, .run = function \
	}

#define NETWORK(function, is_easy) \
	{ \
		.name = #function, .run = sandbox_probe_##function, .easy = (is_easy) \
	}

const struct sandbox_probe sandbox_probes[] = {
	{.name = "read_passwd", .run = read_passwd, .easy = true, .etc = true},
	EASY(read_key),
	EASY(read_environment),
	EASY(list_folder),
	EASY(write_beside),
	EASY(write_key),
	EASY(truncate_key),
	EASY(make_folder),
	EASY(make_link),
	EASY(remove_key),
	EASY(rename_key),
	EASY(open_key_to_all),
	EASY(make_memory_file),
	{.name = "connect_elsewhere",
		.run = sandbox_probe_connect_elsewhere,
		.easy = true,
		.elsewhere = true},
	NETWORK(connect_fast, true),
	NETWORK(connect_multipath, false),
	NETWORK(bind_port, true),
	NETWORK(bind_path, true),
	{.name = "open_datagram",
		.run = sandbox_probe_open_datagram,
		.easy = true,
		.datagrams = true},
	NETWORK(open_raw, false),
	NETWORK(open_netlink, true),
	NETWORK(open_packet, false),
	NETWORK(open_crypto, false),
	EASY(execute),
	EASY(fork_one),
	EASY(spawn),
	HARD(trace),
	HARD(read_memory),
	EASY(signal_sibling),
	EASY(signal_thread),
	EASY(own_by_sibling),
	EASY(choose_signal),
	EASY(signal_when_ready),
	EASY(hold_process),
	EASY(map_code),
	EASY(make_code),
	EASY(imply_code),
	HARD(mount_one),
	HARD(change_root),
	HARD(leave_namespace),
	HARD(become_root),
	HARD(become_group),
	HARD(load_program),
	HARD(make_ring),
	HARD(handle_faults),
	HARD(read_keys),
	HARD(watch_events),
	HARD(load_module),
	EASY(be_dumped),
	HARD(name_machine),
	EASY(lift_limit),
#ifdef __x86_64__
	HARD(call_as_i386),
	HARD(call_as_x32),
#endif
};

const size_t sandbox_probe_count = COUNT_OF(sandbox_probes);
