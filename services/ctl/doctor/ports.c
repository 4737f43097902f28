/*
 * ports.c - checks the ports of the gateway, and what it says of the services.
 */
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/config/config.h"
#include "common/json/json.h"
#include "services/ctl/doctor/inside.h"
#include "services/ctl/run/lock.h"

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

/* The address of the gateway on this machine. */
static const char *
url_of_gateway(struct doctor *doctor)
{
	const char *host = config()->listen.data;

	if (strcmp(host, "0.0.0.0") == 0)
		host = "127.0.0.1";
	else if (strcmp(host, "::") == 0)
		host = "::1";
	return arena_printf(doctor->arena,
		strchr(host, ':') != NULL ? "http://[%s]:%d/health"
					  : "http://%s:%d/health",
		host, (int)config()->port.value);
}

/* Whether no service answers. Then the fault is rarely in each of them. */
static bool
all_are_down(json_t *parts)
{
	const char *part;
	json_t *value;

	json_object_foreach(parts, part, value)
	{
		if (strcmp(part, "database") != 0 &&
			strcmp(json_string_value(value), "down") != 0)
			return false;
	}
	return true;
}

/* Names each part of the instance that does not work. */
static void
check_parts(struct doctor *doctor, json_t *health)
{
	json_t *parts = json_object_get(health, "parts"), *value;
	const char *part;
	size_t faults = 0;

	if (all_are_down(parts)) {
		doctor_note(doctor, "services", FINDING_FAULT,
			"start the services, or read the log of one: forged_frame or "
			"bus_handshake there means that the gateway has keys of another "
			"secret; without such a line compare KITH_BUS of the processes",
			"no service answers the gateway");
		return;
	}
	json_object_foreach(parts, part, value)
	{
		const char *state = json_string_value(value);

		if (state == NULL || strcmp(state, "up") == 0 ||
			strcmp(state, "skipped") == 0)
			continue;
		faults++;
		if (strcmp(part, "database") != 0)
			doctor_note(doctor, "services", FINDING_FAULT,
				"read its log, and restart it; kithctl run restarts a "
				"process that has not answered for 15 seconds",
				"kith-%s does not answer the gateway", part);
		else if (strcmp(state, "full") == 0)
			doctor_note(doctor, "services", FINDING_FAULT,
				"free disk space on the database server, or use a "
				"larger disk",
				"the disk of the database is full: changes fail");
		else
			doctor_note(doctor, "services", FINDING_FAULT,
				"see the findings about the database, and its log",
				"the services get no answer from the database");
	}
	if (faults == 0 &&
		strcmp(json_string_value(json_object_get(health, "status")), "ok") != 0)
		doctor_note(doctor, "services", FINDING_FAULT,
			"read the log of kith-notifications; kithctl mail test --to "
			"you@example.org shows the answer of the mail server",
			"a mail or a notification has waited for 15 minutes");
	else if (faults == 0)
		doctor_note(doctor, "services", FINDING_OK, NULL,
			"all services answer the gateway");
}

/* Reports that kithctl run uses this run folder with another port. Then the settings of
 * the doctor are not those of the instance. */
static bool
runs_elsewhere(struct doctor *doctor)
{
	struct lock_holder holder;

	if (!lock_find(config()->run_dir.data, &holder) || holder.port == 0 ||
		holder.port == config()->port.value)
		return false;
	doctor_note(doctor, "port", FINDING_FAULT,
		arena_printf(doctor->arena,
			"run the doctor with the settings of that instance, such as "
			"KITH_PORT=%d KITH_BASE_URL=%s",
			holder.port, holder.base_url),
		"the settings differ from those of the instance in %s: process %d runs "
		"it on port %d, and KITH_PORT is %d",
		config()->run_dir.data, (int)holder.pid, holder.port,
		(int)config()->port.value);
	return true;
}

void
doctor_ports(struct doctor *doctor)
{
	const uint16_t port = (uint16_t)config()->port.value;
	const uint16_t operations = (uint16_t)config()->operations_port.value;
	const bool is_unused = is_free(port);
	const int reason = errno;
	struct doctor_answer answer = {.fault = ""};
	json_t *health;

	if (!is_unused && reason != EACCES)
		doctor_get(doctor, url_of_gateway(doctor), &answer);
	health = doctor_json(doctor, &answer);
	doctor->serves = json_object_get(health, "parts") != NULL &&
		json_is_string(json_object_get(health, "status"));
	if (doctor->serves) {
		doctor_note(doctor, "port", FINDING_OK, NULL,
			"the gateway answers on port %u", port);
		check_parts(doctor, health);
	} else if (is_unused) {
		if (!runs_elsewhere(doctor))
			doctor_note(doctor, "port", FINDING_OK, NULL,
				"port %u is free: no gateway runs on this machine", port);
	} else {
		doctor_note(doctor, "port", FINDING_FAULT,
			reason == EACCES
				? "choose a KITH_PORT above 1023, with a proxy in front "
				  "of it"
				: "ss -ltnp shows the process that uses it. If it is the "
				  "gateway, restart it; else stop that process or change "
				  "KITH_PORT",
			"port %u cannot be used (%s), and no gateway answers on it", port,
			strerror(reason));
	}
	if (operations != 0 && !doctor->serves && !is_free(operations))
		doctor_note(doctor, "port", FINDING_FAULT,
			"ss -ltnp shows the process that uses it; or change "
			"KITH_OPERATIONS_PORT",
			"the metrics port %u cannot be used: %s", operations,
			strerror(errno));
}
