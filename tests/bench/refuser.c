/*
 * refuser.c - a server that refuses whatever it is asked, and does little else.
 *
 *     refuser ANSWER
 *
 * It prints its port and answers each request with the bytes of the file ANSWER until it
 * is ended. A request is what one recv() brings. It waits in epoll_wait(), reads, and
 * sends: what it takes from an instance beside it is the kernel's work for the requests
 * and the answers, and that of the clients. It waits for no more than has come, as most
 * servers do.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

static char answer[64 * 1024];
static size_t answer_size;

static void
fail(const char *what)
{
	perror(what);
	exit(1);
}

/* Listens on a port of the kernel's choice, which it prints. */
static int
listen_somewhere(void)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof(address);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	if (fd < 0 || bind(fd, (void *)&address, sizeof(address)) != 0 ||
		listen(fd, 4096) != 0 || getsockname(fd, (void *)&address, &size) != 0)
		fail("listen");
	printf("%d\n", ntohs(address.sin_port));
	fflush(stdout);
	return fd;
}

static void
watch(int epoll_fd, int fd)
{
	struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};

	if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, fd, &event) != 0)
		fail("epoll_ctl");
}

static void
let_in(int epoll_fd, int listener)
{
	const int on = 1;
	int fd;

	while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
		watch(epoll_fd, fd);
	}
	if (errno != EAGAIN)
		fail("accept");
}

/* A connection takes a descriptor, and there may be more of them than a process has at
 * first. */
static void
raise_limit(void)
{
	struct rlimit limit;

	getrlimit(RLIMIT_NOFILE, &limit);
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
}

static void
refuse(int fd)
{
	char request[8192];

	if (recv(fd, request, sizeof(request), 0) <= 0 ||
		send(fd, answer, answer_size, MSG_NOSIGNAL) < 0)
		close(fd);
}

int
main(int argc, char **argv)
{
	const int epoll_fd = epoll_create1(EPOLL_CLOEXEC);
	struct epoll_event events[256];
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	int listener;

	if (file == NULL)
		return 2;
	answer_size = fread(answer, 1, sizeof(answer), file);
	fclose(file);
	raise_limit();
	listener = listen_somewhere();
	watch(epoll_fd, listener);
	for (;;) {
		const int count = epoll_wait(epoll_fd, events, 256, -1);

		for (int i = 0; i < count; i++) {
			if (events[i].data.fd == listener)
				let_in(epoll_fd, listener);
			else
				refuse(events[i].data.fd);
		}
	}
}
