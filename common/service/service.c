/*
 * service.c - the life of a service process.
 *
 * It listens before its database is there and answers service_unavailable until then. On
 * SIGTERM it says "draining" to pings, waits until the gateways have noticed and nothing is
 * in flight, and exits without closing the socket: closing would cut off answers that are
 * still being written.
 */
#include "common/service/service.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/harden.h"
#include "common/base/log.h"
#include "common/config/config.h"
#include "common/metrics/metrics.h"
#include "common/service/inside.h"

/* Two intervals of the gateways' pings, and some. */
#define DRAIN_MIN_MS 600
#define DRAIN_MAX_MS 10000

void *
service_must(void *memory)
{
	if (memory == NULL) {
		log_error("out_of_memory", LOG_TEXT("where", "service"));
		abort();
	}
	return memory;
}

/* A process that an answer wakes may wait until this thread waits, too: that is a fifth cheaper
 * than switching to it at once. But a thread of SCHED_BATCH does not interrupt others, so that
 * reads would wait for the slow work of the same service, whatever its nice value. */
static void
prefer_batches(const struct service *service)
{
	const struct sched_param priority = {0};

	if (service_outside_count(service, LANE_OUTSIDE) == 0)
		sched_setscheduler(0, SCHED_BATCH, &priority);
}

/* Answers --help and its like, and refuses all else; the exit status, or -1 to go on. */
static int
answer_flags(int argc, char **argv, const char *name)
{
	bool help = argc == 2 && strcmp(argv[1], "--help") == 0;

	if (argc < 2)
		return -1;
	if (argc == 2 && strcmp(argv[1], "--version") == 0) {
		printf("kith-%s %s\n", name, KITH_VERSION);
		return 0;
	}
	if (argc == 2 && strcmp(argv[1], "--print-statements") == 0) {
		statement_print(stdout);
		return 0;
	}
	fprintf(help ? stdout : stderr,
		"kith-%s: a service of Kith; runs in the foreground until SIGTERM.\n"
		"It takes no arguments but --help, --version, --health, which asks the one that runs\n"
		"here whether it takes calls, and --print-statements, which shows the SQL that it\n"
		"sends. The environment configures it: kith-gateway --print-config\n"
		"lists the variables.\n",
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

/* Starts a thread or ends the process. */
static pthread_t
start(void *(*run)(void *data), void *data)
{
	pthread_t thread;
	int error = pthread_create(&thread, NULL, run, data);

	if (error != 0) {
		log_error("thread", LOG_TEXT("error", strerror(error)));
		abort();
	}
	return thread;
}

/* Has the service's tasks run; before the loop turns. */
static void
start_tasks(struct process *process)
{
	const struct service *service = process->service;

	for (size_t i = 0; i < service->task_count; i++) {
		const struct service_task *task = &service->tasks[i];
		struct service_task_run *run = service_task_prepare(process, task);

		if (task->lane == LANE_OUTSIDE)
			start(service_task_run_outside, run);
	}
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

/* kith-SERVICE --health */
static int
answer_health(const struct service *service)
{
	char address[1024];

	signal(SIGPIPE, SIG_IGN);
	if (!load(service))
		return 1;
	service_bus_address(service, address, sizeof(address));
	if (service_health(service, address))
		return 0;
	fprintf(stderr, "kith-%s: nothing at %s takes calls\n",
		service_names[service->name], address);
	return 1;
}

/* The process, ready to listen; false after saying what is missing. */
static bool
prepare(struct process *process, const struct service *service)
{
	if (!load(service))
		return false;
	process->service = service;
	process->started_ms = clock_monotonic_ms();
	process->bus_key = secret_bus_key(service->name);
	process->replay = replay_new();
	process->metrics = service_metrics_new(service);
	metrics_prepare();
	pthread_mutex_init(&process->lock, NULL);
	pthread_cond_init(&process->opening_changed, NULL);
	run_register(service->entries, service->entry_count);
	if (!service_loop_prepare(process))
		return false;
	service_lane_prepare(process);
	return service_bus_listen(process);
}

int
service_main(int argc, char **argv, const struct service *service)
{
	static struct process process;
	sigset_t ends;
	int signal_number;
	int status;

	if (argc == 2 && strcmp(argv[1], "--health") == 0)
		return answer_health(service);
	status = answer_flags(argc, argv, service_names[service->name]);
	if (status >= 0)
		return status;
	harden_process();
	prefer_batches(service);
	signal(SIGPIPE, SIG_IGN);
	sigemptyset(&ends);
	sigaddset(&ends, SIGTERM);
	sigaddset(&ends, SIGINT);
	pthread_sigmask(SIG_BLOCK, &ends, NULL);
	if (!prepare(&process, service))
		return 1;
	start_tasks(&process);
	start(service_db_open_all, &process);
	if (process.has_replica)
		start(service_replica_watch, &process);
	service_outside_start(&process, start);
	start(service_loop_run, &process);
	while (sigwait(&ends, &signal_number) != 0)
		continue;
	log_info("draining", LOG_INT("signal", signal_number));
	drain(&process);
	log_info("stopped", LOG_INT("in_flight", atomic_load(&process.in_flight)));
	fflush(NULL);
	_exit(0); /* threads are still at work: nothing may be torn down */
}
