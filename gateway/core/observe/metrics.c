#include "gateway/core/observe/metrics.h"

#include "common/metrics/metrics.h"
#include "gateway/http/memory.h"
#include "gateway/http/peers.h"

#define CLASSES 5 /* 1xx to 5xx */

struct counters {
	atomic_uint_fast64_t by_class[CLASSES];
	struct metrics_op calls;
};

/* By index in ops[]; the last one counts everything else. */
static struct counters counters[METRICS_OPS_MAX + 1];

/* The counters of an operation. */
static struct counters *
counters_of(const struct op *op)
{
	const size_t index = op_index(op);

	return &counters[index < op_count && index < METRICS_OPS_MAX ? index
								     : METRICS_OPS_MAX];
}

void
metrics_count(const struct op *op, int status, enum problem problem, int64_t duration_us)
{
	struct counters *of = counters_of(op);
	size_t class =
		status >= 100 && status < 600 ? (size_t)status / 100 - 1 : CLASSES - 1;

	atomic_fetch_add_explicit(&of->by_class[class], 1, memory_order_relaxed);
	metrics_op_note(&of->calls, problem, duration_us);
}

/* The operation of an index in counters[], or NULL. */
static const char *
name_of(size_t place)
{
	if (place == METRICS_OPS_MAX)
		return "other";
	return place < op_count ? ops[place]->name : NULL;
}

static void
print_classes(struct buffer *out, const char *name, const struct counters *of)
{
	for (size_t class = 0; class < CLASSES; class ++) {
		unsigned long long count =
			atomic_load_explicit(&of->by_class[class], memory_order_relaxed);

		if (count > 0)
			metrics_add(out,
				"kith_requests_total{op=\"%s\",status=\"%zuxx\"} %llu\n",
				name, class + 1, count);
	}
}

static void
print_problems(struct buffer *out, const char *name, const struct counters *of)
{
	metrics_op_problems(out, "kith_request_problems_total",
		arena_printf(out->arena, "op=\"%s\"", name), &of->calls);
}

static void
print_seconds(struct buffer *out, const char *name, const struct counters *of)
{
	metrics_op_seconds(out, "kith_request_seconds",
		arena_printf(out->arena, "op=\"%s\"", name), &of->calls);
}

/* Prints the samples of a family, for each operation in use. */
static void
for_each(struct buffer *out,
	void (*print)(struct buffer *out, const char *name, const struct counters *of))
{
	for (size_t place = 0; place <= METRICS_OPS_MAX; place++) {
		const char *name = name_of(place);

		if (name != NULL && metrics_op_count(&counters[place].calls) > 0)
			print(out, name, &counters[place]);
	}
}

/* The memory that requests hold, and its limits. */
static void
print_memory(struct buffer *out, const struct http_memory *memory)
{
	static const char *const shares[SHARE_COUNT] = {[SHARE_REQUESTS] = "requests",
		[SHARE_UPLOADS] = "uploads",
		[SHARE_BODIES] = "bodies",
		[SHARE_SMALL_BODIES] = "small_bodies",
		[SHARE_ANSWERS] = "answers"};

	metrics_family(out, "kith_request_memory_bytes", "gauge",
		"Memory that requests hold, by what for.");
	for (int share = 0; share < SHARE_COUNT; share++)
		metrics_add(out, "kith_request_memory_bytes{share=\"%s\"} %zu\n",
			shares[share], http_memory_held(memory, (enum http_share)share));
	metrics_family(out, "kith_request_memory_max_bytes", "gauge",
		"How much of it they may hold.");
	for (int share = 0; share < SHARE_COUNT; share++)
		metrics_add(out, "kith_request_memory_max_bytes{share=\"%s\"} %zu\n",
			shares[share], http_memory_max(memory, (enum http_share)share));
}

/* Connections of clients, and instances of services. */
static void
print_connections(struct buffer *out, const struct gateway *gateway)
{
	metrics_family(out, "kith_connections", "gauge", "Connections of clients.");
	metrics_add(out, "kith_connections %d\n", http_peers_total(gateway->peers));
	metrics_family(out, "kith_connections_max", "gauge", "How many there may be.");
	metrics_add(out, "kith_connections_max %d\n", gateway->connections_max);
	metrics_family(out, "kith_bus_replicas", "gauge",
		"Replicas of a service that take calls from this gateway.");
	for (int i = SERVICE_GATEWAY + 1; i < SERVICE_COUNT; i++) {
		int count = bus_replicas(gateway->bus, (enum service_name)i);

		if (count >= 0)
			metrics_add(out, "kith_bus_replicas{service=\"%s\"} %d\n",
				service_names[i], count);
	}
}

void
metrics_print(struct buffer *out, const struct gateway *gateway)
{
	metrics_family(out, "kith_requests_total", "counter",
		"Answered requests by operation and status.");
	for_each(out, print_classes);
	metrics_family(out, "kith_request_problems_total", "counter",
		"Requests that were answered with a problem.");
	for_each(out, print_problems);
	metrics_family(out, "kith_request_seconds", "histogram",
		"Time from a request's headers to its answer.");
	for_each(out, print_seconds);
	print_connections(out, gateway);
	print_memory(out, gateway->memory);
	metrics_process(out, SERVICE_GATEWAY);
}
