/*
 * process.c - the process's own metrics, from the kernel. A confined process cannot open
 * /proc, but it can still read files that it opened before.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "common/base/clock.h"
#include "common/base/version.h"
#include "common/metrics/metrics.h"

#define TEXT_SIZE 128

static int memory_fd = -1;
static double began_s;

void
metrics_prepare(void)
{
	memory_fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	began_s = (double)clock_unix_us() / 1e6;
}

/* Resident memory: the second number of statm, in pages; 0 when it cannot be read. */
static long long
memory_bytes(void)
{
	char text[TEXT_SIZE];
	char *end = text;
	ssize_t size;

	if (memory_fd < 0 || lseek(memory_fd, 0, SEEK_SET) != 0)
		return 0;
	size = read(memory_fd, text, sizeof(text) - 1);
	if (size <= 0)
		return 0;
	text[size] = '\0';
	strtoll(text, &end, 10);
	return strtoll(end, NULL, 10) * sysconf(_SC_PAGESIZE);
}

void
metrics_process(struct buffer *out, enum service_name process)
{
	const char *name = service_names[process];
	struct timespec cpu = {0};

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
	metrics_family(out, "kith_process_memory_bytes", "gauge",
		"Resident memory of the process.");
	metrics_add(out, "kith_process_memory_bytes{service=\"%s\"} %lld\n", name,
		memory_bytes());
	metrics_family(out, "kith_process_cpu_seconds_total", "counter",
		"CPU time of the process in seconds.");
	metrics_add(out, "kith_process_cpu_seconds_total{service=\"%s\"} %lld.%06ld\n",
		name, (long long)cpu.tv_sec, cpu.tv_nsec / 1000);
	metrics_family(out, "kith_process_start_time_seconds", "gauge",
		"Start time of the process, in seconds since 1970.");
	metrics_add(out, "kith_process_start_time_seconds{service=\"%s\"} %.3f\n", name,
		began_s);
	metrics_family(
		out, "kith_build_info", "gauge", "1, with the version as a label.");
	metrics_add(out, "kith_build_info{service=\"%s\",version=\"%s\"} 1\n", name,
		version_text);
}
