#include "services/ctl/run/probe.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/* Sends the request and checks the status line of the answer. */
static bool
ask(int connection)
{
	static const char request[] = "GET /health/ready HTTP/1.1\r\nHost: localhost\r\n"
				      "Connection: close\r\n\r\n";
	static const char good[] = "HTTP/1.1 200 ";
	char answer[sizeof(good)] = "";

	return send(connection, request, sizeof(request) - 1, MSG_NOSIGNAL) ==
		(ssize_t)sizeof(request) - 1 &&
		recv(connection, answer, sizeof(good) - 1, MSG_WAITALL) ==
		(ssize_t)sizeof(good) - 1 &&
		memcmp(answer, good, sizeof(good) - 1) == 0;
}

bool
probe_ready(uint16_t port)
{
	struct sockaddr_in address = {
		.sin_family = AF_INET,
		.sin_port = htons(port),
		.sin_addr = {htonl(INADDR_LOOPBACK)},
	};
	const struct timeval second = {.tv_sec = 1};
	int connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bool ready = false;

	if (connection >= 0 &&
		setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &second,
			sizeof(second)) == 0 &&
		connect(connection, (const struct sockaddr *)&address, sizeof(address)) ==
			0)
		ready = ask(connection);
	if (connection >= 0)
		close(connection);
	return ready;
}
