/*
 * open_loop.c - requests at a rate, whether or not the answers keep up with it.
 *
 *     open_loop PORT CONNECTIONS RATE SECONDS REQUESTS OUT
 *
 * wrk sends the next request when an answer has come, so that a server which is slow is
 * asked less. Here the n-th request is due at n / RATE seconds and goes out then, on a
 * connection that has nothing under way; where there is none it never does, and is
 * counted. RATE 0 is a closed loop on all connections. REQUESTS holds requests, each
 * after a line with its size. The times of all answers, from when their requests were
 * due, go to OUT.200 and OUT.503 in microseconds, as 32-bit numbers of this machine, the
 * first answer of 503 as it came to OUT.refusal, and a summary to the output.
 *
 * Those times are also this program's: it may be kept from a processor when a request is
 * due and when its answer has come. OUT.503-server has the same answers without that,
 * from send() to the time at which the kernel has received the answer (SO_TIMESTAMPNS).
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define BUFFER_BYTES (256 * 1024)
#define DRAIN_US 12000000

/* How long nothing but answers is looked at. Requests that are due more often leave
 * together: to wake for each would take the processors from whom they go to. */
#define WAIT_US 1000

struct request {
	char *data;
	size_t size;
};

struct client {
	int fd;
	int64_t due_us;               /* 0 = nothing is under way */
	int64_t sent_us, received_us; /* by the clock of the kernel's time stamps */
	size_t have;
	char data[BUFFER_BYTES]; /* an answer, as far as it has come */
};

struct times {
	uint32_t *us;
	size_t count, room;
};

static struct request *requests;
static size_t request_count, next_request;
static struct client *clients;
static int *idle; /* a stack */
static int client_count, idle_count, epoll_fd, port;
static int64_t rate, begun_us, due_count, unsent;
static struct times admitted, refused, refused_by_server;
static size_t others, lost, without_retry;
static char refusal[BUFFER_BYTES]; /* the first one */
static size_t refusal_size;

static int64_t
as_us(const struct timespec *time)
{
	return (int64_t)time->tv_sec * 1000000 + time->tv_nsec / 1000;
}

static int64_t
clock_us(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return as_us(&now);
}

static int64_t
now_us(void)
{
	return clock_us(CLOCK_MONOTONIC);
}

static void
fail(const char *what)
{
	perror(what);
	exit(1);
}

static void
note(struct times *times, int64_t us)
{
	if (times->count == times->room) {
		times->room = times->room > 0 ? times->room * 2 : 4096;
		times->us = realloc(times->us, times->room * sizeof(*times->us));
		if (times->us == NULL)
			fail("realloc");
	}
	times->us[times->count++] = (uint32_t)us;
}

static void
read_requests(const char *path)
{
	FILE *file = fopen(path, "r");
	size_t size;

	if (file == NULL)
		fail(path);
	while (fscanf(file, "%zu", &size) == 1 && fgetc(file) == '\n') {
		struct request *one;

		requests = realloc(requests, (request_count + 1) * sizeof(*requests));
		one = &requests[request_count++];
		*one = (struct request){malloc(size), size};
		if (fread(one->data, 1, size, file) != size)
			fail("a request");
	}
	fclose(file);
}

static void
dial(int index)
{
	const struct sockaddr_in address = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct epoll_event event = {.events = EPOLLIN, .data.fd = index};
	struct client *client = &clients[index];
	const int on = 1;

	client->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (client->fd < 0 ||
		connect(client->fd, (const void *)&address, sizeof(address)) != 0)
		fail("connect");
	setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
	if (setsockopt(client->fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof(on)) != 0)
		fail("setsockopt");
	if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, client->fd, &event) != 0)
		fail("epoll_ctl");
	client->have = 0;
	client->due_us = 0;
	idle[idle_count++] = index;
}

/* When a request is due, of those that are numbered from 0. */
static int64_t
due_us(int64_t number)
{
	return begun_us + (number + 1) * 1000000 / rate;
}

/* Sends a request that was due at some time. */
static void
send_one(int64_t due)
{
	const struct request *request = &requests[next_request++ % request_count];
	struct client *client = &clients[idle[--idle_count]];

	client->due_us = due;
	client->sent_us = clock_us(CLOCK_REALTIME);
	if (send(client->fd, request->data, request->size, MSG_NOSIGNAL) !=
		(ssize_t)request->size)
		fail("send");
}

/* Sends what is due, as far as there are connections for it. */
static void
send_due(int64_t end_us)
{
	const int64_t now = now_us() < end_us ? now_us() : end_us;

	if (rate == 0) {
		while (idle_count > 0 && now < end_us)
			send_one(now_us());
		return;
	}
	for (; due_count < (now - begun_us) * rate / 1000000; due_count++) {
		if (idle_count > 0)
			send_one(due_us(due_count));
		else
			unsent++;
	}
}

/* The size of an answer that is there as a whole; 0 when it is not. */
static size_t
answer_size(const struct client *client)
{
	const char *end = memmem(client->data, client->have, "\r\n\r\n", 4);
	const char *length;
	size_t size;

	if (end == NULL)
		return 0;
	length = memmem(
		client->data, (size_t)(end - client->data), "Content-Length: ", 16);
	size = (size_t)(end - client->data) + 4;
	if (length != NULL)
		size += strtoul(length + 16, NULL, 10);
	return size <= client->have ? size : 0;
}

static void
count_answer(struct client *client, size_t size)
{
	const int64_t now = now_us();

	if (memcmp(client->data, "HTTP/1.1 20", 11) == 0) {
		note(&admitted, now - client->due_us);
	} else if (memcmp(client->data, "HTTP/1.1 503", 12) == 0) {
		note(&refused, now - client->due_us);
		note(&refused_by_server, client->received_us - client->sent_us);
		if (refusal_size == 0)
			memcpy(refusal, client->data, refusal_size = size);
		if (memmem(client->data, size, "Retry-After: ", 13) == NULL)
			without_retry++;
	} else {
		others++;
	}
}

/* What recv() does, and notes when the last of it was received. */
static ssize_t
receive(struct client *client)
{
	_Alignas(struct cmsghdr) char control[CMSG_SPACE(sizeof(struct timespec))];
	struct iovec rest = {
		client->data + client->have, sizeof(client->data) - client->have};
	struct msghdr message = {.msg_iov = &rest,
		.msg_iovlen = 1,
		.msg_control = control,
		.msg_controllen = sizeof(control)};
	const ssize_t got = recvmsg(client->fd, &message, MSG_DONTWAIT);
	const struct cmsghdr *stamp = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;
	struct timespec time;

	/* The kernel begins to stamp a moment after it was asked to. */
	if (stamp == NULL) {
		client->received_us = clock_us(CLOCK_REALTIME);
		return got;
	}
	memcpy(&time, CMSG_DATA(stamp), sizeof(time));
	client->received_us = as_us(&time);
	return got;
}

static void
read_answer(int index)
{
	struct client *client = &clients[index];
	const ssize_t got = receive(client);
	size_t size;

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got <= 0) {
		close(client->fd);
		if (client->due_us == 0) {
			for (int i = 0; i < idle_count; i++) {
				if (idle[i] == index)
					idle[i] = idle[--idle_count];
			}
		} else {
			lost++;
		}
		dial(index);
		return;
	}
	client->have += (size_t)got;
	size = answer_size(client);
	if (size == 0)
		return;
	count_answer(client, size);
	client->have = 0;
	client->due_us = 0;
	idle[idle_count++] = index;
}

/* Waits for answers, until the next request is due. */
static int
wait_for_answers(struct epoll_event *events, int max)
{
	const int64_t left_us = rate == 0 || 1000000 / rate < WAIT_US
		? WAIT_US
		: due_us(due_count) - now_us();
	const struct timespec left = {
		.tv_nsec = (left_us < 0                        ? 0
					   : left_us < WAIT_US ? left_us
							       : WAIT_US) *
			1000};

	return epoll_pwait2(epoll_fd, events, max, &left, NULL);
}

static void
run(int64_t seconds)
{
	const int64_t end_us = begun_us + seconds * 1000000;
	struct epoll_event events[256];

	while (now_us() < end_us ||
		(now_us() < end_us + DRAIN_US && idle_count < client_count)) {
		int count;

		send_due(end_us);
		count = wait_for_answers(events, 256);
		for (int i = 0; i < count; i++)
			read_answer(events[i].data.fd);
	}
}

static void
write_out(const char *path, const char *suffix, const void *data, size_t size)
{
	char name[4096];
	FILE *file;

	snprintf(name, sizeof(name), "%s.%s", path, suffix);
	file = fopen(name, "w");
	if (file == NULL || (size > 0 && fwrite(data, size, 1, file) != 1))
		fail(name);
	fclose(file);
}

static void
write_times(const char *path, const char *suffix, const struct times *times)
{
	write_out(path, suffix, times->us, times->count * sizeof(*times->us));
}

int
main(int argc, char **argv)
{
	int64_t seconds;

	if (argc != 7)
		return 2;
	port = atoi(argv[1]);
	client_count = atoi(argv[2]);
	rate = atoll(argv[3]);
	seconds = atoll(argv[4]);
	read_requests(argv[5]);
	epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	clients = calloc((size_t)client_count, sizeof(*clients));
	idle = calloc((size_t)client_count + 1, sizeof(*idle));
	for (int i = 0; i < client_count; i++)
		dial(i);
	puts("ready");
	fflush(stdout);
	if (getchar() == EOF)
		return 1;
	begun_us = now_us();
	run(seconds);
	write_times(argv[6], "200", &admitted);
	write_times(argv[6], "503", &refused);
	write_times(argv[6], "503-server", &refused_by_server);
	write_out(argv[6], "refusal", refusal, refusal_size);
	printf("{\"others\": %zu, \"lost\": %zu, \"hanging\": %d, \"without_retry\": %zu, "
	       "\"unsent\": %lld}\n",
		others, lost, client_count - idle_count, without_retry,
		(long long)unsent);
	return 0;
}
