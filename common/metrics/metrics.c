#include "common/metrics/metrics.h"

#include <string.h>

/* Upper bounds in microseconds; the last bucket has none. */
static const int64_t bounds_us[METRICS_BOUNDS] = {250, 500, 1000, 2500, 5000, 10000,
	25000, 50000, 100000, 250000, 1000000, 10000000};

/* Relaxed: no other memory access depends on the counters. */
static void
count(atomic_uint_fast64_t *counter, uint64_t amount)
{
	atomic_fetch_add_explicit(counter, amount, memory_order_relaxed);
}

static unsigned long long
value(const atomic_uint_fast64_t *counter)
{
	return atomic_load_explicit(counter, memory_order_relaxed);
}

void
metrics_op_note(struct metrics_op *of, enum problem problem, int64_t duration_us)
{
	size_t bucket = 0;

	while (bucket < METRICS_BOUNDS && duration_us > bounds_us[bucket])
		bucket++;
	count(&of->by_problem[problem < PROBLEM_COUNT ? problem : PROBLEM_NONE], 1);
	count(&of->buckets[bucket], 1);
	count(&of->total_us, duration_us > 0 ? (uint64_t)duration_us : 0);
}

uint64_t
metrics_op_count(const struct metrics_op *of)
{
	uint64_t sum = 0;

	for (size_t i = 0; i <= METRICS_BOUNDS; i++)
		sum += value(&of->buckets[i]);
	return sum;
}

void
metrics_add(struct buffer *out, const char *format, ...)
{
	va_list arguments;
	const char *text;

	va_start(arguments, format);
	text = arena_vprintf(out->arena, format, arguments);
	va_end(arguments);
	buffer_append(out, text, strlen(text));
}

void
metrics_family(struct buffer *out, const char *name, const char *type, const char *help)
{
	metrics_add(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, type);
}

void
metrics_op_problems(struct buffer *out, const char *family, const char *labels,
	const struct metrics_op *of)
{
	for (int problem = PROBLEM_NONE + 1; problem < PROBLEM_COUNT; problem++) {
		unsigned long long times = value(&of->by_problem[problem]);

		if (times > 0)
			metrics_add(out, "%s{%s,problem=\"%s\"} %llu\n", family, labels,
				problems[problem].code, times);
	}
}

void
metrics_op_seconds(struct buffer *out, const char *family, const char *labels,
	const struct metrics_op *of)
{
	unsigned long long seen = 0;

	for (size_t i = 0; i < METRICS_BOUNDS; i++) {
		seen += value(&of->buckets[i]);
		metrics_add(out, "%s_bucket{%s,le=\"%g\"} %llu\n", family, labels,
			(double)bounds_us[i] / 1e6, seen);
	}
	seen += value(&of->buckets[METRICS_BOUNDS]);
	metrics_add(out, "%s_bucket{%s,le=\"+Inf\"} %llu\n", family, labels, seen);
	metrics_add(out, "%s_sum{%s} %.6f\n", family, labels,
		(double)value(&of->total_us) / 1e6);
	metrics_add(out, "%s_count{%s} %llu\n", family, labels, seen);
}
