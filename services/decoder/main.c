/*
 * main.c - kith-decoder: forks a process for each image.
 */
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "proto/media/media.h"
#include "services/decoder/decoder.h"

/* The interval of checks for children that have ended or timed out. */
#define LOOK_MS 50

/* How often a child looks at its memory, in processor time. */
#define LOOK_US 4000

struct child {
	pid_t pid; /* 0 = free */
	int fd;    /* the image's socket */
	int64_t kill_at_ms;
	bool late; /* it was killed after its time limit */
};

static int64_t
now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- the child ---- */

/* Exits when the stream ends early. */
static void
read_all(int fd, void *out, size_t size)
{
	uint8_t *at = out;

	while (size > 0) {
		ssize_t got = read(fd, at, size);

		if (got <= 0)
			_exit(1);
		at += got;
		size -= (size_t)got;
	}
}

static void
write_all(int fd, const void *data, size_t size)
{
	const uint8_t *at = data;

	while (size > 0) {
		ssize_t written = write(fd, at, size);

		if (written <= 0)
			_exit(1);
		at += written;
		size -= (size_t)written;
	}
}

/* The image's socket and its memory, for the signal handler. Only one thread answers. */
static int answered_to;
static long memory_kib_max;
static atomic_flag is_answered = ATOMIC_FLAG_INIT;

/* Ends the process when it takes too much memory. A limit of the kernel would count
 * memory that libraries only reserve. */
static void
look_at_memory(int signal_number)
{
	const struct decoder_result result = {.status = DECODER_MEMORY};
	struct rusage usage;

	(void)signal_number;
	if (getrusage(RUSAGE_SELF, &usage) == 0 && usage.ru_maxrss > memory_kib_max &&
		!atomic_flag_test_and_set(&is_answered)) {
		write_all(answered_to, &result, sizeof(result));
		_exit(0);
	}
}

/* Sets the limits. Sanitizers need far more memory. */
static void
limit(const struct decoder_task *task, int fd)
{
	const struct rlimit cpu = {DECODER_CPU_S, DECODER_CPU_S};

	setrlimit(RLIMIT_CPU, &cpu);
	answered_to = fd;
	memory_kib_max = task->much ? DECODER_MUCH_KIB : DECODER_LITTLE_KIB;
	sigaction(SIGPROF,
		&(const struct sigaction){
			.sa_handler = look_at_memory, .sa_flags = SA_RESTART},
		NULL);
#ifndef KITH_UNCONFINED
	setrlimit(RLIMIT_DATA,
		&(const struct rlimit){DECODER_MEMORY_BYTES, DECODER_MEMORY_BYTES});
	setitimer(ITIMER_PROF,
		&(const struct itimerval){
			.it_interval.tv_usec = LOOK_US, .it_value.tv_usec = LOOK_US},
		NULL);
#endif
}

static _Noreturn void
serve(int fd)
{
	struct decoder_task task;
	struct decoder_result result = {.status = DECODER_BROKEN};
	struct decoder_made made = {0};
	void *image;

	close(DECODER_CONTROL);
	read_all(fd, &task, sizeof(task));
	limit(&task, fd);
	confine_child();
	if (task.bytes == 0 || task.bytes > IMAGE_BYTES_MAX ||
		task.format >= DECODER_FORMATS)
		_exit(1);
	image = malloc(task.bytes + DECODER_END_SIZE);
	if (image == NULL)
		_exit(1);
	read_all(fd, image, task.bytes);
	result.status = decode_image(image, &task, &made);
	while (atomic_flag_test_and_set(&is_answered))
		sched_yield(); /* another thread ends the process */
	result.bytes = (uint32_t)made.size;
	result.small_bytes = (uint32_t)made.small_size;
	write_all(fd, &result, sizeof(result));
	write_all(fd, made.webp, made.size);
	write_all(fd, made.small, made.small_size);
	_exit(0);
}

/* ---- the parent ---- */

/* Cleans up after a child. A timeout with little processor time used is reported as
 * DECODER_LATE, because the load of the machine caused it and not the image. */
static void
clean_up(struct child *child, const struct rusage *usage)
{
	const struct decoder_result late = {.status = DECODER_LATE};
	const long cpu_s = usage->ru_utime.tv_sec + usage->ru_stime.tv_sec;

	if (child->late && cpu_s < DECODER_CPU_S / 2)
		send(child->fd, &late, sizeof(late), MSG_NOSIGNAL | MSG_DONTWAIT);
	close(child->fd);
	*child = (struct child){.pid = 0};
}

/* Whether kith-media has closed the socket, because it does not wait any more. */
static bool
is_abandoned(int fd)
{
	struct pollfd peer = {.fd = fd};

	return poll(&peer, 1, 0) > 0 && (peer.revents & POLLHUP) != 0;
}

/* Cleans up after ended children. Kills those that take too long, even if they are
 * stopped, and those for whose image nobody waits. */
static void
check_children(struct child children[DECODER_CHILDREN_MAX])
{
	const int64_t now = now_ms();

	for (size_t i = 0; i < DECODER_CHILDREN_MAX; i++) {
		struct child *child = &children[i];
		struct rusage usage;

		if (child->pid == 0)
			continue;
		if (wait4(child->pid, NULL, WNOHANG, &usage) == child->pid) {
			clean_up(child, &usage);
		} else if (now >= child->kill_at_ms) {
			child->late = true;
			kill(child->pid, SIGKILL);
		} else if (is_abandoned(child->fd)) {
			kill(child->pid, SIGKILL);
		}
	}
}

static bool
is_busy(const struct child children[DECODER_CHILDREN_MAX])
{
	for (size_t i = 0; i < DECODER_CHILDREN_MAX; i++) {
		if (children[i].pid != 0)
			return true;
	}
	return false;
}

/* Forks a child for the socket. Without a free slot, the socket is closed. */
static void
begin(struct child children[DECODER_CHILDREN_MAX], int fd)
{
	struct child *free_one = NULL;
	pid_t pid;

	for (size_t i = 0; i < DECODER_CHILDREN_MAX; i++) {
		if (children[i].pid == 0)
			free_one = &children[i];
	}
	pid = free_one == NULL ? -1 : fork();
	if (pid == 0) {
		for (size_t i = 0; i < DECODER_CHILDREN_MAX; i++) {
			if (children[i].pid != 0)
				close(children[i].fd);
		}
		serve(fd);
	}
	if (pid < 0) {
		close(fd);
		return;
	}
	*free_one = (struct child){
		.pid = pid, .fd = fd, .kill_at_ms = now_ms() + DECODER_TIME_MS};
}

/* Returns the received socket, or -1. Exits when the media service has ended. */
static int
take(void)
{
	union {
		char space[CMSG_SPACE(sizeof(int))];
		struct cmsghdr align;
	} control;
	char byte;
	struct iovec data = {.iov_base = &byte, .iov_len = 1};
	struct msghdr message = {.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control)};
	ssize_t got = recvmsg(DECODER_CONTROL, &message, MSG_CMSG_CLOEXEC);
	const struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	int fd = -1;

	if (got == 0)
		exit(0);
	if (got > 0 && header != NULL && header->cmsg_type == SCM_RIGHTS)
		memcpy(&fd, CMSG_DATA(header), sizeof(fd));
	return fd;
}

/* SCHED_BATCH: the decoder interrupts no other process when it wakes. With autogroups
 * (sched(7)), Linux shares processor time among sessions first, and each process of the
 * database has a session of its own. So the decoder has one, too. */
static void
set_priority(void)
{
	setsid();
	sched_setscheduler(0, SCHED_BATCH, &(const struct sched_param){0});
}

int
main(int argc, char **argv)
{
	static struct child children[DECODER_CHILDREN_MAX];
	const struct rlimit none = {0, 0};

	(void)argv;
	if (argc > 1) {
		printf("kith-decoder - decodes images for kith-media, which starts it\n");
		return argc == 2 ? 0 : 2;
	}
	set_priority();
	/* The process ends with its parent, and leaves no image in a core dump. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_DUMPABLE, 0);
	setrlimit(RLIMIT_CORE, &none);
	decode_open();
	confine_parent();
	for (;;) {
		struct pollfd control = {.fd = DECODER_CONTROL, .events = POLLIN};

		if (poll(&control, 1, is_busy(children) ? LOOK_MS : -1) > 0) {
			int fd = take();

			if (fd >= 0)
				begin(children, fd);
		}
		check_children(children);
	}
}
