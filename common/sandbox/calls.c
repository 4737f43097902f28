/*
 * calls.c - seccomp: the system calls that a process may make.
 *
 * The list has names, so that it is the same on every architecture; calls that a machine
 * lacks are skipped. Some calls are only needed by other C libraries or kernels. Calls
 * newer than the list fail with ENOSYS, as on an old kernel, since C libraries then fall
 * back. Any other call ends the process, and the supervisor restarts it.
 */
#include "common/sandbox/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/sockios.h>
#include <netinet/in.h>

#define KIND_OF_SOCKET 0xf /* the type without its flags */
#define NEW_NAMESPACES \
	(CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | \
		CLONE_NEWPID | CLONE_NEWNET)

/* PR_SET_VMA of linux/prctl.h, by which newer C libraries name their memory. */
#define SET_VMA 0x53564d41

#define ARGUMENTS_MAX 3

static const char *const of_all[] = {
	/* files, which files.c confines, and descriptors; fcntl is below */
	"read", "readv", "pread64", "write", "writev", "close", "lseek", "fstat",
	"newfstatat", "statx",
	/* memory; mmap and mprotect are below */
	"munmap", "mremap", "madvise", "brk",
	/* threads and signals; clone and tgkill are below */
	"futex", "set_robust_list", "rseq", "exit", "exit_group", "getpid", "gettid",
	"sched_yield", "sched_getaffinity", "rt_sigaction", "rt_sigprocmask",
	"rt_sigreturn", "rt_sigtimedwait", "restart_syscall",
	/* time and randomness */
	"clock_gettime", "clock_nanosleep", "nanosleep", "getrandom", "sysinfo",
	/* waiting */
	"epoll_ctl", "epoll_wait", "epoll_pwait", "poll", "ppoll",
	/* sockets; socket and the sending calls are below */
	"connect", "accept4", "shutdown", "getsockname", "getsockopt", "setsockopt",
	"recvfrom", "recvmsg"};

/* For processes that create event loops after they are confined. */
static const char *const of_loops[] = {"epoll_create1", "eventfd2"};

/* For the workers of a service. */
static const char *const of_workers[] = {"setpriority", "timerfd_settime"};

static const char *const of_writers[] = {
	"mkdir", "mkdirat", "renameat", "unlinkat", "fsync"};

/* For libnng, which starts its threads when it binds; and for binding a path. */
static const char *const of_binders[] = {
	"bind", "listen", "pipe2", "getpeername", "accept"};
static const char *const of_path_binders[] = {"unlink", "chmod", "fchmodat"};

/* For libcurl, which resolves names in threads and signals them by socket pairs. */
static const char *const of_dialers[] = {"getpeername"};

/* For the connection between media and its decoder, in addition. */
static const char *const of_fetchers[] = {"pipe2", "eventfd2"};

static const char *const newer[] = {"clone3", "close_range", "epoll_pwait2", "faccessat2",
	"fchmodat2", "futex_wait", "futex_waitv", "futex_wake", "openat2", "mseal",
	"membarrier", "getcpu", "map_shadow_stack"};

/* A call that is allowed, or fails with an error, only for certain arguments. */
struct rule {
	const char *name;
	struct scmp_arg_cmp arguments[ARGUMENTS_MAX];
	int error; /* 0 = allowed */
	unsigned count;
};

/* For int arguments the kernel ignores the upper 32 bits of the register. */
#define BITS(argument, mask, number) \
	{ \
		(argument), SCMP_CMP_MASKED_EQ, (scmp_datum_t)(mask), \
			(scmp_datum_t)(number) \
	}
#define IS(argument, number) BITS(argument, UINT32_MAX, number)
#define IS_NULL(argument) \
	{ \
		(argument), SCMP_CMP_EQ, 0, 0 \
	}
#define RULE(call, errno_or_0, ...) \
	{ \
		call, {__VA_ARGS__}, errno_or_0, \
			sizeof((struct scmp_arg_cmp[]){__VA_ARGS__}) / \
			sizeof(struct scmp_arg_cmp) \
	}

static const struct rule with_arguments[] = {
	/* no executable memory */
	RULE("mmap", 0, BITS(2, PROT_EXEC, 0)),
	RULE("mprotect", 0, BITS(2, PROT_EXEC, 0)),
	/* threads, but no processes */
	RULE("clone", 0, BITS(0, CLONE_THREAD | NEW_NAMESPACES, CLONE_THREAD)),
	/* limits may be read, not set */
	RULE("prlimit64", 0, IS_NULL(2)),
	RULE("prctl", 0, IS(0, PR_SET_NAME)),
	RULE("prctl", 0, IS(0, SET_VMA)),
	/* no signals to other processes (O_ASYNC), no locks, no leases */
	RULE("fcntl", 0, IS(1, F_GETFL)),
	RULE("fcntl", 0, IS(1, F_SETFL), BITS(2, O_ASYNC, 0)),
	RULE("fcntl", 0, IS(1, F_GETFD)),
	RULE("fcntl", 0, IS(1, F_SETFD)),
	RULE("fcntl", 0, IS(1, F_DUPFD_CLOEXEC)),
	/* MSG_FASTOPEN would connect without a check by Landlock */
	RULE("sendto", 0, BITS(3, MSG_FASTOPEN, 0)),
	RULE("sendmsg", 0, BITS(2, MSG_FASTOPEN, 0)),
	/* getaddrinfo() queries the local addresses; it works without them */
	RULE("socket", EAFNOSUPPORT, IS(0, AF_NETLINK)),
};

/* Any socket pair, and the ioctl by which libcurl makes sockets nonblocking. */
static const struct rule for_fetchers[] = {
	RULE("socketpair", 0, IS(0, AF_UNIX)),
	RULE("ioctl", 0, IS(1, FIONBIO)),
};

/* For processes that write no files: only opening for reading. */
static const struct rule of_readers[] = {
	RULE("openat", 0, BITS(2, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY)),
	RULE("openat", EACCES, BITS(2, O_ACCMODE, O_WRONLY)),
	RULE("openat", EACCES, BITS(2, O_ACCMODE, O_RDWR)),
	RULE("open", 0, BITS(1, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY)),
	RULE("open", EACCES, BITS(1, O_ACCMODE, O_WRONLY)),
	RULE("open", EACCES, BITS(1, O_ACCMODE, O_RDWR)),
};

/* Sockets by family, and the errors for families that are not needed. The protocol is
 * checked, because Landlock restricts ports of TCP but not those of MPTCP and SCTP. */
static const struct rule unix_sockets[] = {
	RULE("socket", 0, IS(0, AF_UNIX), BITS(1, KIND_OF_SOCKET, SOCK_STREAM), IS(2, 0)),
};
static const struct rule socket_pairs[] = {
	RULE("socketpair", 0, IS(0, AF_UNIX), BITS(1, KIND_OF_SOCKET, SOCK_STREAM),
		IS(2, 0)),
};
static const struct rule no_unix_sockets[] = {
	RULE("socket", EAFNOSUPPORT, IS(0, AF_UNIX)),
};
#define STREAM(family, protocol) \
	RULE("socket", 0, IS(0, family), BITS(1, KIND_OF_SOCKET, SOCK_STREAM), \
		IS(2, protocol))
#define DATAGRAM(family, protocol, error) \
	RULE("socket", error, IS(0, family), BITS(1, KIND_OF_SOCKET, SOCK_DGRAM), \
		IS(2, protocol))
static const struct rule inet_sockets[] = {STREAM(AF_INET, 0), STREAM(AF_INET6, 0),
	STREAM(AF_INET, IPPROTO_TCP), STREAM(AF_INET6, IPPROTO_TCP)};
static const struct rule no_inet_sockets[] = {
	RULE("socket", EAFNOSUPPORT, IS(0, AF_INET)),
	RULE("socket", EAFNOSUPPORT, IS(0, AF_INET6)),
};
#define DATAGRAMS(error) \
	DATAGRAM(AF_INET, 0, error), DATAGRAM(AF_INET6, 0, error), \
		DATAGRAM(AF_INET, IPPROTO_UDP, error), \
		DATAGRAM(AF_INET6, IPPROTO_UDP, error)
static const struct rule for_names[] = {DATAGRAMS(0), {.name = "uname"},
	RULE("sendmmsg", 0, BITS(3, MSG_FASTOPEN, 0)), RULE("ioctl", 0, IS(1, FIONREAD)),
	RULE("ioctl", 0, IS(1, SIOCGIFINDEX))};
/* getaddrinfo() sorts addresses by them, and does without. */
static const struct rule no_datagrams[] = {DATAGRAMS(EPROTONOSUPPORT)};

struct filter {
	scmp_filter_ctx context;
	bool failed;
	bool log_only; /* adds no errors, which would hide calls from the log */
	int calls;     /* the number of allowed calls; the rules of a call are adjacent */
	int last;      /* the last allowed call */
};

/* Adds a rule; skips calls that this architecture lacks. */
static void
add(struct filter *filter, const struct rule *rule)
{
	int number = seccomp_syscall_resolve_name(rule->name);
	uint32_t action =
		rule->error == 0 ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO((uint32_t)rule->error);

	if (number < 0 || filter->failed || (rule->error != 0 && filter->log_only))
		return;
	filter->failed = seccomp_rule_add_array(filter->context, action, number,
				 rule->count, rule->arguments) != 0;
	if (rule->error == 0) {
		filter->calls += number != filter->last;
		filter->last = number;
	}
}

static void
add_rules(struct filter *filter, const struct rule *rules, size_t count)
{
	for (size_t i = 0; i < count; i++)
		add(filter, &rules[i]);
}

static void
add_names(struct filter *filter, const char *const *names, size_t count, int error)
{
	for (size_t i = 0; i < count; i++)
		add(filter, &(const struct rule){.name = names[i], .error = error});
}

#define ADD_RULES(filter, rules) add_rules(filter, rules, COUNT_OF(rules))
#define ADD_NAMES(filter, names) add_names(filter, names, COUNT_OF(names), 0)

/* Adds rules for the sockets that the process may open. */
static void
add_sockets(struct filter *filter, const struct sandbox_reach *reach)
{
	if (reach->unix_sockets)
		ADD_RULES(filter, unix_sockets);
	else
		ADD_RULES(filter, no_unix_sockets);
	if (reach->inet)
		ADD_RULES(filter, inet_sockets);
	else
		ADD_RULES(filter, no_inet_sockets);
	if (reach->names)
		ADD_RULES(filter, for_names);
	else if (reach->inet)
		ADD_RULES(filter, no_datagrams);
}

/* Adds all rules. */
static void
add_all(struct filter *filter, const struct sandbox_reach *reach, bool writes)
{
	static const char *const opens[] = {"openat", "open"};
	const struct rule itself = RULE("tgkill", 0, IS(0, getpid()));

	ADD_NAMES(filter, of_all);
	ADD_RULES(filter, with_arguments);
	add(filter, &itself);
	add_names(filter, newer, COUNT_OF(newer), ENOSYS);
	add_sockets(filter, reach);
	if (writes) {
		ADD_NAMES(filter, opens);
		ADD_NAMES(filter, of_writers);
	} else {
		ADD_RULES(filter, of_readers);
	}
	if (reach->loops || reach->binds)
		ADD_NAMES(filter, of_loops);
	if (reach->works)
		ADD_NAMES(filter, of_workers);
	if (reach->binds)
		ADD_NAMES(filter, of_binders);
	if (reach->dials) {
		ADD_NAMES(filter, of_dialers);
		if (!reach->fetches)
			ADD_RULES(filter, socket_pairs);
	}
	if (reach->fetches) {
		ADD_NAMES(filter, of_fetchers);
		ADD_RULES(filter, for_fetchers);
	}
	if (reach->bound_folder != NULL)
		ADD_NAMES(filter, of_path_binders);
}

int
sandbox_calls(const struct sandbox_reach *reach, bool writes, bool log_only)
{
	uint32_t other = log_only ? SCMP_ACT_LOG : SCMP_ACT_KILL_PROCESS;
	struct filter filter = {
		.context = seccomp_init(other), .log_only = log_only, .last = -1};

	if (filter.context == NULL)
		return 0;
	/* The same action for calls of another architecture's ABI, such as i386. */
	filter.failed =
		seccomp_attr_set(filter.context, SCMP_FLTATR_ACT_BADARCH, other) != 0;
	/* Failures are ignored: these attributes are optimizations, or hold by
	 * default. */
	seccomp_attr_set(filter.context, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	seccomp_attr_set(filter.context, SCMP_FLTATR_CTL_SSB, 1);
	seccomp_attr_set(filter.context, SCMP_FLTATR_CTL_TSYNC, 1);
	add_all(&filter, reach, writes);
	if (!filter.failed)
		filter.failed = seccomp_load(filter.context) != 0;
	seccomp_release(filter.context);
	return filter.failed ? 0 : filter.calls;
}
