#include "gateway/http/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "gateway/http/http.h"

#define BACKLOG 4096
/* What the kernel buffers for a client that does not read (it doubles this). By default
 * the buffer grows to megabytes, and a few hundred slow readers cost gigabytes. */
#define SEND_BUFFER_BYTES (64 * 1024)

int
http_listen(const char *address, uint16_t port)
{
	struct sockaddr_in6 in6 = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
	struct sockaddr_in in4 = {.sin_family = AF_INET, .sin_port = htons(port)};
	const bool is_in6 = inet_pton(AF_INET6, address, &in6.sin6_addr) == 1;
	const void *socket_address = is_in6 ? (const void *)&in6 : (const void *)&in4;
	const socklen_t size = is_in6 ? sizeof(in6) : sizeof(in4);
	const int yes = 1, no = 0, send_bytes = SEND_BUFFER_BYTES;
	int fd;

	if (!is_in6 && inet_pton(AF_INET, address, &in4.sin_addr) != 1) {
		errno = EINVAL;
		return -1;
	}
	fd = socket(is_in6 ? AF_INET6 : AF_INET,
		SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
	setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &yes, sizeof(yes));
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &send_bytes, sizeof(send_bytes));
	if (is_in6) /* "::" takes IPv4 as well */
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof(no));
	if (bind(fd, socket_address, size) != 0 || listen(fd, BACKLOG) != 0) {
		const int saved_errno = errno;

		close(fd);
		errno = saved_errno;
		return -1;
	}
	return fd;
}

uint16_t
http_listen_port(int fd)
{
	struct sockaddr_in6 bound = {0};
	socklen_t size = sizeof(bound);

	getsockname(fd, (void *)&bound, &size);
	/* The port has the same offset in both families. */
	return ntohs(bound.sin6_port);
}
