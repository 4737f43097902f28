/*
 * metrics.c - the metrics of a service: operations, worker pools, the replica, the
 * process.
 */
#include "common/metrics/metrics.h"

#include <stddef.h>

#include "common/service/inside.h"

#define POOLS (CALLS_POOLS + 1)

/* One figure of all pools. The label is called "lane", as it was in earlier releases. */
static void
write_pools(struct buffer *out, const char *service,
	const struct worker_pool_figures *pools, const char *family, size_t offset)
{
	for (size_t i = 0; i < POOLS; i++)
		metrics_add(out, "%s{service=\"%s\",lane=\"%s\"} %zu\n", family, service,
			pools[i].name,
			*(const size_t *)(const void *)((const char *)&pools[i] +
				offset));
}

void
service_metrics_write(const struct process *process, struct buffer *out)
{
	const char *name = service_names[process->service->name];
	struct worker_pool_figures pools[POOLS];

	calls_figures(process->calls, pools);
	pools[CALLS_POOLS] = task_figures();
	calls_write_metrics(process->calls, out);
	metrics_family(out, "kith_workers", "gauge", "Workers, by what they are for.");
	write_pools(out, name, pools, "kith_workers",
		offsetof(struct worker_pool_figures, size));
	metrics_family(out, "kith_workers_busy", "gauge", "Workers at work.");
	write_pools(out, name, pools, "kith_workers_busy",
		offsetof(struct worker_pool_figures, busy));
	metrics_family(
		out, "kith_calls_waiting", "gauge", "Calls that wait for a worker.");
	write_pools(out, name, pools, "kith_calls_waiting",
		offsetof(struct worker_pool_figures, waiting));
	metrics_family(out, "kith_workers_cut_off", "gauge",
		"Workers that could not reach the database when they last tried.");
	metrics_add(out, "kith_workers_cut_off{service=\"%s\"} %zu\n", name,
		workers_cut_off(process->workers));
	if (process->replica != NULL) {
		metrics_family(out, "kith_database_replica_reads_total", "counter",
			"Calls that a replica of the database has answered.");
		metrics_add(out,
			"kith_database_replica_reads_total{service=\"%s\"} %llu\n", name,
			(unsigned long long)replica_reads(process->replica));
	}
	metrics_process(out, process->service->name);
	if (process->service->figures != NULL)
		process->service->figures(out);
}
