/*
 * metrics.h - metrics of a process in Prometheus text format 0.0.4.
 *
 * Label values are names from the contract (services, operations, problems) or constants,
 * never client input. So the number of series is bounded.
 */
#ifndef KITH_COMMON_METRICS_METRICS_H
#define KITH_COMMON_METRICS_METRICS_H

#include <stdatomic.h>
#include <stdint.h>

#include "common/base/arena.h"
#include "proto/op.h"

/* The maximum number of operations with metrics; a test ensures that it suffices. */
#define METRICS_OPS_MAX 512

/* The number of finite bounds of a histogram. */
#define METRICS_BOUNDS 12

/* The results and durations of one operation's calls. */
struct metrics_op {
	atomic_uint_fast64_t by_problem[PROBLEM_COUNT]; /* PROBLEM_NONE: successes */
	atomic_uint_fast64_t buckets[METRICS_BOUNDS + 1];
	atomic_uint_fast64_t total_us;
};

/* Opens the source of the process's own metrics and records its start time. Call it
 * before sandbox_enter(). */
void metrics_prepare(void);

/* Counts one completed call. Thread-safe. */
void metrics_op_note(struct metrics_op *of, enum problem problem, int64_t duration_us);

/* The number of counted calls. */
uint64_t metrics_op_count(const struct metrics_op *of);

/* Writes the header of a metric family; its samples follow. The type is "counter",
 * "gauge" or "histogram". */
void
metrics_family(struct buffer *out, const char *name, const char *type, const char *help);

/* Appends formatted text, such as a sample line. */
void metrics_add(struct buffer *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Writes an operation's samples: of a family of problem counts, and of a histogram in
 * seconds. The labels are in exposition format without braces: op="post_get". */
void metrics_op_problems(struct buffer *out, const char *family, const char *labels,
	const struct metrics_op *of);
void metrics_op_seconds(struct buffer *out, const char *family, const char *labels,
	const struct metrics_op *of);

/* Writes the process's memory, CPU time, start time and version. */
void metrics_process(struct buffer *out, enum service_name process);

#endif
