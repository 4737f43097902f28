/*
 * bus_bench.c - how many calls a second the bus makes to one libnng replica, and at what
 * cost in the caller's own process.
 *
 *     bus_bench [seconds] [outstanding] [reference]
 */
#include <stdio.h>
#include <sys/resource.h>

#include "tests/unit/gateway/bus/bus_client.h"

static struct bus_client client;
static uint8_t *call_body;
static size_t call_size;
static size_t answered, failed;
static bool stopping;

/* Begins another call for each that ends. */
static void
next(void *data, const struct bus_result *result)
{
	(void)data;
	if (result != NULL && result->outcome == BUS_ANSWERED)
		answered++;
	else if (result != NULL)
		failed++;
	if (!stopping)
		bus_call(client.bus, SERVICE_CONTENT, call_body, call_size,
			clock_monotonic_ms() + 5000, true, next, NULL);
}

/* CPU time of this process. */
static int64_t
cpu_us(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 +
		usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

int
main(int argc, char **argv)
{
	long seconds;
	long outstanding;
	const struct bus_options options = {.nng = argc > 3, .in_flight_max = 1024};
	const char *folder;
	char url[64];
	char ledger[64];
	pid_t replica;
	struct buffer body;
	int64_t cpu_before_us;
	double cost_us;

	bus_replica_main(argc, argv);
	seconds = argc > 1 ? strtol(argv[1], NULL, 10) : 3;
	outstanding = argc > 2 ? strtol(argv[2], NULL, 10) : 64;
	folder = bus_client_folder();
	snprintf(url, sizeof(url), "ipc://%s/replica", folder);
	snprintf(ledger, sizeof(ledger), "%s/ledger", folder);
	replica = bus_replica_start(url, ledger);
	client = bus_client_new(url, options);
	if (!bus_client_await_replicas(&client, 1))
		return 1;
	body = bus_client_body(client.arena, MESSAGE_PING, "request", 100);
	call_body = body.data;
	call_size = body.size;
	for (long i = 0; i < outstanding; i++)
		next(NULL, NULL);
	cpu_before_us = cpu_us();
	bus_client_run(&client, seconds * 1000);
	cost_us = (double)(cpu_us() - cpu_before_us) / (double)answered;
	stopping = true;
	printf("%s: %ld outstanding, %.0f calls/s, %.1f us of CPU each, %zu failed\n",
		options.nng ? "libnng" : "sp", outstanding,
		(double)answered / (double)seconds, cost_us, failed);
	bus_replica_kill(replica);
	bus_client_free(&client);
	unlink(url + strlen("ipc://"));
	unlink(ledger);
	rmdir(folder);
	return failed > 0;
}
