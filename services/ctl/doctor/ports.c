/*
 * ports.c - checks the ports of the gateway.
 */
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/config/config.h"
#include "services/ctl/doctor/inside.h"
#include "services/ctl/run/probe.h"

/* Whether a TCP port of this machine can be bound; false with errno set. */
static bool
is_free(uint16_t port)
{
	const struct sockaddr_in address = {
		.sin_family = AF_INET, .sin_port = htons(port)};
	const int on = 1;
	int probe = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int reason;
	bool is_free;

	setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	is_free = bind(probe, (const struct sockaddr *)&address, sizeof(address)) == 0 &&
		listen(probe, 1) == 0;
	reason = errno;
	close(probe);
	errno = reason;
	return is_free;
}

void
doctor_ports(struct doctor *doctor)
{
	const uint16_t port = (uint16_t)config()->port.value;
	const uint16_t operations = (uint16_t)config()->operations_port.value;
	const bool serves = probe_ready(port);

	if (serves)
		doctor_note(doctor, "port", FINDING_OK, NULL,
			"the gateway is ready on port %u", port);
	else if (is_free(port))
		doctor_note(doctor, "port", FINDING_OK, NULL,
			"port %u is free: no gateway runs on this machine", port);
	else
		doctor_note(doctor, "port", FINDING_FAULT,
			errno == EACCES
				? "choose a KITH_PORT above 1023, with a proxy in front "
				  "of it"
				: "ss -ltnp shows the process that uses it. If it is the "
				  "gateway, see /health and its log; else stop that "
				  "process or change KITH_PORT",
			"port %u cannot be used (%s), and no healthy gateway answers on "
			"it",
			port, strerror(errno));
	if (operations != 0 && !serves && !is_free(operations))
		doctor_note(doctor, "port", FINDING_FAULT,
			"ss -ltnp shows the process that uses it; or change "
			"KITH_OPERATIONS_PORT",
			"the metrics port %u cannot be used: %s", operations,
			strerror(errno));
}
