/*
 * metrics.c - what a service says of itself when it is asked for figures.
 */
#include "common/service/metrics.h"

#include <stdlib.h>

#include "common/base/log.h"
#include "common/metrics/metrics.h"
#include "common/service/inside.h"

struct service_metrics {
	const struct service *service;
	struct metrics_op ops[];
};

/* What is told of the workers of one kind. */
enum figure {
	SIZE,
	BUSY,
	WAITING, /* calls that wait for them */
	FIGURES
};

struct pool {
	const char *lane;
	size_t figures[FIGURES];
};

struct service_metrics *
service_metrics_new(const struct service *service)
{
	struct service_metrics *metrics = calloc(
		1, sizeof(*metrics) + service->entry_count * sizeof(struct metrics_op));

	if (metrics == NULL) {
		log_error("out_of_memory", LOG_TEXT("where", "metrics"));
		abort();
	}
	metrics->service = service;
	return metrics;
}

void
service_metrics_note(struct service_metrics *metrics, const struct op_entry *entry,
	enum problem problem, int64_t duration_us)
{
	metrics_op_note(
		&metrics->ops[entry - metrics->service->entries], problem, duration_us);
}

/* The labels of an operation's samples. */
static const char *
labels_of(struct arena *arena, const struct service *service, size_t entry)
{
	return arena_printf(arena, "service=\"%s\",op=\"%s\"",
		service_names[service->name], service->entries[entry].op->name);
}

/* Calls, problems and durations of the operations that were called. */
static void
write_calls(const struct service_metrics *metrics, struct buffer *out)
{
	const struct service *service = metrics->service;

	metrics_family(out, "kith_calls_total", "counter", "Calls that were answered.");
	for (size_t i = 0; i < service->entry_count; i++)
		metrics_add(out, "kith_calls_total{%s} %llu\n",
			labels_of(out->arena, service, i),
			(unsigned long long)metrics_op_count(&metrics->ops[i]));
	metrics_family(out, "kith_call_problems_total", "counter",
		"Calls that were answered with a problem.");
	for (size_t i = 0; i < service->entry_count; i++)
		metrics_op_problems(out, "kith_call_problems_total",
			labels_of(out->arena, service, i), &metrics->ops[i]);
	metrics_family(out, "kith_call_seconds", "histogram",
		"Time from a call's arrival to its answer.");
	for (size_t i = 0; i < service->entry_count; i++)
		if (metrics_op_count(&metrics->ops[i]) > 0)
			metrics_op_seconds(out, "kith_call_seconds",
				labels_of(out->arena, service, i), &metrics->ops[i]);
}

static struct pool
pool_of(const char *name, const struct service_lane *lane)
{
	return (struct pool){.lane = name,
		.figures = {[SIZE] = lane->size,
			[BUSY] = lane->working,
			[WAITING] = lane->calls.count}};
}

/* The threads for the slow work of a lane, which share what waits with the loop. */
static struct pool
outside_of(struct process *process, const char *name, enum lane lane)
{
	const struct service_pool *threads = &process->pools[lane];
	struct pool pool = {.lane = name, .figures = {[SIZE] = threads->threads}};

	pthread_mutex_lock(&process->lock);
	pool.figures[WAITING] = threads->calls.count;
	pool.figures[BUSY] = threads->busy;
	pthread_mutex_unlock(&process->lock);
	return pool;
}

/* One figure of all pools. */
static void
write_pools(struct buffer *out, const char *service, const struct pool *pools,
	size_t count, const char *family, enum figure figure)
{
	for (size_t i = 0; i < count; i++)
		metrics_add(out, "%s{service=\"%s\",lane=\"%s\"} %zu\n", family, service,
			pools[i].lane, pools[i].figures[figure]);
}

/* How many workers cannot reach the database, as far as is known. */
static size_t
count_cut_off(const struct process *process)
{
	size_t count = 0;

	for (size_t i = 0; i < process->worker_count; i++)
		count += process->workers[i]->db != NULL &&
			db_is_cut_off(process->workers[i]->db);
	return count;
}

void
service_metrics_write(struct process *process, struct buffer *out)
{
	const char *name = service_names[process->service->name];
	const struct pool pools[] = {
		pool_of("read", &process->lanes[WAY_READ]),
		pool_of("list", &process->lanes[WAY_LIST]),
		pool_of("alone", &process->lanes[WAY_ALONE]),
		pool_of("tasks", &process->tasks),
		outside_of(process, "outside", LANE_OUTSIDE),
		outside_of(process, "web", LANE_WEB),
		outside_of(process, "store", LANE_STORE),
		outside_of(process, "social", LANE_SOCIAL),
	};

	write_calls(process->metrics, out);
	metrics_family(out, "kith_workers", "gauge", "Workers, by what they are for.");
	write_pools(out, name, pools, COUNT_OF(pools), "kith_workers", SIZE);
	metrics_family(out, "kith_workers_busy", "gauge", "Workers at work.");
	write_pools(out, name, pools, COUNT_OF(pools), "kith_workers_busy", BUSY);
	metrics_family(
		out, "kith_calls_waiting", "gauge", "Calls that wait for a worker.");
	write_pools(out, name, pools, COUNT_OF(pools), "kith_calls_waiting", WAITING);
	metrics_family(out, "kith_workers_cut_off", "gauge",
		"Workers that could not reach the database when they last tried.");
	metrics_add(out, "kith_workers_cut_off{service=\"%s\"} %zu\n", name,
		count_cut_off(process));
	if (process->has_replica) {
		metrics_family(out, "kith_database_replica_reads_total", "counter",
			"Calls that a replica of the database has answered.");
		metrics_add(out,
			"kith_database_replica_reads_total{service=\"%s\"} %llu\n", name,
			(unsigned long long)process->replica_reads);
	}
	metrics_process(out, process->service->name);
	if (process->service->figures != NULL)
		process->service->figures(out);
}
