/*
 * service.c - the life of a service process.
 *
 * It listens before it has reached the database, and answers service_unavailable until
 * then. On SIGTERM it answers "draining" to pings, waits until the gateways have noticed
 * and nothing is in flight, and exits. It does not close the socket, which would cut off
 * answers.
 */
#include "common/service/service.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/harden.h"
#include "common/base/log.h"
#include "common/base/memory.h"
#include "common/base/version.h"
#include "common/config/config.h"
#include "common/secret/secret.h"
#include "common/service/inside.h"

/* Two intervals of the gateways' pings, and some. */
#define DRAIN_MIN_MS 600
#define DRAIN_MAX_MS 10000

#define HEALTH_WAIT_S 2

/* Answers --help and its like, and refuses all else; the exit status, or -1 to go on. */
static int
answer_flags(int argc, char **argv, const char *name)
{
	bool help = argc == 2 && strcmp(argv[1], "--help") == 0;

	if (argc < 2)
		return -1;
	if (argc == 2 && strcmp(argv[1], "--version") == 0) {
		printf("kith-%s %s\n", name, version_text);
		return 0;
	}
	if (argc == 2 && strcmp(argv[1], "--print-statements") == 0) {
		statement_print(stdout);
		return 0;
	}
	fprintf(help ? stdout : stderr,
		"kith-%s: a service of Kith; runs in the foreground until SIGTERM.\n"
		"  --health            ask the running service whether it takes calls\n"
		"  --alive             ask whether it answers within 15 seconds\n"
		"  --watch             --health, and end a service that does not answer\n"
		"  --print-statements  print the SQL that the service sends\n"
		"  --version, --help\n"
		"The environment configures it: kith-gateway --print-config lists the\n"
		"variables.\n",
		name);
	return help ? 0 : 2;
}

/* The configured level of the log. */
static enum log_level
level(void)
{
	static const char *const names[] = {"debug", "info", "warn", "error"};

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		if (strcmp(names[i], config()->log_level.data) == 0)
			return (enum log_level)i;
	}
	return LOG_INFO;
}

/* Waits until what was begun is finished, but not for ever. */
static void
drain(struct process *process)
{
	const struct timespec pause = {.tv_nsec = 10000000L};
	int64_t begin_ms = clock_monotonic_ms();

	atomic_store(&process->draining, true);
	for (;;) {
		int64_t passed_ms = clock_monotonic_ms() - begin_ms;

		if (passed_ms >= DRAIN_MAX_MS)
			break;
		if (passed_ms >= DRAIN_MIN_MS && atomic_load(&process->in_flight) == 0)
			break;
		nanosleep(&pause, NULL);
	}
	/* The last answer may still be in libnng's hands, if that is how we listen. */
	nanosleep(&pause, NULL);
}

/* Reads the settings and the keys; false after saying why these cannot be used. */
static bool
load(const struct service *service)
{
	const struct config *settings = config_load();
	const char *why;

	log_init(service_names[service->name], level());
	why = secret_load_keys(settings->secret_file.data, service->name);
	if (why != NULL) {
		fprintf(stderr, "kith-%s: cannot use KITH_SECRET_FILE=%s: %s\n",
			service_names[service->name], settings->secret_file.data, why);
	}
	return why == NULL;
}

/* kith-SERVICE --health and the like. */
static int
answer_probe(const struct service *service, enum probe probe)
{
	char address[ADDRESS_SIZE], program[32];

	signal(SIGPIPE, SIG_IGN);
	if (!load(service))
		return 1;
	address_of_service(service->name, address);
	snprintf(program, sizeof(program), "kith-%s", service_names[service->name]);
	return probe_finish(probe,
		service_health(
			service->name, address, probe_wait_s(probe, HEALTH_WAIT_S)),
		program, address);
}

int
service_main(int argc, char **argv, const struct service *service)
{
	static struct process process;
	sigset_t ends;
	int signal_number;
	int status;

	if (probe_option(argc, argv) != PROBE_NONE)
		return answer_probe(service, probe_option(argc, argv));
	status = answer_flags(argc, argv, service_names[service->name]);
	if (status >= 0)
		return status;
	harden_process();
	memory_return_large();
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	pthread_sigmask(SIG_BLOCK, &ends, NULL);
	if (!load(service) || !service_process_prepare(&process, service))
		return 1;
	service_process_start(&process);
	while (sigwait(&ends, &signal_number) != 0)
		continue;
	log_info("draining", LOG_INT("signal", signal_number));
	drain(&process);
	log_info("stopped", LOG_INT("in_flight", atomic_load(&process.in_flight)));
	fflush(NULL);
	_exit(0); /* threads are still at work: nothing may be torn down */
}
