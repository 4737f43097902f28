/*
 * sandbox_work_test.c - what continues to work in a sandbox.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <nss.h>
#include <poll.h>
#include <pthread.h>
#include <resolv.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "proto/field.h"
#include "tests/support/sandbox_kind.h"
#include "tests/support/test.h"
#include "tests/unit/base/capture.h"

static char home[48], service_file[80];
static int name_server;
static uint16_t name_port;
static pid_t name_process;
static bool possible;

/* Answers every query for an IPv4 address; other queries have no answer. */
static _Noreturn void
serve_names(void)
{
	static const char answer[] = "\xc0\x0c\0\1\0\1\0\0\0\0\0\4\x7f\0\0\x09";
	struct sockaddr_in peer;
	char message[1024];

	alarm(120);
	for (;;) {
		socklen_t size = sizeof(peer);

		ssize_t got =
			recvfrom(name_server, message, 512, 0, (void *)&peer, &size);

		if (got < 16)
			continue;
		message[2] |= (char)0x80;
		message[7] = message[got - 3] == 1;
		memcpy(message + got, answer, sizeof(answer) - 1);
		got += message[7] * ((ssize_t)sizeof(answer) - 1);
		sendto(name_server, message, (size_t)got, 0, (void *)&peer, size);
	}
}

static void
start(void)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(address);

	snprintf(home, sizeof(home), "/tmp/kith-sandbox-work-%d", (int)getpid());
	setenv("KITH_RUN_DIR", home, 1);
	name_server = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	assert_true(mkdir(home, 0700) == 0 &&
		bind(name_server, (void *)&address, size) == 0 &&
		getsockname(name_server, (void *)&address, &size) == 0);
	name_port = ntohs(address.sin_port);
	name_process = fork();
	if (name_process == 0)
		serve_names();
	snprintf(service_file, sizeof(service_file), "%s/service.conf", home);
	close(open(service_file, O_WRONLY | O_CREAT, 0600));
	setenv("PGSERVICEFILE", service_file, 1);
	possible = sandbox_kind_possible();
}

static void
stop(void)
{
	char command[128];

	kill(name_process, SIGKILL);
	waitpid(name_process, NULL, 0);
	snprintf(command, sizeof(command), "rm -rf %s", home);
	assert_int_equal(system(command), 0);
}

static void *
add_one(void *number)
{
	++*(int *)number;
	return NULL;
}

static int
compare(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* System calls that the C library makes by itself. */
static void
use_library(void)
{
	pthread_t threads[4];
	int numbers[COUNT_OF(threads)] = {0}, random;
	time_t now = time(NULL);
	struct tm tm;
	char *memory = malloc(1 << 20);
	int *many = calloc(1 << 18, sizeof(*many));

	for (size_t i = 0; i < COUNT_OF(threads); i++)
		if (pthread_create(&threads[i], NULL, add_one, &numbers[i]) != 0)
			_exit(1);
	for (size_t i = 0; i < COUNT_OF(threads); i++)
		pthread_join(threads[i], NULL);
	memory = realloc(memory, 64 << 20);
	memory[(64 << 20) - 1] = 1;
	free(memory);
	qsort(many, 1 << 18, sizeof(*many), compare);
	free(many);
	localtime_r(&now, &tm);
	nanosleep(&(struct timespec){.tv_nsec = 1}, NULL);
	poll(NULL, 0, 1);
	if (numbers[3] != 1 || getrandom(&random, sizeof(random), 0) != sizeof(random) ||
		open("/usr/share/zoneinfo/UTC", O_RDONLY) < 0 ||
		open("/dev/urandom", O_RDONLY) < 0 || sysconf(_SC_NPROCESSORS_ONLN) < 1)
		_exit(2);
}

/* The same as mail_file.c, twice: the second file replaces the first. */
static bool
write_mail(void)
{
	char path[96];
	bool written = true;

	snprintf(path, sizeof(path), "%s/mail", home);
	for (int i = 0; i < 2; i++) {
		int folder = open(path, O_RDONLY | O_DIRECTORY);
		int fd = openat(folder, ".part", O_WRONLY | O_CREAT | O_TRUNC, 0600);

		written = written && mkdir(path, 0700) != 0 && errno == EEXIST &&
			write(fd, "a", 1) == 1 && fsync(fd) == 0 &&
			renameat(folder, ".part", folder, "a.eml") == 0 &&
			fsync(folder) == 0;
	}
	return written && unlinkat(AT_FDCWD, path, 0) != 0;
}

/* Asks the test's name server, as if resolv.conf named it. */
static bool
look_up(const char *name)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
	struct addrinfo *found = NULL;
	const struct sockaddr_in *address;

	res_init();
	_res.nscount = 1;
	_res.nsaddr_list[0] = (struct sockaddr_in){.sin_family = AF_INET,
		.sin_port = htons(name_port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	if (getaddrinfo(name, "9", &hints, &found) != 0)
		return false;
	address = (const void *)found->ai_addr;
	return address->sin_addr.s_addr == htonl(0x7f000009);
}

/* Whether connecting to a port is permitted, although no process listens there. */
static bool
may_dial(uint16_t port)
{
	const struct sockaddr_in address = {.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	return connect(fd, (const void *)&address, sizeof(address)) == 0 ||
		errno == ECONNREFUSED;
}

/* Another program of the machine may use the port; the sandbox refuses with EACCES. */
static bool
may_bind(uint16_t port)
{
	const struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_port = htons(port)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (bind(fd, (const void *)&address, sizeof(address)) != 0)
		return errno == EADDRINUSE;
	return listen(fd, 1) == 0;
}

/* Uses what this kind of process needs. */
static void
use_needs(const struct sandbox_kind *kind)
{
	struct addrinfo *found = NULL;

	if (kind->needs.database != NULL &&
		setpriority(PRIO_PROCESS, (id_t)gettid(), 10) != 0)
		_exit(3);
	if (kind->needs.addresses != NULL &&
		(epoll_create1(EPOLL_CLOEXEC) < 0 || eventfd(0, EFD_CLOEXEC) < 0))
		_exit(4);
	if (kind->names &&
		(getaddrinfo("localhost", "9", NULL, &found) != 0 ||
			!look_up("content.internal") || !look_up("other.internal")))
		_exit(5);
	if (kind->inet && getaddrinfo("127.0.0.1", "9", NULL, &found) != 0)
		_exit(9);
	if (kind->anywhere && open(getenv("PGSERVICEFILE"), O_RDONLY) < 0)
		_exit(11);
	if (kind->needs.folder != NULL && !write_mail())
		_exit(6);
	if (kind->dials != 0 && !may_dial(kind->dials))
		_exit(7);
	if (kind->binds != 0 && !may_bind(kind->binds))
		_exit(8);
}

static void
abort_confined(void)
{
	sandbox_kind_enter(&sandbox_kinds[0], "require");
	abort();
}

/* The limit of a file's bytes in such a process, whose log goes to `log`. */
static rlim_t
file_limit(const struct sandbox_kind *kind, const char *log)
{
	struct rlimit limit;
	int fds[2];
	pid_t child;

	assert_int_equal(pipe(fds), 0);
	child = fork();
	if (child == 0) {
		dup2(open(log, O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
		dup2(STDOUT_FILENO, STDERR_FILENO);
		sandbox_kind_enter(kind, "on");
		getrlimit(RLIMIT_FSIZE, &limit);
		_exit(write(fds[1], &limit, sizeof(limit)) < 0);
	}
	close(fds[1]);
	assert_int_equal(read(fds[0], &limit, sizeof(limit)), sizeof(limit));
	close(fds[0]);
	waitpid(child, NULL, 0);
	return limit.rlim_cur;
}

/* With `require`, the process starts with all parts of the sandbox, or it names the
 * missing part and ends. This is tested where nothing is confined as well. */
TEST(never_only_pretends)
{
	char *text;
	int status = sandbox_kind_log(&sandbox_kinds[0], "require", -1, &text);

	if (status == 0)
		assert_non_null(strstr(text, "\"event\":\"sandbox\""));
	else
		assert_non_null(strstr(text, "\"event\":\"sandbox_incomplete\""));
	free(text);
}

TEST(lets_each_kind_do_its_work)
{
	if (!possible)
		skip();
	for (size_t k = 0; k < sandbox_kind_count; k++) {
		pid_t child = fork();
		int status;

		if (child == 0) {
			dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
			/* A machine with another source of host names. */
			__nss_configure_lookup("hosts", "hesiod");
			if (!sandbox_kind_enter(&sandbox_kinds[k], "require"))
				_exit(10);
			use_library();
			use_needs(&sandbox_kinds[k]);
			_exit(0);
		}
		waitpid(child, &status, 0);
		if (status != 0)
			fail_msg("%s cannot work: status %x", sandbox_kinds[k].name,
				(unsigned)status);
	}
}

TEST(lets_a_process_abort)
{
	char *text;

	if (!possible)
		skip();
	assert_int_equal(capture_death(abort_confined, &text), SIGABRT);
	free(text);
}

TEST(lets_a_log_grow_and_nothing_else)
{
	const struct sandbox_kind *mailer = &sandbox_kinds[sandbox_kind_count - 2];
	char log[96];

	if (!possible)
		skip();
	snprintf(log, sizeof(log), "%s/log", home);
	assert_non_null(mailer->needs.folder);
	assert_true(file_limit(&sandbox_kinds[0], "/dev/null") == 0);
	assert_true(file_limit(&sandbox_kinds[0], log) > 0);
	assert_true(file_limit(mailer, "/dev/null") > 0);
}

const struct test_scene test_scene = {.open = start, .close = stop};
