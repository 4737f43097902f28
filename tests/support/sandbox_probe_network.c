/* Escapes from a sandbox over sockets. */
#include <arpa/inet.h>
#include <linux/netlink.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tests/support/sandbox_probe_inside.h"

#ifndef IPPROTO_MPTCP
#define IPPROTO_MPTCP 262
#endif

static struct sockaddr_in
loopback(uint16_t port)
{
	return (struct sockaddr_in){.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

int
sandbox_probe_connect_elsewhere(target_t *target)
{
	struct sockaddr_in address = loopback(target->port);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	return fd < 0 ? errno : outcome(connect(fd, (void *)&address, sizeof(address)));
}

int
sandbox_probe_connect_fast(target_t *target)
{
	struct sockaddr_in address = loopback(target->port);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	return outcome(
		sendto(fd, "x", 1, MSG_FASTOPEN, (void *)&address, sizeof(address)));
}

int
sandbox_probe_connect_multipath(target_t *target)
{
	struct sockaddr_in address = loopback(target->port);
	int fd = socket(AF_INET, SOCK_STREAM, IPPROTO_MPTCP);

	return fd < 0 ? errno : outcome(connect(fd, (void *)&address, sizeof(address)));
}

int
sandbox_probe_bind_port(target_t *target)
{
	struct sockaddr_in address = loopback(0);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	(void)target;
	return fd < 0 ? errno : outcome(bind(fd, (void *)&address, sizeof(address)));
}

int
sandbox_probe_bind_path(target_t *target)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	memcpy(address.sun_path, target->beside, strlen(target->beside));
	return fd < 0 ? errno : outcome(bind(fd, (void *)&address, sizeof(address)));
}

int
sandbox_probe_open_datagram(target_t *target)
{
	(void)target;
	return outcome(socket(AF_INET, SOCK_DGRAM, 0));
}

int
sandbox_probe_open_raw(target_t *target)
{
	(void)target;
	return outcome(socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
}

int
sandbox_probe_open_netlink(target_t *target)
{
	(void)target;
	return outcome(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE));
}

int
sandbox_probe_open_packet(target_t *target)
{
	(void)target;
	return outcome(socket(AF_PACKET, SOCK_RAW, 0));
}

int
sandbox_probe_open_crypto(target_t *target)
{
	(void)target;
	return outcome(socket(AF_ALG, SOCK_SEQPACKET, 0));
}
