/*
 * metrics.c - counts and times the answered calls of each operation.
 */
#include "common/calls/inside.h"

void
calls_note(struct calls *calls, const struct op_entry *entry, enum problem problem,
	int64_t duration_us)
{
	metrics_op_note(
		&calls->metrics[entry - calls->setup.entries], problem, duration_us);
}

static const char *
labels_of(struct arena *arena, const struct calls_setup *setup, size_t entry)
{
	return arena_printf(arena, "service=\"%s\",op=\"%s\"",
		service_names[setup->service], setup->entries[entry].op->name);
}

void
calls_write_metrics(const struct calls *calls, struct buffer *out)
{
	const struct calls_setup *setup = &calls->setup;
	const struct metrics_op *of = calls->metrics;

	metrics_family(out, "kith_calls_total", "counter", "Calls that were answered.");
	for (size_t i = 0; i < setup->entry_count; i++)
		metrics_add(out, "kith_calls_total{%s} %llu\n",
			labels_of(out->arena, setup, i),
			(unsigned long long)metrics_op_count(&of[i]));
	metrics_family(out, "kith_call_problems_total", "counter",
		"Calls that were answered with a problem.");
	for (size_t i = 0; i < setup->entry_count; i++)
		metrics_op_problems(out, "kith_call_problems_total",
			labels_of(out->arena, setup, i), &of[i]);
	metrics_family(out, "kith_call_seconds", "histogram",
		"Time from a call's arrival to its answer.");
	for (size_t i = 0; i < setup->entry_count; i++)
		if (metrics_op_count(&of[i]) > 0)
			metrics_op_seconds(out, "kith_call_seconds",
				labels_of(out->arena, setup, i), &of[i]);
}
