/*
 * metrics.c - three numbers for each operation: calls, problems, time.
 */
#include "common/service/metrics.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "common/base/log.h"

struct counters {
	atomic_uint_fast64_t calls, problems, duration_us;
};

struct service_metrics {
	const struct service *service;
	struct counters counters[];
};

struct service_metrics *
service_metrics_new(const struct service *service)
{
	struct service_metrics *metrics = calloc(
		1, sizeof(*metrics) + service->entry_count * sizeof(struct counters));

	if (metrics == NULL) {
		log_error("out_of_memory", LOG_TEXT("where", "metrics"));
		abort();
	}
	metrics->service = service;
	return metrics;
}

/* One more, without ordering anything else by it. */
static void
add(atomic_uint_fast64_t *counter, uint64_t amount)
{
	atomic_fetch_add_explicit(counter, amount, memory_order_relaxed);
}

void
service_metrics_note(struct service_metrics *metrics, const struct op_entry *entry,
	enum problem problem, int64_t duration_us)
{
	struct counters *counters = &metrics->counters[entry - metrics->service->entries];

	add(&counters->calls, 1);
	add(&counters->problems, problem != PROBLEM_NONE);
	add(&counters->duration_us, (uint64_t)duration_us);
}

/* All samples of one counter. */
static void
write_family(const struct service_metrics *metrics, struct buffer *out, const char *name,
	const char *help, size_t offset)
{
	const struct service *service = metrics->service;
	char *text = arena_printf(
		out->arena, "# HELP %s %s\n# TYPE %s counter\n", name, help, name);

	buffer_append(out, text, strlen(text));
	for (size_t i = 0; i < service->entry_count; i++) {
		const char *counters = (const char *)&metrics->counters[i];
		uint64_t value = atomic_load_explicit(
			(const atomic_uint_fast64_t *)(const void *)(counters + offset),
			memory_order_relaxed);

		text = arena_printf(out->arena, "%s{service=\"%s\",op=\"%s\"} %llu\n",
			name, service_names[service->name], service->entries[i].op->name,
			(unsigned long long)value);
		buffer_append(out, text, strlen(text));
	}
}

void
service_metrics_write(const struct service_metrics *metrics, struct buffer *out)
{
	write_family(metrics, out, "kith_calls_total", "Calls that were answered.",
		offsetof(struct counters, calls));
	write_family(metrics, out, "kith_call_problems_total",
		"Calls answered with a problem.", offsetof(struct counters, problems));
	write_family(metrics, out, "kith_call_microseconds_total",
		"Time from a call's arrival to its answer.",
		offsetof(struct counters, duration_us));
}
