#include "gateway/edge/metrics.h"

#include <stdatomic.h>
#include <string.h>

#define OPS_MAX 512
#define CLASSES 5 /* 1xx to 5xx */

/* Upper bounds of the histogram in microseconds; the last bucket has none. */
static const int64_t bounds_us[] = {250, 500, 1000, 2500, 5000, 10000, 25000, 50000,
	100000, 250000, 1000000, 10000000};
#define BOUNDS COUNT_OF(bounds_us)

struct counters {
	atomic_uint_fast64_t by_class[CLASSES];
	atomic_uint_fast64_t buckets[BOUNDS + 1];
	atomic_uint_fast64_t total_us;
};

/* By place in ops[]; the last one is for everything else. */
static struct counters counters[OPS_MAX + 1];

/* The counters of an operation. */
static struct counters *
counters_of(const struct op *op)
{
	const size_t index = op_index(op);

	return &counters[index < op_count && index < OPS_MAX ? index : OPS_MAX];
}

/* One more, without ordering anything else by it. */
static void
add(atomic_uint_fast64_t *counter, uint64_t amount)
{
	atomic_fetch_add_explicit(counter, amount, memory_order_relaxed);
}

void
metrics_count(const struct op *op, int status, int64_t duration_us)
{
	struct counters *of = counters_of(op);
	size_t class =
		status >= 100 && status < 600 ? (size_t)status / 100 - 1 : CLASSES - 1;
	size_t bucket = 0;

	while (bucket < BOUNDS && duration_us > bounds_us[bucket])
		bucket++;
	add(&of->by_class[class], 1);
	add(&of->buckets[bucket], 1);
	add(&of->total_us, duration_us > 0 ? (uint64_t)duration_us : 0);
}

static uint64_t
read_counter(const atomic_uint_fast64_t *counter)
{
	return atomic_load_explicit(counter, memory_order_relaxed);
}

/* A formatted line. */
static void __attribute__((format(printf, 2, 3)))
line(struct buffer *out, const char *format, ...)
{
	va_list arguments;
	const char *text;

	va_start(arguments, format);
	text = arena_vprintf(out->arena, format, arguments);
	va_end(arguments);
	buffer_append(out, text, strlen(text));
}

static void
print_requests(struct buffer *out, const char *name, const struct counters *of)
{
	for (size_t class = 0; class < CLASSES; class ++) {
		unsigned long long count = read_counter(&of->by_class[class]);

		if (count > 0) {
			line(out,
				"kith_requests_total{op=\"%s\",status=\"%zuxx\"} %llu\n",
				name, class + 1, count);
		}
	}
}

static void
print_durations(struct buffer *out, const char *name, const struct counters *of)
{
	unsigned long long sum = 0;
	unsigned long long seen = 0;

	for (size_t i = 0; i <= BOUNDS; i++)
		sum += read_counter(&of->buckets[i]);
	if (sum == 0)
		return;
	for (size_t i = 0; i < BOUNDS; i++) {
		seen += read_counter(&of->buckets[i]);
		line(out, "kith_request_seconds_bucket{op=\"%s\",le=\"%g\"} %llu\n", name,
			(double)bounds_us[i] / 1e6, seen);
	}
	line(out, "kith_request_seconds_bucket{op=\"%s\",le=\"+Inf\"} %llu\n", name, sum);
	line(out, "kith_request_seconds_sum{op=\"%s\"} %.6f\n", name,
		(double)read_counter(&of->total_us) / 1e6);
	line(out, "kith_request_seconds_count{op=\"%s\"} %llu\n", name, sum);
}

void
metrics_print(struct buffer *out)
{
	line(out,
		"# HELP kith_requests_total Answered requests by operation and status.\n"
		"# TYPE kith_requests_total counter\n");
	for (size_t i = 0; i < op_count && i < OPS_MAX; i++)
		print_requests(out, ops[i]->name, &counters[i]);
	print_requests(out, "other", &counters[OPS_MAX]);
	line(out,
		"# HELP kith_request_seconds Time from a request's headers to its answer.\n"
		"# TYPE kith_request_seconds histogram\n");
	for (size_t i = 0; i < op_count && i < OPS_MAX; i++)
		print_durations(out, ops[i]->name, &counters[i]);
	print_durations(out, "other", &counters[OPS_MAX]);
}
